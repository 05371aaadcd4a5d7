package laurel.api.access;

import java.time.Instant;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeIds;

/**
 * The caller of the API, for the lifetime of a connection.
 *
 * @param app      database ID of the app that the caller acts in
 * @param operator whether the caller may act in every app
 * @param ids      reads and writes global IDs
 */
public record Caller(int app, boolean operator, NodeIds ids) {
    public RequestContext at(Instant now) {
        return new RequestContext(app, operator, now, ids);
    }
}
