package laurel.change;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.change.OutboxRepository.Noted;
import laurel.database.partition.GrowingTable;
import laurel.database.signal.Signal;
import laurel.database.signal.Signal.Topic;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardListener;
import laurel.rankindex.EntryMove;

/** What changed in the rankings of each board, in order, for as long as it is kept. */
@Singleton
public class Outbox implements LeaderboardListener, GrowingTable {
    private final Sql sql;
    private final OutboxRepository repository;
    private final OutboxDayRepository days;
    private final Signals signals;
    private final int mostShifts;

    /**
     * @param mostShifts entries of a board whose changes are told in one row; of more it is only told that there
     * were more
     */
    Outbox(
            Sql sql,
            OutboxRepository repository,
            OutboxDayRepository days,
            Signals signals,
            @Value("${laurel.outbox.most-shifts:10000}") int mostShifts) {
        this.sql = sql;
        this.repository = repository;
        this.days = days;
        this.signals = signals;
        this.mostShifts = mostShifts;
    }

    /** Makes the partitions of this day and the next, so that no submission waits for them. */
    @Override
    public void openAhead(Instant now) {
        OutboxDay day = OutboxDay.of(now);
        sql.useTransaction(() -> List.of(day, day.next()).forEach(one -> days.open(one)));
    }

    /**
     * Notes what changed in each board, in the transaction that changes it, which holds the boards' locks: so a board's
     * sequences grow in the order in which they become visible. Wakes those who follow once it is committed.
     */
    public void note(Map<Integer, List<EntryMove>> byBoard, Instant now) {
        write(
                byBoard.entrySet().stream()
                        .map(board -> noted(board.getKey(), board.getValue()))
                        .toList(),
                now);
    }

    private Noted noted(int board, List<EntryMove> shifts) {
        return new Noted(board, shifts.size() > mostShifts ? null : shifts);
    }

    /** Notes that more changed in this board than is told, as {@link #note} does. */
    public void noteAnew(int board, Instant now) {
        write(List.of(new Noted(board, null)), now);
    }

    private void write(List<Noted> boards, Instant now) {
        if (boards.isEmpty()) {
            return;
        }
        if (!repository.insert(boards, now)) {
            days.open(OutboxDay.of(now));
            repository.insert(boards, now);
        }
        wake(boards.stream().map(Noted::board).toList());
    }

    /**
     * Wakes those who follow this board once the transaction is committed: something else of it has changed than its
     * entries.
     */
    public void wake(int board) {
        wake(List.of(board));
    }

    /**
     * The sequence at which these boards stand in this snapshot, by board: that of their last change, or where none is kept,
     * {@link #floor}, which they are never before.
     */
    public Map<Integer, Long> positions(Collection<Integer> boards) {
        return repository.positions(boards);
    }

    /**
     * What changed in these boards after these sequences, each board's in order.
     *
     * @param most       changes, of all boards together, the earliest first
     * @param mostShifts shifts of all of these together; the first change may have more
     */
    public List<Change> since(Map<Integer, Long> after, int most, int mostShifts) {
        return repository.since(after, most, mostShifts);
    }

    /** Changes with sequences up to this may be gone; 0 where none are. */
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

    /** Nothing is noted: there is no board any more that anybody could read anew. */
    @Override
    public void deleted(Leaderboard leaderboard, Instant now) {
        wake(leaderboard.id());
    }
}
