package laurel.season;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.change.Outbox;
import laurel.event.EventType;
import laurel.event.Events;
import laurel.event.NewEvent;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.Season;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import laurel.score.ledger.CarryOver;
import laurel.score.ledger.PreparedCarryOver;
import laurel.score.ledger.PreparedCarryOver.CarryOverTerms;
import laurel.score.ledger.PreparedCarryOver.OutdatedException;
import laurel.window.CloseHold;
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
    private final List<CloseHold> closeHolds;

    SeasonWriter(
            Leaderboards leaderboards,
            Windows windows,
            CarryOver carryOver,
            SeasonRepository repository,
            Outbox outbox,
            Events events,
            List<ExpiryHold> holds,
            List<CloseHold> closeHolds) {
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.carryOver = carryOver;
        this.repository = repository;
        this.outbox = outbox;
        this.events = events;
        this.holds = holds;
        this.closeHolds = closeHolds;
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
     * Whether the scores of the previous season can be carried over before the leaderboard is locked: a schedule starts one
     * season, with {@code carryOver}. With the clock SUBMISSIONS, the submission that starts it determines the time.
     */
    static boolean preparesCarryOver(Leaderboard board, SeasonSchedule plan, Instant now) {
        List<Season> fresh = fresh(board, plan.started(now));
        return fresh.size() == 1
                && fresh.getFirst().number() > 1
                && fresh.getFirst().carryOver() != null
                && board.scoredAt() != null
                && board.clock() == LeaderboardClock.SYSTEM;
    }

    /** Prevents other transactions from preparing a start of the leaderboard, until the caller's ends. */
    void lockCarryOver(int board) {
        carryOver.lock(board);
    }

    /**
     * Carries the scores over for the season that a schedule starts, in the caller's transaction, which locks the leaderboard
     * afterwards. Null if the leaderboard has no window of the previous season.
     */
    @Nullable
    PreparedCarryOver carryOver(Leaderboard board, SeasonSchedule plan, Instant now) {
        SeasonSchedule started = plan.started(now);
        Season season = fresh(board, started).getFirst();
        WindowKey key = key(board, started.seasons(), season.number());
        return repository
                .find(key(board, started.seasons(), season.number() - 1))
                .filter(before -> before.expiredAt() == null)
                .map(before -> carryOver.build(board, before, windows.slice(key, now), terms(season, now)))
                .orElse(null);
    }

    private static CarryOverTerms terms(Season season, Instant now) {
        return new CarryOverTerms(season.startsAt(), requireNonNull(season.carryOver()), now);
    }

    /** Returns the seasons that were planned on the leaderboard and have started. */
    private static List<Season> fresh(Leaderboard board, SeasonSchedule started) {
        return started.seasons().stream()
                .filter(Season::started)
                .filter(season -> !wasStarted(board, season))
                .toList();
    }

    /**
     * Stores a schedule and starts its due seasons, in the caller's transaction, which holds the leaderboard's lock.
     *
     * @param board    before the change
     * @param prepared the carry-over of the season that starts; null if all of it is still to be done
     * @return the leaderboard after the change
     * @throws OutdatedException if another season starts, or the leaderboard has changed since the carry-over was prepared
     */
    Leaderboard write(Leaderboard board, SeasonSchedule plan, @Nullable PreparedCarryOver prepared, Instant now) {
        SeasonSchedule started = plan.started(now);
        List<Season> fresh = fresh(board, started);
        PreparedCarryOver carried = prepared == null ? null : upToDate(prepared, board, fresh, now);
        Leaderboard after = leaderboards.setSeasons(board, started.seasons(), settled(board, fresh, now), now);
        // Of the open windows, only that of the running season can have another end now.
        Season running = new SeasonSchedule(board.seasons(), started.reached()).running();
        if (running != null) {
            repository.setEnd(key(after, running.number()));
        }
        List<NewEvent> newEvents = new ArrayList<>();
        fresh.forEach(season -> start(after, season, carried, newEvents, now));
        outbox.wake(board.id());
        events.publish(newEvents);
        return after;
    }

    private PreparedCarryOver upToDate(PreparedCarryOver prepared, Leaderboard board, List<Season> fresh, Instant now) {
        boolean fits = fresh.size() == 1
                && fresh.getFirst().carryOver() != null
                && prepared.fits(board, terms(fresh.getFirst(), now));
        if (!fits) {
            throw new OutdatedException("another season starts than the one whose scores were carried over");
        }
        return carryOver.catchUp(prepared);
    }

    private static boolean wasStarted(Leaderboard board, Season season) {
        return board.seasons().size() >= season.number()
                && board.seasons().get(season.number() - 1).started();
    }

    /**
     * Returns the last start that closes its previous season: the leaderboard's time does not go back before it, even if a clock
     * is slow. An earlier time while other windows wait for submissions, which they accept as of then.
     */
    private @Nullable Instant settled(Leaderboard board, List<Season> fresh, Instant now) {
        return fresh.stream()
                .filter(season -> season.number() > 1 && season.settlesPrevious())
                .map(Season::startsAt)
                .max(Comparator.naturalOrder())
                .map(start -> closesThrough(board, start, now))
                .orElse(null);
    }

    private Instant closesThrough(Leaderboard board, Instant start, Instant now) {
        if (board.clock() == LeaderboardClock.SUBMISSIONS) {
            // No policy feeds the leaderboard, and the start may be later than now.
            return start;
        }
        Instant through = CloseHold.earliest(closeHolds, board, now);
        return start.isBefore(through) ? start : through;
    }

    private static WindowKey key(Leaderboard board, int number) {
        return key(board, board.seasons(), number);
    }

    private static WindowKey key(Leaderboard board, List<Season> seasons, int number) {
        WindowBounds bounds = WindowBounds.of(seasons.get(number - 1), seasons);
        return new WindowKey(board, definition(board).orElseThrow(), board.timeZone(), bounds);
    }

    private void start(
            Leaderboard board,
            Season season,
            @Nullable PreparedCarryOver prepared,
            List<NewEvent> newEvents,
            Instant now) {
        if (prepared != null) {
            repository.store(prepared.windowId(), prepared.sliceId(), key(board, season.number()), now);
            carryOver.storeRankings(prepared);
        }
        Window window = windows.open(key(board, season.number()), now).window();
        newEvents.add(event(board, EventType.SEASON_STARTED, window, season.number(), now));
        if (season.number() > 1 && season.settlesPrevious()) {
            repository
                    .find(key(board, season.number() - 1))
                    .filter(before -> before.expiredAt() == null)
                    .ifPresent(before -> settle(board, season, new Settled(before, window, prepared), newEvents, now));
        }
    }

    /**
     * @param before the window of the previous season
     * @param window that of the season that starts
     */
    private record Settled(
            Window before, Window window, @Nullable PreparedCarryOver prepared) {}

    private void settle(Leaderboard board, Season season, Settled settled, List<NewEvent> newEvents, Instant now) {
        Window before = settled.before;
        if (repository.close(before.id()) > 0) {
            newEvents.add(event(board, EventType.SEASON_ENDED, before, season.number() - 1, now));
        }
        if (settled.prepared != null) {
            carryOver.finish(settled.prepared);
        } else if (season.carryOver() != null) {
            carryOver.carry(board, before, settled.window, terms(season, now));
        }
        if (!season.retainPrevious() && !isHeld(board, before, now) && repository.expire(before.id(), now)) {
            outbox.append(Map.of(board.id(), List.of()), now);
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
