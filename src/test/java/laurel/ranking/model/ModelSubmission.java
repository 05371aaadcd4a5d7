package laurel.ranking.model;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A submission as a test sends it. Equal ones have the same body.
 *
 * @param says what its metadata holds
 */
record ModelSubmission(
        String who,
        String score,
        long subscore,
        @Nullable Instant achievedAt,
        @Nullable Integer says,
        @Nullable String idempotencyKey,
        Map<String, String> group) {

    Map<String, Object> input(String board) {
        Map<String, Object> input = new HashMap<>();
        input.put("leaderboardKey", board);
        input.put("participant", Map.of("externalId", who));
        input.put("score", score);
        input.put("subscore", Long.toString(subscore));
        if (achievedAt != null) {
            input.put("achievedAt", achievedAt.toString());
        }
        if (says != null) {
            input.put("metadata", Map.of("says", says));
        }
        if (idempotencyKey != null) {
            input.put("idempotencyKey", idempotencyKey);
        }
        if (!group.isEmpty()) {
            input.put("group", group);
        }
        return input;
    }
}
