package laurel.graphql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Optional;

/**
 * The id that a node has in the schema: opaque to clients, a type and a number to us.
 *
 * @param type name of the schema's type
 */
public record NodeId(String type, long number) {
    /** The id of a node of this type. */
    public static String of(String type, long number) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString((type + ":" + number).getBytes(UTF_8));
    }

    /** The number that a node's id stands for; empty where we never gave such an id to a node of this type. */
    public static Optional<Long> number(String type, String id) {
        return parse(id).filter(node -> node.type.equals(type)).map(NodeId::number);
    }

    /** What an id stands for; empty where we never gave such an id. */
    public static Optional<NodeId> parse(String id) {
        try {
            String text = new String(Base64.getUrlDecoder().decode(id), UTF_8);
            int colon = text.indexOf(':');
            return colon < 0
                    ? Optional.empty()
                    : Optional.of(new NodeId(text.substring(0, colon), Long.parseLong(text.substring(colon + 1))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
