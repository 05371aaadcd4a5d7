package laurel.bench.live;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import laurel.bench.bed.GraphQL;

/**
 * A subscription.
 *
 * @param message the message of the protocol
 * @param number  JSON name of a number that grows by one with each submission to the leaderboard
 * @param times   times of the leaderboard
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Subscription(String message, byte[] number, BoardTimes times) {
    /** Makes a subscription of this document and variables. */
    public static Subscription of(String document, Map<String, ?> variables, String number, BoardTimes times) {
        String payload = new String(GraphQL.body(document, variables), StandardCharsets.UTF_8);
        return new Subscription(
                "{\"id\":\"1\",\"type\":\"subscribe\",\"payload\":" + payload + "}",
                ("\"" + number + "\":").getBytes(StandardCharsets.US_ASCII),
                times);
    }
}
