package laurel.lifecycle;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import laurel.change.Outbox;
import laurel.database.ClockDrift;
import laurel.database.sql.Sql;
import laurel.event.EventType;
import laurel.event.Events;
import laurel.event.NewEvent;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.Season;
import laurel.leaderboard.WindowKind;
import laurel.lifecycle.DueRepository.LeaderboardRef;
import laurel.lifecycle.FinalizationRepository.ClosedWindow;
import laurel.lifecycle.FinalizationRepository.FailedWindow;
import laurel.lifecycle.FinalizationRepository.WindowToStore;
import laurel.window.CloseHold;
import org.jspecify.annotations.Nullable;

/**
 * Finalizes windows: closes them and stores their ranks.
 *
 * <p>The ranks are those of one snapshot. Storing the ranks of a large window takes long, and holds no lock on which others
 * wait; only the last step holds the leaderboard's lock. A concurrent correction changes the window's row: then the
 * transaction fails, and the next run repeats it, the fourth time under the lock if the window has not been final yet.
 */
@Singleton
class Finalizer {
    /** Failed attempts after which an event is published. */
    static final int REPEATED_FAILURES = 3;

    private final Sql sql;
    private final Leaderboards leaderboards;
    private final FinalizationRepository repository;
    private final Outbox outbox;
    private final Events events;
    private final ClockDrift drift;
    private final List<CloseHold> holds;

    Finalizer(
            Sql sql,
            Leaderboards leaderboards,
            FinalizationRepository repository,
            Outbox outbox,
            Events events,
            ClockDrift drift,
            List<CloseHold> holds) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.repository = repository;
        this.outbox = outbox;
        this.events = events;
        this.drift = drift;
        this.holds = holds;
    }

    /** Result of an attempt. */
    enum FinalizationOutcome {
        /** A window was finalized. */
        DONE,
        /** There was nothing to do. */
        NOTHING,
        /** Another node finalizes windows of the leaderboard. */
        CLAIMED
    }

    /** Closes the windows of a leaderboard that are past their grace period, unless this node's clock is wrong. */
    void close(int app, int board, Instant now) {
        sql.useTransaction(() -> {
            Leaderboard locked = leaderboards.lock(app, Set.of(board)).get(board);
            if (locked != null && hasTime(locked) && drift.agrees()) {
                close(locked, now);
            }
        });
    }

    /** With the SUBMISSIONS clock, a leaderboard has no time before the first submission. */
    private static boolean hasTime(Leaderboard board) {
        return board.clock() == LeaderboardClock.SYSTEM || board.clockAt() != null;
    }

    private void close(Leaderboard board, Instant now) {
        List<ClosedWindow> closed = repository.close(board.id(), board.time(CloseHold.earliest(holds, board, now)));
        closed.stream()
                .map(ClosedWindow::finalizesAt)
                .max(Comparator.naturalOrder())
                .ifPresent(last -> repository.finalizedThrough(board.id(), last));
        events.publishOnce(
                closed.stream().flatMap(window -> ended(board, window, now)).toList());
    }

    /** Returns the event of the end of a season; empty for other windows. */
    private static Stream<NewEvent> ended(Leaderboard board, ClosedWindow window, Instant now) {
        if (window.kind() != WindowKind.SEASON) {
            return Stream.empty();
        }
        return board.seasons().stream()
                .filter(season -> season.startsAt().equals(window.startsAt()))
                .map(Season::number)
                .map(number ->
                        new NewEvent(board.appId(), EventType.SEASON_ENDED, board.id(), window.id(), number, now));
    }

    /** Stores the ranks of the first due window of a leaderboard. Fails if the window is corrected meanwhile. */
    FinalizationOutcome finalizeNext(LeaderboardRef board, Instant now) {
        return sql.inSnapshot(() -> {
            repository.readInOrder();
            return storeNext(board, now, window -> true);
        });
    }

    /**
     * Does the same under the lock of the leaderboard, so that the window cannot be corrected meanwhile; submissions to the
     * leaderboard wait. Not for a window that was final before: its corrections can wait, because ranks are read from its entries
     * until then.
     */
    FinalizationOutcome finalizeNextLocked(LeaderboardRef board, Instant now) {
        return sql.inTransaction(() -> {
            repository.readInOrder();
            leaderboards.lock(board.appId(), Set.of(board.id()));
            return storeNext(board, now, window -> window.revision() == 0);
        });
    }

    /** The window of a leaderboard whose ranks are stored next, if it has not been final yet. Null if it has, or there is none. */
    @Nullable
    Long nextNew(LeaderboardRef board) {
        return repository
                .next(board.id())
                .filter(window -> window.revision() == 0)
                .map(WindowToStore::id)
                .orElse(null);
    }

    private FinalizationOutcome storeNext(LeaderboardRef board, Instant now, Predicate<WindowToStore> condition) {
        if (!repository.tryLock(board.id())) {
            return FinalizationOutcome.CLAIMED;
        }
        Optional<WindowToStore> next = repository.next(board.id()).filter(condition);
        next.ifPresent(window -> store(window, now));
        return next.isPresent() ? FinalizationOutcome.DONE : FinalizationOutcome.NOTHING;
    }

    /** Counts a failed attempt to store ranks. Publishes an event when a window has failed repeatedly, once until it succeeds. */
    void countFailure(int board, Instant now) {
        sql.useTransaction(() -> {
            FailedWindow window = repository.countFailure(board);
            if (window != null && window.finalizationFailures() == REPEATED_FAILURES) {
                events.publish(List.of(new NewEvent(
                        window.appId(),
                        EventType.WINDOW_FINALIZATION_FAILED,
                        window.leaderboardId(),
                        window.id(),
                        null,
                        now)));
            }
        });
    }

    private void store(WindowToStore window, Instant now) {
        repository.store(window);
        leaderboards.lock(window.appId(), Set.of(window.leaderboardId()));
        repository.setFinal(window, now);
        // Another window may expire now.
        outbox.wake(window.leaderboardId());
        EventType kind = window.revision() == 0 ? EventType.WINDOW_FINALIZED : EventType.WINDOW_CORRECTED;
        int number = window.requestedRevision();
        events.publish(List.of(new NewEvent(window.appId(), kind, window.leaderboardId(), window.id(), number, now)));
    }
}
