package laurel.score.removal;

import io.micronaut.serde.annotation.Serdeable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The remaining leaderboards of a job that removes entries, in order of ID.
 *
 * @param total number of leaderboards at the start
 */
@Serdeable
record RemovalPlan(List<Integer> left, int total) {
    /** The plan after the next leaderboard; null if none remains. */
    @Nullable
    RemovalPlan rest() {
        return left.size() <= 1 ? null : new RemovalPlan(left.subList(1, left.size()), total);
    }
}
