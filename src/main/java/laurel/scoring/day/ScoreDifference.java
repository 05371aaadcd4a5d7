package laurel.scoring.day;

import java.math.BigDecimal;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import org.jspecify.annotations.Nullable;

/**
 * Difference between the score of a day and the stored score.
 *
 * @param current     the new score, with what was submitted before
 * @param storedScore score that is stored; null if there is none
 * @param leaderboard leaderboard that receives the difference; null if there is none
 */
record ScoreDifference(
        StoredPillarScore current,
        @Nullable BigDecimal storedScore,
        @Nullable Leaderboard leaderboard) {
    /** Returns the part of the score that the leaderboard has not received yet. */
    BigDecimal pending() {
        return current.score().subtract(current.submittedScore());
    }

    boolean isSubmittable() {
        return leaderboard != null && pending().signum() != 0;
    }

    /** Returns whether the stored score may change. */
    boolean isChange() {
        return storedScore == null || storedScore.compareTo(current.score()) != 0 || isSubmittable();
    }

    /** Returns the score to store after the leaderboard has received the difference, in a group. */
    StoredPillarScore submitted(Group group) {
        return new StoredPillarScore(
                current.day(), current.pillar(), current.score(), current.score(), current.leaderboardId(), group);
    }
}
