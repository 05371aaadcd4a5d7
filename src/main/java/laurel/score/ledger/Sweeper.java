package laurel.score.ledger;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.sql.Sql;
import laurel.rankindex.RankIndexes;
import laurel.score.ledger.SweepRepository.SweptEntry;
import laurel.score.ledger.SweepRepository.SweptFinalStanding;
import org.jspecify.annotations.Nullable;

/**
 * Removes rows of deleted leaderboards and expired windows: entries, final standings and submissions. Runs once a minute on
 * every node. Each part is a short transaction; if a node stops, another one continues.
 */
@Singleton
@Serving
class Sweeper {
    private final Sql sql;
    private final SweepRepository repository;
    private final RankIndexes indexes;
    private final int partSize;

    /** @param partSize rows removed in one transaction */
    Sweeper(
            Sql sql,
            SweepRepository repository,
            RankIndexes indexes,
            @Value("${laurel.sweep.batch-size:5000}") int partSize) {
        this.sql = sql;
        this.repository = repository;
        this.indexes = indexes;
        this.partSize = partSize;
    }

    @Periodic(value = "remove rows of deleted leaderboards", every = "laurel.sweep.every:60s", first = "0s")
    void run() {
        sweep();
    }

    /** Removes all rows that no other node is removing. */
    void sweep() {
        @Nullable RankingProgress ranking = new RankingProgress(0, SweptEntry.NONE, SweptFinalStanding.NONE);
        while (ranking != null) {
            RankingProgress last = ranking;
            ranking = sql.inTransaction(() -> sweepRanking(last));
        }
        @Nullable LedgerProgress ledger = new LedgerProgress(0, 0);
        while (ledger != null) {
            LedgerProgress last = ledger;
            ledger = sql.inTransaction(() -> sweepLedger(last));
        }
    }

    /**
     * The progress in a ranking.
     *
     * @param entry the last removed entry; null if no entry remains
     */
    private record RankingProgress(long ranking, @Nullable SweptEntry entry, SweptFinalStanding finalStanding) {}

    /** The progress in the submissions of a leaderboard. */
    private record LedgerProgress(int board, long participant) {}

    private @Nullable RankingProgress sweepRanking(RankingProgress last) {
        Optional<Long> next = repository.nextRanking();
        if (next.isEmpty()) {
            return null;
        }
        long ranking = next.get();
        RankingProgress swept =
                ranking == last.ranking ? last : new RankingProgress(ranking, SweptEntry.NONE, SweptFinalStanding.NONE);
        return swept.entry == null
                ? sweepFinalStandings(swept)
                : new RankingProgress(
                        ranking,
                        repository.sweepEntries(ranking, swept.entry, partSize).orElse(null),
                        swept.finalStanding);
    }

    private RankingProgress sweepFinalStandings(RankingProgress swept) {
        Optional<SweptFinalStanding> removed =
                repository.sweepFinalStandings(swept.ranking, swept.finalStanding, partSize);
        if (removed.isEmpty()) {
            indexes.delete(List.of(swept.ranking));
            repository.deleteRanking(swept.ranking);
        }
        return new RankingProgress(swept.ranking, null, removed.orElse(SweptFinalStanding.NONE));
    }

    private @Nullable LedgerProgress sweepLedger(LedgerProgress last) {
        Optional<Integer> next = repository.nextBoard();
        if (next.isEmpty()) {
            return null;
        }
        int board = next.get();
        long from = board == last.board ? last.participant : 0;
        Long participant = repository.sweepLedger(board, from, partSize);
        if (participant == null) {
            repository.deleteBoard(board);
        }
        return new LedgerProgress(board, participant == null ? 0 : participant);
    }
}
