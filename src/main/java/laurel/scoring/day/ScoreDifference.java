package laurel.scoring.day;

import java.math.BigDecimal;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import org.jspecify.annotations.Nullable;

/**
 * What a day's score is beside what is kept of it.
 *
 * @param now    with {@code taken} as it was
 * @param before the score that is kept; null where none is
 * @param board  that is to be told; null where none is
 */
record ScoreDifference(
        StoredPillarScore now,
        @Nullable BigDecimal before,
        @Nullable Leaderboard board) {
    /** What its board has not taken yet. */
    BigDecimal owed() {
        return now.score().subtract(now.taken());
    }

    boolean submits() {
        return board != null && owed().signum() != 0;
    }

    /** Whether what is kept of it may change. */
    boolean changes() {
        return before == null || before.compareTo(now.score()) != 0 || submits();
    }

    /** What is kept once its board has taken all of it, in this group. */
    StoredPillarScore taken(Group group) {
        return new StoredPillarScore(now.day(), now.pillar(), now.score(), now.score(), now.leaderboardId(), group);
    }
}
