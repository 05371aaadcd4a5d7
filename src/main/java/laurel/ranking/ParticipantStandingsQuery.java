package laurel.ranking;

import static java.util.Comparator.comparing;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Set;
import laurel.leaderboard.Group;
import laurel.leaderboard.LeaderboardDefinition;
import laurel.leaderboard.WindowKind;
import laurel.request.Measured;
import laurel.window.Window.WindowState;
import org.jspecify.annotations.Nullable;

/**
 * Selects the standings of one participant on all leaderboards.
 *
 * @param daily   whether to return only rankings of everyone, and per leaderboard only those of one window: of the first
 *                definition whose kind is closest to a day, and the oldest of several that overlap
 * @param now     time of the request
 * @param metrics metrics to compute for the standings
 */
public record ParticipantStandingsQuery(
        int app,
        long participant,
        ParticipantStandingFilter filter,
        boolean daily,
        Instant now,
        Set<RankMetric> metrics) {
    /**
     * Key of an item. Items are ordered by the start of the window, newest first, except for daily queries; then by leaderboard
     * key, window kind, definition, start, and group, everyone first.
     *
     * @param startsAt null for the all-time window, which is the oldest
     */
    public record StandingListKey(
            String board,
            WindowKind kind,
            String definition,
            @Nullable Instant startsAt,
            Group group) {
        /** The start in microseconds before 1970, so that older windows have a higher one. */
        long age() {
            return startsAt == null ? Long.MAX_VALUE : -ChronoUnit.MICROS.between(Instant.EPOCH, startsAt);
        }
    }

    /** The order of windows. The order of the groups of a window is that of SQL. */
    Comparator<StandingListKey> windowOrder() {
        return comparing(this::firstAge)
                .thenComparing(StandingListKey::board)
                .thenComparing(StandingListKey::kind)
                .thenComparing(StandingListKey::definition)
                .thenComparing(StandingListKey::age);
    }

    /** The first part of the order. */
    long firstAge(StandingListKey key) {
        return daily ? 0 : key.age();
    }

    /**
     * An item of the list.
     *
     * @param standing null if the entry was removed after its ranking was found
     */
    public record StandingItem(@Nullable Standing standing, StandingListKey key) implements Measured {
        @Override
        public long heldBytes() {
            return standing == null ? 0 : standing.heldBytes();
        }
    }

    /** The time that the windows contain, on leaderboards with the service's clock. */
    Instant time() {
        return filter.at() == null ? now : filter.at();
    }

    /** The windows end after it, on leaderboards with the service's clock; null if they may have ended at any time. */
    @Nullable
    Instant startTime() {
        Instant start = filter.startTime();
        Instant earliest = filter.moment() ? time() : openSince();
        return start == null || (earliest != null && earliest.isAfter(start)) ? earliest : start;
    }

    /** The windows start before it, on leaderboards with the service's clock; null if they may start at any time. */
    @Nullable
    Instant endTime() {
        Instant end = filter.endTime();
        Instant latest = filter.moment() ? time().plusNanos(1_000) : null;
        return end == null || (latest != null && latest.isBefore(end)) ? latest : end;
    }

    /** A time after which all windows end that are not final; null if the filter includes final ones. */
    private @Nullable Instant openSince() {
        return filter.states().contains(WindowState.FINAL) ? null : now.minus(LeaderboardDefinition.MAX_GRACE_PERIOD);
    }
}
