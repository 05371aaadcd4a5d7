package laurel.scoring.day;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import org.jspecify.annotations.Nullable;

/**
 * Difference between the score of a day and the stored score.
 *
 * @param current     the new score, with what was submitted before
 * @param storedScore score that is stored; null if there is none
 * @param target      the leaderboard that receives the difference; null if there is none
 */
record ScoreDifference(
        StoredPillarScore current,
        @Nullable BigDecimal storedScore,
        @Nullable Target target) {
    /**
     * The leaderboard that receives a score.
     *
     * @param middleOfDay time at which a whole score counts as achieved
     * @param byHour      whether it receives the score by the hour
     * @param due         what it should have
     */
    record Target(Leaderboard leaderboard, Instant middleOfDay, boolean byHour, ScoreParts due) {}

    /** Returns the parts that the leaderboard has not received yet. */
    List<ScorePart> pending() {
        return target == null ? List.of() : target.due.without(current.submitted(target.middleOfDay));
    }

    /** Returns whether the stored score may change. */
    boolean isChange() {
        return storedScore == null
                || storedScore.compareTo(current.score()) != 0
                || !pending().isEmpty();
    }

    /** Returns the score to store after the leaderboard has received parts of the difference, in a group. */
    StoredPillarScore submitted(Target of, Group group, List<ScorePart> parts) {
        ScoreParts submitted = current.submitted(of.middleOfDay).plus(parts);
        return new StoredPillarScore(
                current.day(),
                current.pillar(),
                current.score(),
                submitted.sum(),
                current.leaderboardId(),
                group,
                of.byHour ? submitted.list() : null);
    }
}
