package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Finds the nodes of one type by number. Most types need none: their nodes are found by the loader that is named like the type,
 * whose keys are numbers as {@code Long}. A feature has one bean of this type for each of its other types that is a Node.
 */
public interface NodeSource {
    /** Name of the schema's type. */
    String type();

    /**
     * The node of this number in the request's app, null where there is none, by a loader: a request may ask for many.
     */
    @Nullable
    CompletableFuture<?> node(DataFetchingEnvironment environment, long number);
}
