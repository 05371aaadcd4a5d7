package laurel.score.ledger;

import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import laurel.change.Outbox;
import laurel.leaderboard.Leaderboard;
import laurel.rankindex.RankIndexes;
import laurel.window.Window;

/** Carries a fraction of the scores of one window over to another. */
@Singleton
public class CarryOver {
    private final Ledger ledger;
    private final CarryOverRepository repository;
    private final RankIndexes indexes;
    private final Outbox outbox;

    CarryOver(Ledger ledger, CarryOverRepository repository, RankIndexes indexes, Outbox outbox) {
        this.ledger = ledger;
        this.repository = repository;
        this.indexes = indexes;
        this.outbox = outbox;
    }

    /** Creates the ledger's partition for {@link #carry}, before the caller's transaction. */
    public void prepare(Instant now) {
        ledger.open(List.of(now));
    }

    /**
     * Stores a submission and an entry for each participant of {@code from}, in the same groups, that count only in {@code
     * to}, at its start. The caller's transaction holds the lock of the leaderboard.
     *
     * @param from     a closed window
     * @param to       a window with a start that was just opened
     * @param fraction of each score, rounded half to even to the leaderboard's decimals; subscores start at 0
     */
    public void carry(Leaderboard board, Window from, Window to, BigDecimal fraction, Instant now) {
        repository.createRankings(from, to);
        repository.carry(board, from, to, fraction, now);
        indexes.rebuild(repository.rankings(to));
        outbox.appendWithoutMoves(board.id(), now);
    }
}
