package laurel.change;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import laurel.change.OutboxRepository.NewChange;
import laurel.database.partition.GrowingTable;
import laurel.database.signal.Signal;
import laurel.database.signal.Signal.Topic;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardListener;
import laurel.rankindex.EntryMove;

/** Stores the changes of rankings, and signals them to consumers. */
@Singleton
public class Outbox implements LeaderboardListener, GrowingTable {
    static final String TABLE = "change_outbox";

    private final Sql sql;
    private final OutboxRepository repository;
    private final OutboxDayRepository days;
    private final Signals signals;
    private final int maxMoves;

    /**
     * @param maxMoves maximum number of entry moves of a change; a change of more entries is stored without moves
     */
    Outbox(
            Sql sql,
            OutboxRepository repository,
            OutboxDayRepository days,
            Signals signals,
            @Value("${laurel.outbox.max-moves:10000}") int maxMoves) {
        this.sql = sql;
        this.repository = repository;
        this.days = days;
        this.signals = signals;
        this.maxMoves = maxMoves;
    }

    /** Creates the partitions of this day and the next, so that no submission waits for them. */
    @Override
    public void openAhead(Instant now) {
        OutboxDay day = OutboxDay.of(now);
        sql.useTransaction(() -> List.of(day, day.next()).forEach(one -> days.open(one)));
    }

    /**
     * Stores the changes of leaderboards, in the transaction that makes them. It holds the locks of the leaderboards,
     * so their sequences ascend in the order of the commits. Signals consumers after the commit.
     *
     * @param byLeaderboard empty lists if windows expire, which moves no entry
     */
    public void append(Map<Integer, List<EntryMove>> byLeaderboard, Instant now) {
        write(
                byLeaderboard.entrySet().stream()
                        .map(board -> newChange(board.getKey(), board.getValue()))
                        .toList(),
                now);
    }

    private NewChange newChange(int board, List<EntryMove> moves) {
        return new NewChange(board, true, moves.size() > maxMoves ? null : moves);
    }

    /** Stores a change without moves, as {@link #append} does for too many. */
    public void appendWithoutMoves(int board, Instant now) {
        write(List.of(new NewChange(board, true, null)), now);
    }

    /** Stores a change without moves that gives no entry a new score. */
    public void appendWithoutNewScores(int board, Instant now) {
        write(List.of(new NewChange(board, false, null)), now);
    }

    private void write(List<NewChange> boards, Instant now) {
        if (boards.isEmpty()) {
            return;
        }
        Supplier<Integer> inserted = repository.insert(boards, now);
        sql.beforeCommit(() -> {
            if (inserted.get() == 0) {
                days.open(OutboxDay.of(now));
                repository.insert(boards, now);
            }
        });
        wake(boards.stream().map(NewChange::board).toList());
    }

    /**
     * Signals consumers of a leaderboard after the commit, without a change of its rankings.
     */
    public void wake(int board) {
        wake(List.of(board));
    }

    /**
     * The positions of leaderboards in this snapshot: the sequence of their last change, or {@link #floor} if none is
     * stored.
     */
    public Map<Integer, Long> positions(Collection<Integer> boards) {
        return repository.positions(boards);
    }

    /**
     * The changes of leaderboards after these sequences, in order.
     *
     * @param maxChanges maximum number of changes of all leaderboards, the earliest first
     * @param maxMoves   maximum number of moves of all of these; the first change may have more
     */
    public List<Change> since(Map<Integer, Long> after, int maxChanges, int maxMoves) {
        return repository.since(after, maxChanges, maxMoves);
    }

    /** Changes up to this sequence may have been dropped; 0 if none has. */
    public long floor() {
        return repository.floor();
    }

    private void wake(Collection<Integer> boards) {
        signals.afterCommit(boards.stream()
                .map(board -> new Signal(Topic.LEADERBOARD, board))
                .collect(Collectors.toSet()));
    }

    @Override
    public void created(Leaderboard leaderboard, Instant now) {
        wake(leaderboard.id());
    }

    @Override
    public void changed(Leaderboard before, Leaderboard after, Instant now) {
        wake(after.id());
    }

    /** Stores no change, because the leaderboard does not exist any more. */
    @Override
    public void deleted(Leaderboard leaderboard, Instant now) {
        wake(leaderboard.id());
    }
}
