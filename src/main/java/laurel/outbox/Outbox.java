package laurel.outbox;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.database.Signal;
import laurel.database.Signal.Topic;
import laurel.database.Signals;
import laurel.index.Shift;
import org.jdbi.v3.core.Handle;

/** What changed in the rankings of each board, in order, for as long as it is kept. */
@Singleton
public class Outbox {
    private final OutboxRepository repository;
    private final Signals signals;

    Outbox(OutboxRepository repository, Signals signals) {
        this.repository = repository;
        this.signals = signals;
    }

    /**
     * Notes what changed in each board, in the transaction that changes it, which holds the boards' locks: so a board's
     * sequences grow in the order in which they become visible. Wakes those who follow once it is committed.
     */
    public void note(Handle transaction, Map<Integer, List<Shift>> byBoard, Instant now) {
        if (!byBoard.isEmpty()) {
            repository.insert(transaction, byBoard, now);
            wake(transaction, byBoard.keySet());
        }
    }

    /** Notes that more changed in this board than is told, as {@link #note} does. */
    public void noteAnew(Handle transaction, int board, Instant now) {
        repository.insertAnew(transaction, board, now);
        wake(transaction, List.of(board));
    }

    /**
     * The sequence at which these boards stand in this snapshot, by board: that of their last change, or where none is kept,
     * {@link #floor}.
     */
    public Map<Integer, Long> positions(Handle handle, Collection<Integer> boards) {
        return repository.positions(handle, boards);
    }

    /**
     * What changed in these boards after these sequences, each board's in order.
     *
     * @param most how many changes at most, of all boards together, the earliest first
     */
    public List<Change> since(Handle handle, Map<Integer, Long> after, int most) {
        return repository.since(handle, after, most);
    }

    /** Changes with sequences up to this may be gone; 0 where none are. */
    public long floor(Handle handle) {
        return repository.floor(handle);
    }

    private void wake(Handle transaction, Collection<Integer> boards) {
        signals.afterCommit(
                transaction,
                boards.stream()
                        .map(board -> new Signal(Topic.LEADERBOARD, board))
                        .collect(Collectors.toSet()));
    }
}
