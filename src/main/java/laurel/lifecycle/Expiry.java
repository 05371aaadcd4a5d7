package laurel.lifecycle;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import laurel.change.LeaderboardSignals;
import laurel.change.LeaderboardSignals.Scope;
import laurel.change.Outbox;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import laurel.event.EventType;
import laurel.event.Events;
import laurel.event.NewEvent;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.WindowDefinition;
import laurel.lifecycle.DueRepository.LeaderboardRef;
import laurel.window.ExpiryHold;

/**
 * Expires final windows. Of each definition and time zone, the newest {@code retainCount} windows are retained, and those that
 * still have to be read ({@link ExpiryHold}). Also expires seasons that the next season deletes, if they had to be read first.
 */
@Singleton
class Expiry {
    /** Rankings deleted in one transaction. */
    private static final int PART = 5_000;

    /** Leaderboards whose windows one statement counts. */
    private static final int MAX_CHECKED = 1_000;

    /** Windows of a definition that expire in one transaction. Submissions to the leaderboard wait meanwhile. */
    private static final int MAX_WINDOWS = 200;

    private final Sql sql;
    private final Leaderboards leaderboards;
    private final ExpiryRepository repository;
    private final Outbox outbox;
    private final Events events;
    private final List<ExpiryHold> holds;
    /** Number of windows held by {@link #holds}, by leaderboard ID. */
    private final Map<Integer, Integer> held = new ConcurrentHashMap<>();

    private final LeaderboardSignals changed = new LeaderboardSignals();
    private final Signals.Registration listening;

    Expiry(
            Sql sql,
            Leaderboards leaderboards,
            ExpiryRepository repository,
            Outbox outbox,
            Events events,
            List<ExpiryHold> holds,
            Signals signals,
            MeterRegistry meters) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.repository = repository;
        this.outbox = outbox;
        this.events = events;
        this.holds = holds;
        Gauge.builder("laurel.windows.held", held, Expiry::sum)
                .description(
                        "Windows that expire once badges are awarded for them; of each definition up to " + MAX_WINDOWS)
                .register(meters);
        this.listening = signals.listenWithoutPolls(changed::add);
        changed.addAll();
    }

    @PreDestroy
    void stop() {
        listening.close();
    }

    /** Returns where something has changed since the last call. */
    Scope changed() {
        return changed.take().orElse(Scope.NONE);
    }

    /** The next call of {@link #changed} returns every leaderboard: signals can be lost. */
    void checkAll() {
        changed.addAll();
    }

    /** Returns the leaderboards with windows to expire among those in scope, and those whose windows were not expired before. */
    List<LeaderboardRef> boards(Scope scope) {
        try {
            return found(scope);
        } catch (RuntimeException e) {
            // The signals of the scope have been taken.
            checkAll();
            throw e;
        }
    }

    private List<LeaderboardRef> found(Scope scope) {
        Set<Integer> inScope = new TreeSet<>(scope.all() ? repository.expiring() : scope.leaderboardIds());
        inScope.addAll(held.keySet());
        List<Integer> checked = List.copyOf(inScope);
        List<LeaderboardRef> boards = new ArrayList<>();
        for (int from = 0; from < checked.size(); from += MAX_CHECKED) {
            boards.addAll(repository.overfull(checked.subList(from, Math.min(from + MAX_CHECKED, checked.size()))));
        }
        held.keySet().retainAll(boards.stream().map(LeaderboardRef::id).toList());
        boards.forEach(board -> held.putIfAbsent(board.id(), 0));
        return boards;
    }

    private static int sum(Map<Integer, Integer> numbers) {
        return numbers.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Expires the windows that a leaderboard no longer retains, some in each transaction. */
    void expire(LeaderboardRef board, Instant now) {
        boolean more = true;
        while (more) {
            more = sql.inTransaction(() -> {
                Leaderboard locked =
                        leaderboards.lock(board.appId(), Set.of(board.id())).get(board.id());
                return locked != null && expire(locked, now);
            });
        }
    }

    /** Deletes rankings of expired windows in slices that are retained because of other windows. */
    void sweepBeside(Instant now) {
        int swept;
        do {
            swept = repository.sweepBeside(now, PART);
        } while (swept == PART);
    }

    /** Returns whether any window expired. */
    private boolean expire(Leaderboard board, Instant now) {
        List<WindowDefinition> keeping = board.windowDefinitions().stream()
                .filter(definition -> definition.retainCount() != null)
                .toList();
        List<Long> over = repository.over(board.id(), keeping, MAX_WINDOWS);
        List<Long> expired = new ArrayList<>(over);
        holds.forEach(hold -> expired.removeAll(hold.held(board, over, now)));
        held.put(board.id(), over.size() - expired.size());
        if (expired.isEmpty()) {
            return false;
        }
        repository.expire(expired, now);
        repository.sweep(expired);
        outbox.append(Map.of(board.id(), List.of()), now);
        events.publish(expired.stream()
                .sorted()
                .map(window -> new NewEvent(board.appId(), EventType.WINDOW_EXPIRED, board.id(), window, null, now))
                .toList());
        return true;
    }
}
