package laurel.api.operation;

import laurel.api.access.Caller;
import laurel.api.engine.GraphQLRequest;

/**
 * The selection of a subscription, and its caller.
 *
 * @param request without the cursor to resume after, so that resumed subscriptions share bytes with others
 * @param hash    computed once, because each emission is looked up by it for each subscriber
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
