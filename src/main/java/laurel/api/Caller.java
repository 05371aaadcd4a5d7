package laurel.api;

import java.time.Instant;
import laurel.graphql.NodeIds;
import laurel.graphql.RequestContext;

/**
 * Who asks, for as long as a connection lasts.
 *
 * @param app      that it acts in
 * @param operator whether it may act in every app
 * @param ids      writes and reads IDs
 */
record Caller(int app, boolean operator, NodeIds ids) {
    RequestContext at(Instant now) {
        return new RequestContext(app, operator, now, ids);
    }
}
