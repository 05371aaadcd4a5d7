package laurel.api.operation;

import laurel.api.access.Caller;
import laurel.api.engine.GraphQLRequest;
import laurel.request.access.Identity.Player;
import org.jspecify.annotations.Nullable;

/**
 * The selection of a subscription, and its caller.
 *
 * @param shared that of all callers with the same permissions
 * @param own    that of a player itself, for events with data that only it sees; the shared one for other callers
 */
record SubscriptionSelection(Key shared, Key own) {
    /** @param request without the cursor to resume after, so that resumed subscriptions share bytes with others */
    SubscriptionSelection(GraphQLRequest request, Caller caller) {
        this(new Key(request, caller.unnamed()), new Key(request, caller.unnamedPlayer()));
    }

    /** The player that subscribes; null if it is none. */
    @Nullable
    Player player() {
        return own.caller.identity().player();
    }

    /**
     * Equal for subscribers that receive the same bytes.
     *
     * @param hash computed once, because each emission is looked up by it for each subscriber
     */
    record Key(GraphQLRequest request, Caller caller, int hash) {
        private Key(GraphQLRequest request, Caller caller) {
            this(request, caller, 31 * request.hashCode() + caller.hashCode());
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
