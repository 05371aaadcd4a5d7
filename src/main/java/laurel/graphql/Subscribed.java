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
 * How a field of Subscription is bound. Its operation is executed once to find the {@link EventSource}, and then for each
 * {@link Emission} as a request of its own, with loaders, a moment and a deadline of its own: graphql-java's mapping of one
 * stream would keep those of the first for as long as the subscription lasts.
 */
public final class Subscribed {
    private static final String AFTER = "laurel.after";

    private Subscribed() {}

    /** The field's fetcher, by how its arguments say a source. */
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

    /** The cursor after which a subscription resumes; null if it starts at the present. */
    public static @Nullable String after(DataFetchingEnvironment environment) {
        String resumed = environment.getGraphQlContext().get(AFTER);
        return resumed == null ? Input.of(environment).optionalString("after") : resumed;
    }

    /** The source that an execution without an emission has found; empty where it failed. */
    public static Optional<EventSource> source(GraphQLContext context) {
        return Optional.ofNullable(context.get(EventSource.class));
    }
}
