package laurel.graphql;

import graphql.GraphQLContext;
import graphql.schema.DataFetchingEnvironment;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import laurel.database.sql.Act;
import laurel.graphql.node.NodeId;
import laurel.graphql.node.NodeIds;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.access.Identity;
import laurel.request.access.Identity.Player;
import laurel.request.access.Role;
import laurel.request.cache.RowCache;
import laurel.request.cache.UsedRows;

/**
 * The context of a GraphQL request, for its fetchers.
 *
 * @param app      the app (tenant) that the caller acts in
 * @param identity the caller
 * @param now      the time of the request; the same for all its fields
 * @param ids      writes and parses IDs
 * @param owners   the players whose own result differs, because it has data that the caller does not see. Callers with equal
 *                 permissions share the result, except these
 * @param rows     the rows that the request has used from memory
 */
public record RequestContext(int app, Identity identity, Instant now, NodeIds ids, Set<Player> owners, UsedRows rows) {
    /** The context of a request that has hidden nothing yet, and uses no rows from memory. */
    public RequestContext(int app, Identity identity, Instant now, NodeIds ids) {
        this(app, identity, now, ids, ConcurrentHashMap.newKeySet(), UsedRows.none());
    }

    /** The same context for a request that may use rows from memory. */
    public RequestContext with(UsedRows used) {
        return new RequestContext(app, identity, now, ids, owners, used);
    }

    /** The context of the request being executed. */
    public static RequestContext of(DataFetchingEnvironment environment) {
        return of(environment.getGraphQlContext());
    }

    /** The context of the request with this GraphQL context. */
    public static RequestContext of(GraphQLContext context) {
        RequestContext request = context.get(RequestContext.class);
        if (request == null) {
            throw new IllegalStateException("executed without a RequestContext");
        }
        return request;
    }

    /** The function of a loader, from a function that finds values by app and keys. */
    public <K, V> Function<Set<K>, Map<K, V>> inApp(BiFunction<Integer, Set<K>, Map<K, V>> find) {
        return keys -> find.apply(app, keys);
    }

    /** The function of a loader that may use rows from memory. */
    public <K, V> Function<Set<K>, Map<K, V>> cached(RowCache<K, V> cache) {
        return keys -> cache.load(app, keys, rows);
    }

    /** The function of a loader that takes time. The rows that the request has used from memory are verified meanwhile. */
    public <K, V> Function<Set<K>, Map<K, V>> verifying(Function<Set<K>, Map<K, V>> load) {
        return keys -> {
            rows.verify();
            return load.apply(keys);
        };
    }

    /**
     * The ID of an object of the app.
     *
     * @param board the leaderboard that it belongs to; 0 if it belongs to none
     */
    public String id(String type, int board, long... numbers) {
        return ids.text(
                new NodeId(type, app, board, Arrays.stream(numbers).boxed().toList(), ""));
    }

    /** The ID of an object of the app with a key that is unique in its leaderboard, or for these numbers. */
    public String keyedId(String type, int board, String key, long... numbers) {
        return ids.text(
                new NodeId(type, app, board, Arrays.stream(numbers).boxed().toList(), key));
    }

    /**
     * Parses an ID, of any type and any app.
     *
     * @param argument that has the ID, for the message
     * @throws RequestException INVALID_ID unless it is an ID
     */
    public NodeId read(String argument, String id) {
        return ids.parse(id)
                .orElseThrow(
                        () -> new RequestException(RequestErrorCode.INVALID_ID, "`" + argument + "` is not an ID."));
    }

    /**
     * Parses the ID of an object of this type; empty if the object belongs to another app.
     *
     * @throws RequestException INVALID_ID unless it is the ID of an object of this type
     */
    public Optional<NodeId> read(String argument, String id, String type) {
        NodeId node = read(argument, id);
        if (!node.type().equals(type)) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ID,
                    "`" + argument + "` must be the ID of " + a(type) + "; it is the ID of " + a(node.type()) + ".");
        }
        return node.app() == app ? Optional.of(node) : Optional.empty();
    }

    /** The number in the ID of an object of this type, by the rules of {@link #read(String, String, String)}. */
    public Optional<Long> number(String argument, String id, String type) {
        return read(argument, id, type).map(NodeId::number);
    }

    private static String a(String type) {
        return ("AEIO".indexOf(type.charAt(0)) < 0 ? "a " : "an ") + type;
    }

    /** Whether the caller is an operator, who may create and list apps. */
    public boolean operator() {
        return identity.operator();
    }

    /** Whether the caller's role includes this one. */
    public boolean may(Role required) {
        return identity.role().includes(required);
    }

    /**
     * Whether the caller sees all of a participant that hides some of its data from others: if it is this player, or a server
     * of the app. Otherwise the result differs from what this player would receive.
     */
    public boolean seesAllOf(Player owner) {
        if (may(Role.READER) || owner.equals(identity.player())) {
            return true;
        }
        owners.add(owner);
        return false;
    }

    /** The act of the caller that executes this mutation. */
    Act act(String mutation) {
        return new Act(app, identity.name(), identity.role().name(), mutation, now);
    }

    /** The entries of the GraphQL context that {@link #of} reads. */
    public Map<Object, Object> entries() {
        return Map.of(RequestContext.class, this);
    }
}
