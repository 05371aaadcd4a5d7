package laurel.badge.rule;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import laurel.badge.BadgePositionRepository;
import laurel.badge.BadgePositionRepository.UnawardedWindow;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.window.ExpiryHold;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps windows from expiring until the badges that they earn are awarded. If a position has not advanced for a day, the
 * hold ends, and the window expires without awards.
 */
@Singleton
class UnawardedWindowHold implements ExpiryHold {
    private static final Logger LOG = LoggerFactory.getLogger(UnawardedWindowHold.class);

    private final Sql sql;
    private final BadgePositionRepository positions;
    private final Duration maxHold;
    private final Counter unawarded;
    private final Map<Source, Standstill> standstills = new ConcurrentHashMap<>();

    /** @param maxHold how long windows wait while a position does not advance */
    UnawardedWindowHold(
            Sql sql,
            BadgePositionRepository positions,
            MeterRegistry meters,
            @Value("${laurel.badges.hold:24h}") Duration maxHold) {
        this.sql = sql;
        this.positions = positions;
        this.maxHold = maxHold;
        this.unawarded = Counter.builder("laurel.windows.unawarded")
                .description("Windows that expired before their badges were awarded")
                .register(meters);
    }

    /** The events of an app, or the changes of a leaderboard. */
    private record Source(boolean ofScores, int id) {}

    /** The position when a window first waited for it. */
    private record Standstill(long position, Instant since) {}

    @Override
    public Set<Long> held(Leaderboard board, Collection<Long> windows, Instant now) {
        Set<Long> held = new HashSet<>();
        Set<Long> released = new HashSet<>();
        for (UnawardedWindow window : positions.unawarded(windows)) {
            Source source = new Source(window.ofScores(), window.ofScores() ? board.id() : board.appId());
            (isStuck(source, window.position(), now) ? released : held).add(window.windowId());
        }
        released.removeAll(held);
        if (!released.isEmpty()) {
            sql.afterCommit(() -> report(board, released.size()));
        }
        return held;
    }

    private boolean isStuck(Source source, long position, Instant now) {
        Standstill standstill = standstills.compute(
                source,
                (key, before) ->
                        before != null && before.position == position ? before : new Standstill(position, now));
        return !standstill.since.plus(maxHold).isAfter(now);
    }

    private void report(Leaderboard board, int windows) {
        unawarded.increment(windows);
        LOG.warn(
                "{} windows of leaderboard {} expired without their badges: no position has advanced for {}",
                windows,
                board.key(),
                maxHold);
    }
}
