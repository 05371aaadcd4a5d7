package laurel.ranking.snapshot;

import java.time.Instant;
import laurel.ranking.Ranking;
import org.jspecify.annotations.Nullable;

/** A final ranking, or a ranking as of an earlier time. Neither changes. */
public sealed interface SnapshotRanking {
    Ranking ranking();

    /** Null if it is not a final ranking. */
    @Nullable
    Integer revision();

    /** Null if it is a final ranking. */
    @Nullable
    Instant time();

    /** Number of standings. Null if they have to be counted. */
    @Nullable
    Integer entryCount();

    /** Identifies the list in cursors. */
    String list();

    SnapshotStanding standing(SnapshotRow row);

    /**
     * The ranking of a final window.
     *
     * @param revision    from 1
     * @param finalizedAt when this revision was stored
     */
    record FinalRanking(Ranking ranking, Integer revision, Instant finalizedAt, Integer entryCount)
            implements SnapshotRanking {
        @Override
        public @Nullable Instant time() {
            return null;
        }

        @Override
        public String list() {
            return "final:" + ranking.id() + ":" + revision;
        }

        @Override
        public SnapshotStanding standing(SnapshotRow row) {
            return new SnapshotStanding.FinalStanding(this, row);
        }
    }

    /** A ranking as of a time, from the submissions received and not removed by then. */
    record RankingAsOf(Ranking ranking, Instant time) implements SnapshotRanking {
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
        public SnapshotStanding standing(SnapshotRow row) {
            return new SnapshotStanding.PastStanding(this, row);
        }
    }
}
