package laurel.change;

import io.micronaut.context.annotation.Value;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Once an hour, drops the days of the outbox that are not kept any more. First a day is given up, so that whoever reads
 * knows that it may be gone; when those are done who read before that, it is detached and dropped, by one node, without a
 * lock that a submission would wait for.
 */
@Singleton
@Serving
class OutboxDropper {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxDropper.class);

    /** Longer than who reads takes: they would find nothing of a day that they take for kept. */
    private static final Duration READING = Duration.ofMinutes(1);

    /** A day that anybody may still be noting changes of must not go, whatever their clocks say. */
    private static final Duration LEAST = Duration.ofHours(1);

    private final Sql sql;
    private final OutboxDayRepository repository;
    private final Clock clock;
    private final Duration keep;

    /** @param keep how long after the end of its day a change is kept at least */
    OutboxDropper(
            Sql sql,
            OutboxDayRepository repository,
            Clock clock,
            @Value("${laurel.outbox.retention:24h}") Duration keep) {
        if (keep.compareTo(LEAST) < 0) {
            throw new IllegalArgumentException("laurel.outbox.retention is " + keep + "; it must be an hour or more");
        }
        this.sql = sql;
        this.repository = repository;
        this.clock = clock;
        this.keep = keep;
    }

    @Scheduled(fixedDelay = "1h", initialDelay = "1m")
    @Periodic
    void run() {
        try {
            drop(clock.instant());
        } catch (RuntimeException e) {
            // What is given up stays so, and the next run goes on from there.
            LOG.warn("Could not drop what the outbox keeps no more; the next run goes on", e);
        }
    }

    /** Gives up the days that are not kept, and drops those that were given up a while ago. */
    void drop(Instant now) {
        OutboxDay first = OutboxDay.of(now.minus(keep));
        sql.useTransaction(() -> repository.kept(first).forEach(day -> repository.giveUp(day, now)));
        sql.useConnected(() -> {
            if (repository.claim()) {
                dropGivenUp(now);
            }
        });
    }

    private void dropGivenUp(Instant now) {
        try {
            repository.givenUp(now.minus(READING)).forEach(day -> repository.drop(day, now));
        } finally {
            repository.release();
        }
    }
}
