package laurel.score.submission;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.Map;
import laurel.database.sql.Json;
import laurel.participant.ParticipantInput;
import org.jspecify.annotations.Nullable;

/**
 * The fact that a client sends: this participant achieved this score.
 *
 * @param leaderboardKey of the board
 * @param participant    who; what it says beyond the name is kept
 * @param score          a decimal number with at most the board's decimals; null is no score: where the board's update
 * mode is
 *                       REPLACE it takes the entry away, else it changes nothing
 * @param subscore       64-bit; orders equal scores, in the board's own order
 * @param group          a value for each attribute of the board's groupings
 * @param achievedAt     when; null is now
 * @param metadata       JSON object of at most 4 KiB, kept with the entry that it makes
 * @param idempotencyKey the submission's own name, 1 to 128 characters; a retry under it changes nothing
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
