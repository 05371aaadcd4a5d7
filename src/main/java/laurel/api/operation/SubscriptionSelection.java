package laurel.api.operation;

import laurel.api.access.Caller;
import laurel.api.engine.GraphQLRequest;

/**
 * What a subscription selects of each emission, and for whom.
 *
 * @param request without what only says where to resume, so that those who come back are told the same bytes as those who
 *     stayed
 * @param hash    worked out once: each emission is looked up by it for each subscriber
 */
record SubscriptionSelection(GraphQLRequest request, Caller caller, int hash) {
    SubscriptionSelection(GraphQLRequest request, Caller caller) {
        this(request, caller, 31 * request.hashCode() + caller.hashCode());
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
