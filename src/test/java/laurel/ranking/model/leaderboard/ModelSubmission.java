package laurel.ranking.model.leaderboard;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A submission to send. Equal submissions have equal request bodies.
 *
 * @param note content of its metadata
 */
public record ModelSubmission(
        String participant,
        String score,
        long subscore,
        @Nullable Instant achievedAt,
        @Nullable Integer note,
        @Nullable String idempotencyKey,
        Map<String, String> group) {

    public Map<String, Object> input(String board) {
        Map<String, Object> input = new HashMap<>();
        input.put("leaderboardKey", board);
        input.put("participant", Map.of("externalId", participant));
        input.put("score", score);
        input.put("subscore", Long.toString(subscore));
        if (achievedAt != null) {
            input.put("achievedAt", achievedAt.toString());
        }
        if (note != null) {
            input.put("metadata", Map.of("note", note));
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
