package laurel.lifecycle;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
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
import laurel.lifecycle.FinalRepository.Closed;
import laurel.lifecycle.FinalRepository.Wanted;

/**
 * Makes windows final.
 *
 * <p>The ranks are those of one snapshot, and storing them, which takes long for large rankings, holds no lock that
 * requests wait for. A correction of the window meanwhile changes its row; then the transaction cannot be committed, and the next
 * run begins again. Only the moment in which it comes to stand is under the board's lock.
 */
@Singleton
class Finalizer {
    private final Sql sql;
    private final Leaderboards leaderboards;
    private final FinalRepository repository;
    private final Events events;
    private final ClockDrift drift;

    Finalizer(Sql sql, Leaderboards leaderboards, FinalRepository repository, Events events, ClockDrift drift) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.repository = repository;
        this.events = events;
        this.drift = drift;
    }

    /** The result of an attempt. */
    enum Outcome {
        /** A window is final. */
        DONE,
        /** There was nothing to do. */
        NOTHING,
        /** Another node is at it. */
        CLAIMED
    }

    /** Closes the windows of a board whose grace is over by its own time, unless this node's clock is wrong. */
    void close(int app, int board, Instant now) {
        sql.useTransaction(() -> {
            Leaderboard locked = leaderboards.lock(app, Set.of(board)).get(board);
            if (locked != null && hasTime(locked) && drift.agrees()) {
                close(locked, now);
            }
        });
    }

    /** A board that lives by its submissions has no time before the first. */
    private static boolean hasTime(Leaderboard board) {
        return board.clock() == LeaderboardClock.SYSTEM || board.clockAt() != null;
    }

    private void close(Leaderboard board, Instant now) {
        List<Closed> closed = repository.close(board.id(), board.time(now));
        closed.stream()
                .map(Closed::finalizesAt)
                .max(Comparator.naturalOrder())
                .ifPresent(through -> repository.finalizedThrough(board.id(), through));
        events.publishOnce(
                closed.stream().flatMap(window -> ended(board, window, now)).toList());
    }

    /** Where the window is a season's, that this has ended. */
    private static Stream<NewEvent> ended(Leaderboard board, Closed window, Instant now) {
        if (window.kind() != WindowKind.SEASON) {
            return Stream.empty();
        }
        return board.seasons().stream()
                .filter(season -> season.startsAt().equals(window.startsAt()))
                .map(Season::number)
                .map(number ->
                        new NewEvent(board.appId(), EventType.SEASON_ENDED, board.id(), window.id(), number, now));
    }

    /** Stores the ranks of the window of a board that was closed, or is to be corrected, and fell due first. */
    Outcome finalizeNext(int board, Instant now) {
        return sql.inSnapshot(() -> {
            repository.inOrder();
            if (!repository.claim(board)) {
                return Outcome.CLAIMED;
            }
            Optional<Wanted> next = repository.next(board);
            next.ifPresent(window -> store(window, now));
            return next.isPresent() ? Outcome.DONE : Outcome.NOTHING;
        });
    }

    private void store(Wanted window, Instant now) {
        repository.store(window);
        leaderboards.lock(window.appId(), Set.of(window.leaderboardId()));
        repository.stored(window, now);
        EventType kind = window.revision() == 0 ? EventType.WINDOW_FINALIZED : EventType.WINDOW_CORRECTED;
        int number = window.wantedRevision();
        events.publish(List.of(new NewEvent(window.appId(), kind, window.leaderboardId(), window.id(), number, now)));
    }
}
