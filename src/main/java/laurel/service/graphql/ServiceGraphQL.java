package laurel.service.graphql;

import graphql.schema.idl.RuntimeWiring;
import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.Objects;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.service.ServiceLimits;
import org.jspecify.annotations.Nullable;

/** Binds {@code service.graphqls}. */
@Singleton
class ServiceGraphQL implements Binding {
    private static final String NOT_PACKAGED = "development";

    private final Service service;

    ServiceGraphQL(ServiceLimits limits) {
        this.service = new Service(version(), limits);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("service", environment -> service))
                .type(Fields.<ServiceLimits>of("ServiceLimits")
                        .field("submissionRetention", ServiceLimits::submissionRetention)
                        .field("activityRetention", ServiceLimits::activityRetention));
    }

    /** Of the packaged program, whose manifest has it. */
    private static String version() {
        @Nullable String version = ServiceGraphQL.class.getPackage().getImplementationVersion();
        return Objects.requireNonNullElse(version, NOT_PACKAGED);
    }

    /** The service, as clients see it. */
    @Introspected
    public record Service(String version, ServiceLimits limits) {}
}
