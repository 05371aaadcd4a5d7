package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.node.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Finds the nodes of one type by ID. Most types need none: their nodes are found by the loader that is named like the
 * type, whose keys are numbers as {@code Long}. A feature has one bean of this type for each of its other types that is a
 * Node.
 */
public interface NodeSource {
    /** Name of the schema's type. */
    String type();

    /** Whether the caller may ask for this node: by default, if it belongs to the app that the request acts in. */
    default boolean inReach(RequestContext request, NodeId id) {
        return id.app() == request.app();
    }

    /** The node of this ID, null if it does not exist, by a loader: a request may ask for many. */
    @Nullable
    CompletableFuture<?> node(DataFetchingEnvironment environment, NodeId id);
}
