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
import laurel.badge.BadgePositionRepository.Unread;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.window.ExpiryHold;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps windows until what they have earned is awarded; but not for ever: where awarding has not moved for a day, it
 * fails, and what it has not read expires.
 */
@Singleton
class UnawardedWindowHold implements ExpiryHold {
    private static final Logger LOG = LoggerFactory.getLogger(UnawardedWindowHold.class);

    private final Sql sql;
    private final BadgePositionRepository positions;
    private final Duration most;
    private final Counter unawarded;
    private final Map<Reader, Standstill> standstills = new ConcurrentHashMap<>();

    /** @param most how long windows wait for awards at a standstill */
    UnawardedWindowHold(
            Sql sql,
            BadgePositionRepository positions,
            MeterRegistry meters,
            @Value("${laurel.badges.hold:24h}") Duration most) {
        this.sql = sql;
        this.positions = positions;
        this.most = most;
        this.unawarded = Counter.builder("laurel.windows.unawarded")
                .description("Windows that expired before it was looked who has earned badges by them")
                .register(meters);
    }

    /** Who reads the events of an app, or the changes of a board. */
    private record Reader(boolean ofScores, int id) {}

    /** Where a reader was when a window first waited for it. */
    private record Standstill(long position, Instant since) {}

    @Override
    public Set<Long> held(Leaderboard board, Collection<Long> windows, Instant now) {
        Set<Long> held = new HashSet<>();
        Set<Long> given = new HashSet<>();
        for (Unread unread : positions.unread(windows)) {
            Reader reader = new Reader(unread.ofScores(), unread.ofScores() ? board.id() : board.appId());
            (isStuck(reader, unread.position(), now) ? given : held).add(unread.windowId());
        }
        given.removeAll(held);
        if (!given.isEmpty()) {
            sql.afterCommit(() -> tell(board, given.size()));
        }
        return held;
    }

    private boolean isStuck(Reader reader, long position, Instant now) {
        Standstill standstill = standstills.compute(
                reader,
                (key, before) ->
                        before != null && before.position == position ? before : new Standstill(position, now));
        return !standstill.since.plus(most).isAfter(now);
    }

    private void tell(Leaderboard board, int windows) {
        unawarded.increment(windows);
        LOG.warn(
                "{} windows of leaderboard {} expired before it was looked who has earned badges by them: nothing has been"
                        + " awarded for {}",
                windows,
                board.key(),
                most);
    }
}
