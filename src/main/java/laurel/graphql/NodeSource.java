package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Finds the nodes of one type by number. A feature has a bean of this type for those of its types that are Nodes without a
 * loader that is named like the type and finds them by their number as a Long.
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
