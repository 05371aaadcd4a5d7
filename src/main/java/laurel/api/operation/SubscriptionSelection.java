package laurel.api.operation;

import java.util.Map;
import java.util.Objects;
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
    /**
     * @param request   without the cursor to resume after, so that resumed subscriptions share bytes with others
     * @param variables those that the events depend on
     */
    SubscriptionSelection(GraphQLRequest request, Map<String, @Nullable Object> variables, Caller caller) {
        this(new Key(request, variables, caller.unnamed()), new Key(request, variables, caller.unnamedPlayer()));
    }

    /** The player that subscribes; null if it is none. */
    @Nullable
    Player player() {
        return own.caller.identity().player();
    }

    /**
     * Equal for subscribers that receive the same bytes.
     *
     * @param group selections that differ only in what they follow
     * @param hash  computed once, because each emission is looked up by it for each subscriber
     */
    record Key(GraphQLRequest request, Caller caller, Group group, int hash) {
        private Key(GraphQLRequest request, Map<String, @Nullable Object> variables, Caller caller) {
            this(
                    request,
                    caller,
                    new Group(request.query(), request.operationName(), variables, caller),
                    31 * request.hashCode() + caller.hashCode());
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || (other instanceof Key key
                            && hash == key.hash
                            && request.equals(key.request)
                            && caller.equals(key.caller));
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /**
     * Equal for subscribers whose events are executed together: the response to one event does not depend on anything else.
     *
     * @param variables those that the events depend on
     */
    record Group(
            String query,
            @Nullable String operationName,
            Map<String, @Nullable Object> variables,
            Caller caller,
            int hash) {
        private Group(
                String query, @Nullable String operationName, Map<String, @Nullable Object> variables, Caller caller) {
            this(query, operationName, variables, caller, Objects.hash(query, operationName, variables, caller));
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
