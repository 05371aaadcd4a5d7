package laurel.window;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardDefinition;
import laurel.leaderboard.Season;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/**
 * Which window of which board, whether it is open yet or not.
 *
 * @param definition which of the board's
 * @param timeZone       the board's, or that of groups that have their own
 */
public record WindowKey(Leaderboard leaderboard, WindowDefinition definition, ZoneId timeZone, WindowBounds bounds) {
    /** The windows of a definition that contain an instant, the oldest first; between seasons there are none. */
    public static List<WindowKey> containing(
            Leaderboard board, WindowDefinition definition, ZoneId timeZone, Instant instant) {
        return WindowSchedule.of(board, definition, timeZone).containing(instant).stream()
                .map(bounds -> new WindowKey(board, definition, timeZone, bounds))
                .toList();
    }

    WindowSlice slice() {
        return WindowSlice.of(leaderboard, definition, bounds);
    }

    /** Whether any reader may open it. A season is opened only when it starts. */
    boolean mayOpen() {
        return definition.kind() != WindowKind.SEASON
                || leaderboard.seasons().stream()
                        .anyMatch(
                                season -> season.started() && season.startsAt().equals(bounds.startsAt()));
    }

    /**
     * When it stops taking submissions; null where it does not end. What a new season settles takes nothing more from its
     * start on.
     */
    public @Nullable Instant finalizesAt() {
        return finalizesAt(leaderboard.definition().gracePeriod());
    }

    private @Nullable Instant finalizesAt(Duration gracePeriod) {
        Instant finalizesAt = bounds.finalizesAt(gracePeriod);
        return definition.kind() == WindowKind.SEASON && finalizesAt != null
                ? leaderboard.seasons().stream()
                        .filter(season -> season.started() && season.settlesPrevious())
                        .map(Season::startsAt)
                        .filter(start -> start.isAfter(bounds.startsAt()) && start.isBefore(finalizesAt))
                        .findFirst()
                        .orElse(finalizesAt)
                : finalizesAt;
    }

    /**
     * Whether it takes submissions at this moment of the board's time if it is opened then. A season that is planned does
     * once its time has come.
     */
    public boolean takes(Instant time) {
        return takes(time, leaderboard.definition().gracePeriod());
    }

    /** Whether it takes them if it has been open: by the grace that its board had then, which may be any. */
    public boolean mayTake(Instant time) {
        return takes(time, LeaderboardDefinition.MAX_GRACE_PERIOD);
    }

    private boolean takes(Instant time, Duration gracePeriod) {
        Instant finalizesAt = finalizesAt(gracePeriod);
        return (finalizesAt == null || time.isBefore(finalizesAt))
                && (mayOpen() || !time.isBefore(requireNonNull(bounds.startsAt())));
    }
}
