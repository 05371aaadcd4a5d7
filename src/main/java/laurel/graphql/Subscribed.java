package laurel.graphql;

import graphql.GraphQLContext;
import graphql.schema.DataFetcher;
import graphql.schema.DataFetchingEnvironment;
import java.util.Optional;
import java.util.function.Function;
import laurel.request.Emission;
import laurel.request.EventSource;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Binds fields of Subscription. The operation is executed once to create the {@link EventSource}, and then once for each
 * {@link Emission}, as a separate request with its own loaders, time and deadline. The stream of graphql-java would keep those
 * of the first request until the subscription ends.
 */
public final class Subscribed {
    private static final String AFTER = "laurel.after";

    private Subscribed() {}

    /** Creates the fetcher of a field from a function that creates a source from its arguments. */
    public static DataFetcher<@Nullable Publisher<Object>> to(Function<DataFetchingEnvironment, EventSource> source) {
        return environment -> {
            GraphQLContext context = environment.getGraphQlContext();
            Emission emission = context.get(Emission.class);
            if (emission == null) {
                context.put(EventSource.class, source.apply(environment));
                return null;
            }
            return Mono.just(emission.value());
        };
    }

    /** Resumes the subscription after this cursor. Takes precedence over its argument {@code after}. */
    public static void resume(GraphQLContext context, String cursor) {
        context.put(AFTER, cursor);
    }

    /** The cursor after which a subscription resumes; null if it starts now. */
    public static @Nullable String after(DataFetchingEnvironment environment) {
        String resumed = environment.getGraphQlContext().get(AFTER);
        return resumed == null ? Input.of(environment).optionalString("after") : resumed;
    }

    /** The source that an execution without an emission has created; empty if it failed. */
    public static Optional<EventSource> source(GraphQLContext context) {
        return Optional.ofNullable(context.get(EventSource.class));
    }
}
