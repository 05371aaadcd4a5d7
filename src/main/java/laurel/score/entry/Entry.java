package laurel.score.entry;

import java.time.Instant;
import laurel.database.sql.Json;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.TieRule;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * The current score of a participant in a ranking.
 *
 * @param group        the group of the ranking
 * @param score        fixed-point
 * @param achievedAt   when the score was reached
 * @param submissionId the submission that determined the score
 */
public record Entry(
        Group group,
        long score,
        long subscore,
        Instant achievedAt,
        long submissionId,
        @Nullable Json metadata) {

    /**
     * Returns the entry after a submission, in the group of the submission. Score and subscore always come from the same
     * attempt. Among equal best scores the tie rule of the leaderboard decides, so the order of arrival does not matter.
     * Refuses a sum that exceeds 64 bits as SCORE_OUT_OF_RANGE.
     *
     * @param current the entry before; null if there is none
     */
    public static Entry combine(Leaderboard board, @Nullable Entry current, Entry submitted) {
        if (current == null) {
            return submitted;
        }
        Entry combined =
                switch (board.updateMode()) {
                    case REPLACE -> submitted;
                    case INCREMENT -> current.plus(board, submitted);
                    case MAX ->
                        submitted.beats(current, submitted.compare(current), board.tieRule()) ? submitted : current;
                    case MIN ->
                        submitted.beats(current, current.compare(submitted), board.tieRule()) ? submitted : current;
                };
        return combined.in(submitted.group);
    }

    private Entry in(Group other) {
        return group.equals(other) ? this : new Entry(other, score, subscore, achievedAt, submissionId, metadata);
    }

    private Entry plus(Leaderboard board, Entry submitted) {
        try {
            return new Entry(
                    group,
                    Math.addExact(score, submitted.score),
                    Math.addExact(subscore, submitted.subscore),
                    achievedAt.isAfter(submitted.achievedAt) ? achievedAt : submitted.achievedAt,
                    submitted.submissionId,
                    submitted.metadata);
        } catch (ArithmeticException e) {
            throw new RefusedException(
                    ErrorCode.SCORE_OUT_OF_RANGE,
                    "The sum with the current score " + board.scoreFormat().format(score) + " exceeds 64 bits.",
                    "score");
        }
    }

    private int compare(Entry other) {
        int byScore = Long.compare(score, other.score);
        return byScore != 0 ? byScore : Long.compare(subscore, other.subscore);
    }

    private boolean beats(Entry current, int comparison, TieRule tieRule) {
        return comparison > 0 || (comparison == 0 && tieRule.key(achievedAt) < tieRule.key(current.achievedAt));
    }
}
