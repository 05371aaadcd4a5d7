package laurel.policy;

import java.math.BigDecimal;

/** How a participant would move. */
public record TrialMove(long participantId, BigDecimal previousScore, BigDecimal score, int previousRank, int rank) {
    /** By how many ranks, up or down. */
    int distance() {
        return Math.abs(rank - previousRank);
    }
}
