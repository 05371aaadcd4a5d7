package laurel.change;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.ClockDrift;
import laurel.database.partition.PartitionRetention;
import laurel.database.partition.PartitionRetention.RetiredPartitions;
import laurel.database.sql.Sql;

/**
 * Drops days of the outbox that are not retained, once an hour. Readers see by {@link Outbox#floor} that a day is
 * retired.
 */
@Singleton
@Serving
class OutboxDropper implements RetiredPartitions<OutboxDay> {
    /** Longer than a read takes: a reader that started before the day was retired still needs it. */
    private static final Duration MAX_READ_TIME = Duration.ofMinutes(1);

    private final Sql sql;
    private final OutboxDayRepository repository;
    private final Clock clock;
    private final ClockDrift drift;
    private final Duration keep;

    /**
     * @param keep how long after the end of its day a change is kept, at least an hour: nodes with a slow clock may still write to
     *             a day that has just ended
     */
    OutboxDropper(
            Sql sql,
            OutboxDayRepository repository,
            Clock clock,
            ClockDrift drift,
            @Value("${laurel.outbox.retention:24h}") Duration keep) {
        this.sql = sql;
        this.repository = repository;
        this.clock = clock;
        this.drift = drift;
        this.keep = keep;
    }

    @Periodic(value = "drop days of the outbox", every = "1h", first = "1m")
    void run() {
        if (drift.agrees()) {
            drop(clock.instant());
        }
    }

    void drop(Instant now) {
        PartitionRetention.apply(sql, this, now);
    }

    @Override
    public List<String> tables() {
        return List.of(Outbox.TABLE);
    }

    @Override
    public String suffix(OutboxDay day) {
        return day.suffix();
    }

    @Override
    public void retire(Instant now) {
        repository.kept(OutboxDay.of(now.minus(keep))).forEach(day -> repository.retire(day, now));
    }

    @Override
    public List<OutboxDay> droppable(Instant now) {
        return repository.retired(now.minus(MAX_READ_TIME));
    }

    @Override
    public void setDropped(OutboxDay day, Instant now) {
        repository.setDropped(day, now);
        repository.deleteBefore(day);
    }
}
