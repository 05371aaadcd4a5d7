package laurel.score.ledger;

import static java.util.stream.Collectors.toMap;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.change.Change;
import laurel.change.Outbox;
import laurel.leaderboard.Leaderboard;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankIndexes;
import laurel.score.ledger.CarryOverRepository.CarriedKey;
import laurel.score.ledger.PreparedCarryOver.CarriedRanking;
import laurel.score.ledger.PreparedCarryOver.CarryOverTerms;
import laurel.score.ledger.PreparedCarryOver.OutdatedException;
import laurel.window.Window;

/**
 * Carries a fraction of the scores of one window over to another: a submission and an entry for each participant, in the same
 * groups, that count only in the other window, at its start. If groups have update modes of their own, a participant has
 * another score in each grouping, so each grouping gets a submission that counts only there.
 *
 * <p>This takes long for many participants, so almost all of it is done without the lock of the leaderboard: {@link #build}
 * writes the ledger, the entries and the rank indexes of a window that is not stored yet, in the caller's transaction. The
 * caller then takes the lock, and {@link #catchUp} writes again what has changed since, by the outbox. If the caller has
 * the lock already, {@link #carry} does all at once.
 */
@Singleton
public class CarryOver {
    /** Changes that are read at once, and the maximum number of their moves. */
    private static final int MAX_CHANGES = 1_000;

    private static final int MAX_MOVES = 10_000;

    /** Without the lock, changes are caught up with until there are few, but not forever. */
    private static final int FEW_CHANGES = 10;

    private static final int MAX_ROUNDS = 10;

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

    /** Creates the ledger's partition, before the caller's transaction. */
    public void prepare(Instant now) {
        ledger.open(List.of(now));
    }

    /**
     * Waits until no other transaction builds a carry-over of the leaderboard, and prevents others until the caller's
     * transaction ends.
     */
    public void lock(int board) {
        repository.lock(board);
    }

    /**
     * Carries the ranked scores of a window over to one that is not stored yet. The caller's transaction has {@link #lock},
     * and takes the leaderboard's lock later.
     *
     * @param sliceId slice of the other window
     */
    public PreparedCarryOver build(Leaderboard board, Window source, int sliceId, CarryOverTerms terms) {
        // The position first: what changes after it is written again.
        long position = position(board);
        List<CarriedRanking> rankings = repository.reserveRankings(source, sliceId, List.of());
        var prepared =
                new PreparedCarryOver(board, source, repository.reserveWindow(), sliceId, terms, rankings, position);
        repository.carry(prepared);
        indexes.rebuild(ids(rankings));
        for (int round = 0; round < MAX_ROUNDS; round++) {
            List<Change> changes = changes(prepared);
            prepared = apply(prepared, changes);
            if (changes.size() < FEW_CHANGES) {
                break;
            }
        }
        return prepared;
    }

    private long position(Leaderboard board) {
        return outbox.positions(List.of(board.id())).getOrDefault(board.id(), 0L);
    }

    /**
     * Carries over again what has changed since it was prepared. The caller's transaction holds the lock of the leaderboard.
     *
     * @throws OutdatedException if not all changes are known, such as those of a backfill
     */
    public PreparedCarryOver catchUp(PreparedCarryOver prepared) {
        PreparedCarryOver current = prepared;
        for (List<Change> changes = changes(current); !changes.isEmpty(); changes = changes(current)) {
            current = apply(current, changes);
        }
        // Groups with withheld entries only.
        return withAllRankings(current, current.position());
    }

    private List<Change> changes(PreparedCarryOver prepared) {
        return outbox.since(Map.of(prepared.board().id(), prepared.position()), MAX_CHANGES, MAX_MOVES);
    }

    private PreparedCarryOver apply(PreparedCarryOver prepared, List<Change> changes) {
        if (changes.isEmpty()) {
            return prepared;
        }
        Set<Long> participants = new LinkedHashSet<>();
        for (Change change : changes) {
            List<EntryMove> moves = change.moves();
            if (moves == null) {
                throw new OutdatedException("entries were changed in bulk during a carry-over");
            }
            moves.forEach(move -> participants.add(move.participantId()));
        }
        PreparedCarryOver current = withAllRankings(prepared, changes.getLast().sequence());
        carryAgain(current, participants);
        return current;
    }

    private PreparedCarryOver withAllRankings(PreparedCarryOver prepared, long position) {
        List<CarriedRanking> known = prepared.rankings();
        List<CarriedRanking> fresh = repository.reserveRankings(prepared.source(), prepared.sliceId(), known);
        return prepared.with(Stream.concat(known.stream(), fresh.stream()).toList(), position);
    }

    private void carryAgain(PreparedCarryOver prepared, Collection<Long> participants) {
        List<CarriedKey> before = repository.keys(prepared, participants);
        repository.delete(prepared, participants);
        repository.carry(prepared, participants);
        indexes.update(moves(before, repository.keys(prepared, participants)));
    }

    private static List<EntryMove> moves(List<CarriedKey> before, List<CarriedKey> after) {
        Map<CarriedKey.Entry, CarriedKey> old = byEntry(before);
        Map<CarriedKey.Entry, CarriedKey> fresh = byEntry(after);
        Set<CarriedKey.Entry> entries = new HashSet<>(old.keySet());
        entries.addAll(fresh.keySet());
        return entries.stream()
                .map(entry -> new EntryMove(
                        entry.rankingId(), CarriedKey.keyOf(old.get(entry)), CarriedKey.keyOf(fresh.get(entry))))
                .toList();
    }

    private static Map<CarriedKey.Entry, CarriedKey> byEntry(List<CarriedKey> keys) {
        return keys.stream().collect(toMap(CarriedKey::entry, Function.identity()));
    }

    /** Stores the reserved rankings of a prepared carry-over, after their window. */
    public void storeRankings(PreparedCarryOver prepared) {
        repository.storeRankings(prepared.windowId(), prepared.rankings());
    }

    /**
     * Carries over the entries that are withheld, which have changes that the outbox does not list, and reports the change of
     * all entries. The caller's transaction holds the lock of the leaderboard.
     */
    public void finish(PreparedCarryOver prepared) {
        repository.carryWithheld(prepared);
        outbox.appendWithoutMoves(prepared.board().id(), prepared.terms().now());
    }

    /**
     * Carries all over. The caller's transaction holds the lock of the leaderboard.
     *
     * @param source a closed window
     * @param target a window with a start that was just opened
     */
    public void carry(Leaderboard board, Window source, Window target, CarryOverTerms terms) {
        List<CarriedRanking> own = repository.sharedRankings(source, target);
        List<CarriedRanking> reserved = repository.reserveRankings(source, target.sliceId(), own);
        repository.storeRankings(target.id(), reserved);
        List<CarriedRanking> rankings =
                Stream.concat(own.stream(), reserved.stream()).toList();
        var all = new PreparedCarryOver(board, source, target.id(), target.sliceId(), terms, rankings, 0);
        repository.carry(all);
        indexes.rebuild(ids(rankings));
        finish(all);
    }

    private static List<Long> ids(List<CarriedRanking> rankings) {
        return rankings.stream().map(CarriedRanking::id).sorted().toList();
    }
}
