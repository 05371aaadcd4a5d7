package laurel.api.access;

import java.time.Instant;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeIds;

/**
 * Who asks, for as long as a connection lasts.
 *
 * @param app      that it acts in
 * @param operator whether it may act in every app
 * @param ids      writes and reads IDs
 */
public record Caller(int app, boolean operator, NodeIds ids) {
    public RequestContext at(Instant now) {
        return new RequestContext(app, operator, now, ids);
    }
}
