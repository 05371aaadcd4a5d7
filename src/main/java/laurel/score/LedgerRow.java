package laurel.score;

import java.time.Instant;
import laurel.database.Json;
import laurel.leaderboard.Leaderboard;
import org.jspecify.annotations.Nullable;

/** A submission as the ledger keeps it. */
record LedgerRow(
        long id,
        int leaderboardId,
        long participantId,
        long score,
        long subscore,
        Instant achievedAt,
        Instant receivedAt,
        Instant boardTime,
        @Nullable Json metadata,
        @Nullable String idempotencyKey,
        @Nullable String digest,
        Answer answer) {

    /** This as the result of its submission, or of a later one that repeats it. */
    SubmissionResult.Accepted accepted(Leaderboard board, boolean replayed) {
        return new SubmissionResult.Accepted(
                id, board, participantId, score, subscore, achievedAt, receivedAt, replayed, answer);
    }
}
