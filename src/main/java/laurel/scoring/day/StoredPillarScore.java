package laurel.scoring.day;

import io.micronaut.core.annotation.Introspected;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import laurel.leaderboard.Group;
import org.jspecify.annotations.Nullable;

/**
 * Stored score of a pillar on a day.
 *
 * @param submittedScore score that the pillar's leaderboard has received, without rejected submissions
 * @param leaderboardId  target leaderboard; null if there is none
 * @param group          group in which the leaderboard received the score; null if it has received none, or the group is
 *                       unknown
 * @param submittedParts parts of the submitted score; null if all of it counts as achieved in the middle of the day
 * @param laterScore     part of the submitted score that later windows have received; null if they have received all of it
 * @param laterDueAt     when later windows receive the rest; null if they do not wait for it
 */
@Introspected
record StoredPillarScore(
        PolicyDay day,
        String pillar,
        BigDecimal score,
        BigDecimal submittedScore,
        @Nullable Integer leaderboardId,
        @Nullable Group group,
        @Nullable List<ScorePart> submittedParts,
        @Nullable BigDecimal laterScore,
        @Nullable Instant laterDueAt) {
    /** Returns whether the leaderboard has any of the score. */
    boolean isSubmitted() {
        return submittedParts == null ? submittedScore.signum() != 0 : !submittedParts.isEmpty();
    }

    StoredPillarScore withScore(BigDecimal newScore) {
        return new StoredPillarScore(
                day, pillar, newScore, submittedScore, leaderboardId, group, submittedParts, laterScore, laterDueAt);
    }

    /** Returns the same score, of which later windows do not wait for the rest. */
    StoredPillarScore notDue() {
        return dueAt(null);
    }

    /** Returns the same score, of which later windows receive the rest at another time. */
    StoredPillarScore dueAt(@Nullable Instant dueAt) {
        return new StoredPillarScore(
                day, pillar, score, submittedScore, leaderboardId, group, submittedParts, laterScore, dueAt);
    }

    /** Returns the submitted score by the time at which it counts as achieved. */
    ScoreParts submitted(Instant middleOfDay) {
        return submittedParts == null ? ScoreParts.of(middleOfDay, submittedScore) : ScoreParts.of(submittedParts);
    }
}
