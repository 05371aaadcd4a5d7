package laurel.score.ledger;

import io.micronaut.core.annotation.Introspected;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import laurel.leaderboard.Leaderboard;
import laurel.window.Window;

/**
 * Carried scores that were written before the lock of the leaderboard was taken, in the same transaction. No ranking has them
 * until their window and its rankings are stored.
 *
 * @param board    as it was read without the lock
 * @param source   the window whose scores are carried over
 * @param windowId reserved for the window that gets them
 * @param sliceId  slice of that window
 * @param terms    what is carried over
 * @param rankings reserved rankings of that window
 * @param position changes of the leaderboard up to this sequence of the outbox are in the carried scores
 */
public record PreparedCarryOver(
        Leaderboard board,
        Window source,
        long windowId,
        int sliceId,
        CarryOverTerms terms,
        List<CarriedRanking> rankings,
        long position) {

    /**
     * What is carried over.
     *
     * @param startsAt start of the window that gets the scores
     * @param fraction of each score, rounded half to even to the leaderboard's decimals; subscores start at 0
     */
    public record CarryOverTerms(Instant startsAt, BigDecimal fraction, Instant now) {}

    /**
     * A ranking that gets the entries of another one.
     *
     * @param sourceId ranking of the same group in the window whose scores are carried over
     */
    @Introspected
    public record CarriedRanking(long sourceId, long id) {}

    /** Whether it is the carry-over of these terms on a leaderboard that has not changed. */
    public boolean fits(Leaderboard locked, CarryOverTerms requested) {
        return board.id() == locked.id()
                && board.version() == locked.version()
                && board.time(terms.now).equals(locked.time(terms.now))
                && terms.equals(requested);
    }

    PreparedCarryOver with(List<CarriedRanking> all, long sequence) {
        return new PreparedCarryOver(board, source, windowId, sliceId, terms, all, sequence);
    }

    /** A prepared carry-over does not agree with the leaderboard that was locked. The scores are carried over again. */
    public static final class OutdatedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        public OutdatedException(String message) {
            super(message);
        }
    }
}
