package laurel.score.ledger;

import io.micronaut.context.annotation.Value;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.sql.Sql;
import laurel.rankindex.RankIndexes;
import laurel.score.ledger.SweepRepository.FinalPlace;
import laurel.score.ledger.SweepRepository.Place;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Once a minute, removes the entries, final standings and ledgers of what is gone, on every node. Each part is a
 * transaction of its own, so that none is long; what is left when a node stops, another goes on with.
 */
@Singleton
@Serving
class Sweeper {
    private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);

    private final Sql sql;
    private final SweepRepository repository;
    private final RankIndexes indexes;
    private final int part;

    /** @param part rows that are removed in one transaction */
    Sweeper(Sql sql, SweepRepository repository, RankIndexes indexes, @Value("${laurel.sweep.part:5000}") int part) {
        this.sql = sql;
        this.repository = repository;
        this.indexes = indexes;
        this.part = part;
    }

    @Scheduled(fixedDelay = "${laurel.sweep.every:60s}", initialDelay = "0s")
    @Periodic
    void run() {
        try {
            sweep();
        } catch (RuntimeException e) {
            LOG.warn("Could not sweep what is gone; the next run goes on", e);
        }
    }

    /** Removes everything that is to be removed and that no other node is busy with. */
    void sweep() {
        @Nullable RankingSwept ranking = new RankingSwept(0, Place.START, FinalPlace.START);
        while (ranking != null) {
            RankingSwept last = ranking;
            ranking = sql.inTransaction(() -> sweepRanking(last));
        }
        @Nullable LedgerSwept ledger = new LedgerSwept(0, 0);
        while (ledger != null) {
            LedgerSwept last = ledger;
            ledger = sql.inTransaction(() -> sweepLedger(last));
        }
    }

    /**
     * How far a ranking is swept.
     *
     * @param place of the last entry; null where none is left
     */
    private record RankingSwept(long ranking, @Nullable Place place, FinalPlace finalPlace) {}

    /** How far a board's ledger is swept. */
    private record LedgerSwept(int board, long participant) {}

    private @Nullable RankingSwept sweepRanking(RankingSwept last) {
        Optional<Long> next = repository.nextRanking();
        if (next.isEmpty()) {
            return null;
        }
        long ranking = next.get();
        RankingSwept swept = ranking == last.ranking ? last : new RankingSwept(ranking, Place.START, FinalPlace.START);
        return swept.place == null
                ? sweepFinalStandings(swept)
                : new RankingSwept(
                        ranking,
                        repository.sweepEntries(ranking, swept.place, part).orElse(null),
                        swept.finalPlace);
    }

    private RankingSwept sweepFinalStandings(RankingSwept swept) {
        Optional<FinalPlace> place = repository.sweepFinalStandings(swept.ranking, swept.finalPlace, part);
        if (place.isEmpty()) {
            indexes.delete(List.of(swept.ranking));
            repository.forgetRanking(swept.ranking);
        }
        return new RankingSwept(swept.ranking, null, place.orElse(FinalPlace.START));
    }

    private @Nullable LedgerSwept sweepLedger(LedgerSwept last) {
        Optional<Integer> next = repository.nextBoard();
        if (next.isEmpty()) {
            return null;
        }
        int board = next.get();
        long from = board == last.board ? last.participant : 0;
        Long participant = repository.sweepLedger(board, from, part);
        if (participant == null) {
            repository.forgetBoard(board);
        }
        return new LedgerSwept(board, participant == null ? 0 : participant);
    }
}
