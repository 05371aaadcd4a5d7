package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.node.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Finds the nodes of one type by ID. Most types need no source: the loader with the name of the type finds their nodes by
 * number, as {@code Long}. A feature has one bean of this type for each of its other Node types.
 */
public interface NodeSource {
    /** Name of the type in the schema. */
    String type();

    /** Whether the caller may read this node: by default, if it belongs to the app of the request. */
    default boolean inReach(RequestContext request, NodeId id) {
        return id.app() == request.app();
    }

    /** Loads the node with this ID; null if it does not exist. Uses a loader, because a request may read many nodes. */
    @Nullable
    CompletableFuture<?> node(DataFetchingEnvironment environment, NodeId id);
}
