package laurel.ranking.snapshot;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import laurel.leaderboard.SortOrder;
import laurel.ranking.Ranks;
import laurel.request.Measured;

/** A standing of a {@link SnapshotRanking}. */
public sealed interface SnapshotStanding extends Measured {
    SnapshotRanking ranking();

    SnapshotRow row();

    /** A standing of a final ranking. */
    record FinalStanding(SnapshotRanking.FinalRanking ranking, SnapshotRow row) implements SnapshotStanding {}

    /** A standing of a ranking as of a time. */
    record PastStanding(SnapshotRanking.RankingAsOf ranking, SnapshotRow row) implements SnapshotStanding {}

    /** As a decimal. */
    default String score() {
        return new BigDecimal(fixedScore(), ranking().ranking().decimals()).toPlainString();
    }

    default BigInteger fixedScore() {
        return number(row().sortKey());
    }

    default BigInteger subscore() {
        return number(row().subscoreKey());
    }

    /** An earlier sum of scores may exceed 64 bits. */
    private BigInteger number(BigDecimal key) {
        BigInteger whole = key.toBigIntegerExact();
        return ranking().ranking().sortOrder() == SortOrder.DESCENDING ? whole.not() : whole;
    }

    @Override
    default long heldBytes() {
        return row().metadata() == null ? 0 : row().metadata().text().length();
    }

    /** A standing with its ranks among a list of participants. */
    record RelativeSnapshotStanding(Ranks ranks, SnapshotStanding standing) {
        /**
         * Ranks standings among each other.
         *
         * @param bestFirst standings of one ranking
         */
        public static List<RelativeSnapshotStanding> of(List<SnapshotStanding> bestFirst) {
            List<RelativeSnapshotStanding> relative = new ArrayList<>();
            for (SnapshotStanding standing : bestFirst) {
                RelativeSnapshotStanding last = relative.isEmpty() ? null : relative.getLast();
                relative.add(new RelativeSnapshotStanding(
                        last == null
                                ? Ranks.FIRST
                                : last.ranks.next(standing.row().ties(last.standing.row())),
                        standing));
            }
            return relative;
        }
    }
}
