package laurel.score.ledger;

import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import laurel.change.Outbox;
import laurel.leaderboard.Leaderboard;
import laurel.rankindex.RankIndexes;
import laurel.window.Window;

/** Starts a window with a fraction of what stood in another. */
@Singleton
public class Carry {
    private final Ledger ledger;
    private final CarryRepository repository;
    private final RankIndexes indexes;
    private final Outbox outbox;

    Carry(Ledger ledger, CarryRepository repository, RankIndexes indexes, Outbox outbox) {
        this.ledger = ledger;
        this.repository = repository;
        this.indexes = indexes;
        this.outbox = outbox;
    }

    /** Makes the ledger's partition that carrying at this moment needs, before the transaction that does. */
    public void prepare(Instant now) {
        ledger.open(now);
    }

    /**
     * Gives everybody who stands in a window a submission that counts in another one alone, at its start, and stands in
     * it: in the groups in which they stood. Within the caller's transaction, which holds the lock of the board.
     *
     * @param from takes no more submissions
     * @param to   has just been opened, and has a start
     * @param fraction of each score, rounded to the board's decimals, half to even; subscores start at 0
     */
    public void carry(Leaderboard board, Window from, Window to, BigDecimal fraction, Instant now) {
        repository.makeRankings(from, to);
        repository.carry(board, from, to, fraction, now);
        indexes.rebuild(repository.rankings(to));
        outbox.noteAnew(board.id(), now);
    }
}
