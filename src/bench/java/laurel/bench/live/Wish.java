package laurel.bench.live;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import laurel.bench.bed.GraphQL;

/**
 * What a subscriber subscribes to.
 *
 * @param message the protocol's message
 * @param number  the JSON name of a number that grows by one with each submission to the board
 * @param times   of the board
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Wish(String message, byte[] number, BoardTimes times) {
    /** A subscription of this document and its variables. */
    public static Wish of(String document, Map<String, ?> variables, String number, BoardTimes times) {
        String payload = new String(GraphQL.body(document, variables), StandardCharsets.UTF_8);
        return new Wish(
                "{\"id\":\"1\",\"type\":\"subscribe\",\"payload\":" + payload + "}",
                ("\"" + number + "\":").getBytes(StandardCharsets.US_ASCII),
                times);
    }
}
