package laurel.score.submission;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.Map;
import laurel.database.sql.Json;
import laurel.participant.ParticipantInput;
import org.jspecify.annotations.Nullable;

/**
 * The fact that a client sends: a participant achieved a score.
 *
 * @param participant    created or updated with what is set here
 * @param score          a decimal number with at most the decimals of the leaderboard; null removes the entry if the
 *                       update mode is REPLACE, otherwise it changes nothing
 * @param subscore       64-bit; orders equal scores, in the sort order of the leaderboard
 * @param group          values of attributes of the leaderboard's groupings; those left out are the participant's own
 * @param achievedAt     null for the time of receipt
 * @param metadata       a JSON object of at most 4 KiB, stored with the entry
 * @param idempotencyKey 1 to 128 characters; a retry with the same key changes nothing
 */
@Introspected
public record ScoreSubmissionInput(
        String leaderboardKey,
        ParticipantInput participant,
        @Nullable String score,
        long subscore,
        Map<String, String> group,
        @Nullable Instant achievedAt,
        @Nullable Json metadata,
        @Nullable String idempotencyKey) {}
