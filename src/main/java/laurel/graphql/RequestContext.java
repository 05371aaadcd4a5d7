package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import laurel.graphql.node.NodeId;
import laurel.graphql.node.NodeIds;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/**
 * What a GraphQL request carries to its fetchers.
 *
 * @param app      the app (tenant) that the caller acts in
 * @param operator whether the caller runs the service, and so may make apps and see which there are
 * @param now      the moment at which the request is answered; one per request, so that all its parts agree
 * @param ids      writes and reads IDs
 */
public record RequestContext(int app, boolean operator, Instant now, NodeIds ids) {
    /** The context of the request being executed. */
    public static RequestContext of(DataFetchingEnvironment environment) {
        RequestContext request = environment.getGraphQlContext().get(RequestContext.class);
        if (request == null) {
            throw new IllegalStateException("executed without a RequestContext");
        }
        return request;
    }

    /** What a loader does, from what finds values by their keys in an app. */
    public <K, V> Function<Set<K>, Map<K, V>> inApp(BiFunction<Integer, Set<K>, Map<K, V>> find) {
        return keys -> find.apply(app, keys);
    }

    /**
     * The ID of an object of the app.
     *
     * @param board that it belongs to; 0 if it belongs to none
     */
    public String id(String type, int board, long... numbers) {
        return ids.text(
                new NodeId(type, app, board, Arrays.stream(numbers).boxed().toList(), ""));
    }

    /** The ID of an object of the app that has a key in its leaderboard, or in what the numbers say. */
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
     * What the ID of an object of this type stands for; empty if the object belongs to another app.
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

    /** The number in the ID of an object of this type, by the same rules. */
    public Optional<Long> number(String argument, String id, String type) {
        return read(argument, id, type).map(NodeId::number);
    }

    private static String a(String type) {
        return ("AEIO".indexOf(type.charAt(0)) < 0 ? "a " : "an ") + type;
    }

    /** Throws FORBIDDEN unless the caller runs the service. */
    public void requireOperator() {
        if (!operator) {
            throw new RequestException(
                    RequestErrorCode.FORBIDDEN, "API keys that are bound to an app are not allowed to do this.");
        }
    }

    /** The entries under which {@link #of} finds this. */
    public Map<Object, Object> entries() {
        return Map.of(RequestContext.class, this);
    }
}
