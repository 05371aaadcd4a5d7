package laurel.window;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.LeaderboardDefinition;
import laurel.leaderboard.Season;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a window of a leaderboard, open or not.
 *
 * @param timeZone the leaderboard's, or that of groups with their own
 */
public record WindowKey(Leaderboard leaderboard, WindowDefinition definition, ZoneId timeZone, WindowBounds bounds) {
    /** What identifies a window as long as its leaderboard has a version. */
    public record WindowIdentity(
            int leaderboard, int version, String definition, ZoneId timeZone, WindowBounds bounds) {}

    /** Returns the identity, which needs less memory, and is compared faster. */
    public WindowIdentity identity() {
        return new WindowIdentity(leaderboard.id(), leaderboard.version(), definition.key(), timeZone, bounds);
    }

    /** Returns the windows of a definition that contain an instant, oldest first; empty between seasons. */
    public static List<WindowKey> containing(
            Leaderboard board, WindowDefinition definition, ZoneId timeZone, Instant instant) {
        return WindowSchedule.of(board, definition, timeZone).containing(instant).stream()
                .map(bounds -> new WindowKey(board, definition, timeZone, bounds))
                .toList();
    }

    /** Cheaper than hashing the definition, and as selective: each submission looks up all its windows. */
    @Override
    public int hashCode() {
        int hash = 31 * leaderboard.hashCode() + definition.key().hashCode();
        return 31 * (31 * hash + timeZone.hashCode()) + bounds.name().hashCode();
    }

    WindowSlice slice() {
        return WindowSlice.of(leaderboard, definition, bounds);
    }

    /** Whether it may be opened on demand. A season may be opened only once it was started. */
    boolean mayOpen() {
        return definition.kind() != WindowKind.SEASON
                || season().filter(Season::started).isPresent();
    }

    /** Returns the season of a window of kind SEASON. */
    private Optional<Season> season() {
        return leaderboard.seasons().stream()
                .filter(season -> season.startsAt().equals(bounds.startsAt()))
                .findFirst();
    }

    /** Whether it is the window of a planned season that the submission starts which moves the leaderboard to this time. */
    public boolean isStartedBySubmission(Instant time) {
        return leaderboard.clock() == LeaderboardClock.SUBMISSIONS && !mayOpen() && accepts(time);
    }

    /** Whether it has carried entries as soon as it is open. */
    public boolean startsWithEntries() {
        return definition.kind() == WindowKind.SEASON
                && season().map(Season::carryOver).isPresent();
    }

    /**
     * Returns when it stops accepting submissions; null if it does not end. A season whose scores are carried over or deleted
     * stops at the start of the next season.
     */
    public @Nullable Instant finalizesAt() {
        return finalizesAt(leaderboard.definition().gracePeriod());
    }

    private @Nullable Instant finalizesAt(Duration gracePeriod) {
        Instant finalizesAt = bounds.finalizesAt(gracePeriod);
        Instant settledAt = finalizesAt == null ? null : settledAt();
        return settledAt != null && settledAt.isBefore(finalizesAt) ? settledAt : finalizesAt;
    }

    /** Returns the start of the next season if that has started and closes it; otherwise, and if it is no season, null. */
    public @Nullable Instant settledAt() {
        return definition.kind() != WindowKind.SEASON
                ? null
                : leaderboard.seasons().stream()
                        .filter(season -> season.startsAt().isAfter(bounds.startsAt()))
                        .findFirst()
                        .filter(season -> season.started() && season.settlesPrevious())
                        .map(Season::startsAt)
                        .orElse(null);
    }

    /**
     * Returns from when on it is one of the oldest windows of its definition, {@link WindowDefinition#PRESENT_WINDOWS} of which are
     * of the present; null if it is always, or has no start.
     */
    public @Nullable Instant presentAt() {
        WindowSchedule schedule = WindowSchedule.of(leaderboard, definition, timeZone);
        @Nullable WindowBounds before = bounds.startsAt() == null ? null : bounds;
        for (int n = 0; n < WindowDefinition.PRESENT_WINDOWS && before != null; n++) {
            before = schedule.before(before);
        }
        return before == null ? null : before.endsAt();
    }

    /**
     * Whether it would accept submissions at a time of the leaderboard if it is opened then. A planned season does so from its
     * start.
     */
    public boolean accepts(Instant time) {
        return accepts(time, leaderboard.definition().gracePeriod());
    }

    /** Whether it may accept submissions if it was opened before, with any grace period. */
    public boolean mayAccept(Instant time) {
        return accepts(time, LeaderboardDefinition.MAX_GRACE_PERIOD);
    }

    private boolean accepts(Instant time, Duration gracePeriod) {
        Instant finalizesAt = finalizesAt(gracePeriod);
        return (finalizesAt == null || time.isBefore(finalizesAt))
                && (mayOpen() || !time.isBefore(requireNonNull(bounds.startsAt())));
    }
}
