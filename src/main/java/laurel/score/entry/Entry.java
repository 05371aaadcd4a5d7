package laurel.score.entry;

import java.time.Instant;
import laurel.database.sql.Json;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.TieRule;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * What stands for a participant in a ranking, or would.
 *
 * @param score        fixed-point
 * @param achievedAt   when it was reached
 * @param submissionId the submission that made it what it is
 */
public record Entry(
        long score,
        long subscore,
        Instant achievedAt,
        long submissionId,
        @Nullable Json metadata) {

    /**
     * What stands once {@code submitted} has met {@code standing}: score and subscore of one attempt, never mixed; among
     * equal bests the one that the board's tie rule prefers, so the order of arrival does not matter. Refuses a sum that
     * leaves 64 bits as SCORE_OUT_OF_RANGE.
     */
    public static Entry combine(Leaderboard board, @Nullable Entry standing, Entry submitted) {
        return standing == null
                ? submitted
                : switch (board.updateMode()) {
                    case REPLACE -> submitted;
                    case INCREMENT -> standing.plus(board, submitted);
                    case MAX ->
                        submitted.beats(standing, submitted.compare(standing), board.tieRule()) ? submitted : standing;
                    case MIN ->
                        submitted.beats(standing, standing.compare(submitted), board.tieRule()) ? submitted : standing;
                };
    }

    private Entry plus(Leaderboard board, Entry submitted) {
        try {
            return new Entry(
                    Math.addExact(score, submitted.score),
                    Math.addExact(subscore, submitted.subscore),
                    achievedAt.isAfter(submitted.achievedAt) ? achievedAt : submitted.achievedAt,
                    submitted.submissionId,
                    submitted.metadata);
        } catch (ArithmeticException e) {
            throw new RefusedException(
                    ErrorCode.SCORE_OUT_OF_RANGE,
                    "The sum with the present score " + board.scoreFormat().format(score) + " exceeds 64 bits.",
                    "score");
        }
    }

    private int compare(Entry other) {
        int byScore = Long.compare(score, other.score);
        return byScore != 0 ? byScore : Long.compare(subscore, other.subscore);
    }

    private boolean beats(Entry standing, int comparison, TieRule tieRule) {
        return comparison > 0 || (comparison == 0 && tieRule.key(achievedAt) < tieRule.key(standing.achievedAt));
    }
}
