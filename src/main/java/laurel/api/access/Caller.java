package laurel.api.access;

import java.time.Instant;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeIds;
import laurel.request.Identity;

/**
 * The caller of the API, for the lifetime of a connection.
 *
 * @param app      database ID of the app that the caller acts in
 * @param identity who it is, and what it may do
 * @param ids      reads and writes global IDs
 */
public record Caller(int app, Identity identity, NodeIds ids) {
    /** The same permissions without the name: callers with equal permissions share the events of equal subscriptions. */
    public Caller unnamed() {
        return new Caller(app, identity.unnamed(), ids);
    }

    public RequestContext at(Instant now) {
        return new RequestContext(app, identity, now, ids);
    }
}
