package laurel.api.access;

import java.time.Instant;
import laurel.api.rate.Budget;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeIds;
import laurel.request.access.Identity;

/**
 * The caller of the API, for the lifetime of a connection.
 *
 * @param app      database ID of the app that the caller acts in
 * @param identity who it is, and what it may do
 * @param ids      reads and writes global IDs
 * @param budget   what it may still ask for
 */
public record Caller(int app, Identity identity, NodeIds ids, Budget budget) {
    /** A caller without a limit. */
    public Caller(int app, Identity identity, NodeIds ids) {
        this(app, identity, ids, Budget.UNLIMITED);
    }

    /** The same caller with this budget. */
    public Caller with(Budget other) {
        return new Caller(app, identity, ids, other);
    }

    /** Whether it is the same identity in the same app, perhaps with another token. */
    public boolean isSame(Caller other) {
        return app == other.app && identity.isSame(other.identity);
    }

    /**
     * The same permissions without the name and the budget: callers with equal permissions share the events of equal
     * subscriptions, except for players whose own event differs.
     */
    public Caller unnamed() {
        return new Caller(app, identity.unnamed(), ids);
    }

    /** The same player without the name and the budget; the same permissions if it is none. */
    public Caller unnamedPlayer() {
        Identity unnamed = identity.unnamed();
        return new Caller(app, new Identity(unnamed.role(), unnamed.name(), unnamed.app(), identity.player()), ids);
    }

    public RequestContext at(Instant now) {
        return new RequestContext(app, identity, now, ids);
    }
}
