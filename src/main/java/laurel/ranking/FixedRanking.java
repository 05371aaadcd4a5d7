package laurel.ranking;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A ranking that does not change any more: as it ended, or as it was at an earlier time. */
sealed interface FixedRanking {
    Ranking ranking();

    /** Null if it is not a final ranking. */
    @Nullable
    Integer revision();

    /** Null if it is a final ranking. */
    @Nullable
    Instant time();

    /** Number of its standings; null if they have to be counted. */
    @Nullable
    Integer entryCount();

    /** The name that its list has in cursors. */
    String list();

    FixedStanding standing(FixedRow row);

    /**
     * A ranking as it ended.
     *
     * @param revision    from 1
     * @param finalizedAt when this revision was stored
     */
    record FinalRanking(Ranking ranking, Integer revision, Instant finalizedAt, Integer entryCount)
            implements FixedRanking {
        @Override
        public @Nullable Instant time() {
            return null;
        }

        @Override
        public String list() {
            return "final:" + ranking.id() + ":" + revision;
        }

        @Override
        public FixedStanding standing(FixedRow row) {
            return new FixedStanding.FinalStanding(this, row);
        }
    }

    /** A ranking as it was at a time, by the submissions that had been received and not removed then. */
    record RankingAsOf(Ranking ranking, Instant time) implements FixedRanking {
        @Override
        public @Nullable Integer revision() {
            return null;
        }

        @Override
        public @Nullable Integer entryCount() {
            return null;
        }

        @Override
        public String list() {
            return "asOf:" + ranking.id() + ":" + time;
        }

        @Override
        public FixedStanding standing(FixedRow row) {
            return new FixedStanding.PastStanding(this, row);
        }
    }
}
