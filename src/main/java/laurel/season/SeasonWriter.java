package laurel.season;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import laurel.change.Outbox;
import laurel.event.EventType;
import laurel.event.Events;
import laurel.event.NewEvent;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.Season;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import laurel.score.ledger.CarryOver;
import laurel.window.ExpiryHold;
import laurel.window.Window;
import laurel.window.WindowBounds;
import laurel.window.WindowKey;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;

/** Stores the seasons of a leaderboard, starts due ones and updates their windows. */
@Singleton
class SeasonWriter {
    private final Leaderboards leaderboards;
    private final Windows windows;
    private final CarryOver carryOver;
    private final SeasonRepository repository;
    private final Outbox outbox;
    private final Events events;
    private final List<ExpiryHold> holds;

    SeasonWriter(
            Leaderboards leaderboards,
            Windows windows,
            CarryOver carryOver,
            SeasonRepository repository,
            Outbox outbox,
            Events events,
            List<ExpiryHold> holds) {
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.carryOver = carryOver;
        this.repository = repository;
        this.outbox = outbox;
        this.events = events;
        this.holds = holds;
    }

    /** Returns the window definition of kind SEASON; empty if the leaderboard has none. */
    static Optional<WindowDefinition> definition(Leaderboard board) {
        return board.windowDefinitions().stream()
                .filter(definition -> definition.kind() == WindowKind.SEASON)
                .findFirst();
    }

    /** Prepares a start, in a separate transaction. */
    void prepare(Instant now) {
        carryOver.prepare(now);
    }

    /**
     * Stores a schedule and starts its due seasons, in the caller's transaction, which holds the leaderboard's lock.
     *
     * @param board before the change
     * @return the leaderboard after the change
     */
    Leaderboard write(Leaderboard board, SeasonSchedule plan, Instant now) {
        SeasonSchedule started = plan.started(now);
        List<Season> fresh = started.seasons().stream()
                .filter(Season::started)
                .filter(season -> !wasStarted(board, season))
                .toList();
        Leaderboard after = leaderboards.setSeasons(board, started.seasons(), settled(fresh), now);
        // Of the open windows, only that of the running season can have another end now.
        Season running = new SeasonSchedule(board.seasons(), started.reached()).running();
        if (running != null) {
            repository.setEnd(key(after, running.number()));
        }
        List<NewEvent> newEvents = new ArrayList<>();
        fresh.forEach(season -> start(after, season, newEvents, now));
        outbox.wake(board.id());
        events.publish(newEvents);
        return after;
    }

    private static boolean wasStarted(Leaderboard board, Season season) {
        return board.seasons().size() >= season.number()
                && board.seasons().get(season.number() - 1).started();
    }

    /**
     * Returns the last start that closes its previous season, which accepts no submissions from then on, even if a clock is
     * slow.
     */
    private static @Nullable Instant settled(List<Season> fresh) {
        return fresh.stream()
                .filter(Season::settlesPrevious)
                .map(Season::startsAt)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    private static WindowKey key(Leaderboard board, int number) {
        Season season = board.seasons().get(number - 1);
        return new WindowKey(
                board, definition(board).orElseThrow(), board.timeZone(), WindowBounds.of(season, board.seasons()));
    }

    private void start(Leaderboard board, Season season, List<NewEvent> newEvents, Instant now) {
        Window window = windows.open(key(board, season.number()), now).window();
        newEvents.add(event(board, EventType.SEASON_STARTED, window, season.number(), now));
        if (season.number() > 1 && season.settlesPrevious()) {
            repository
                    .find(key(board, season.number() - 1))
                    .filter(before -> before.expiredAt() == null)
                    .ifPresent(before -> settle(board, season, before, window, newEvents, now));
        }
    }

    private void settle(
            Leaderboard board, Season season, Window before, Window window, List<NewEvent> newEvents, Instant now) {
        if (repository.close(before.id()) > 0) {
            newEvents.add(event(board, EventType.SEASON_ENDED, before, season.number() - 1, now));
        }
        if (season.carryOver() != null) {
            carryOver.carry(board, before, window, season.carryOver(), now);
        }
        if (!season.retainPrevious() && !isHeld(board, before, now) && repository.expire(before.id(), now)) {
            outbox.appendWithoutMoves(board.id(), now);
            newEvents.add(event(board, EventType.WINDOW_EXPIRED, before, null, now));
        }
    }

    /** Whether a window still has to be read. If so, {@code Housekeeping} expires it later. */
    private boolean isHeld(Leaderboard board, Window window, Instant now) {
        return holds.stream()
                .anyMatch(hold -> !hold.held(board, List.of(window.id()), now).isEmpty());
    }

    private static NewEvent event(
            Leaderboard board, EventType kind, Window window, @Nullable Integer number, Instant now) {
        return new NewEvent(board.appId(), kind, board.id(), window.id(), number, now);
    }
}
