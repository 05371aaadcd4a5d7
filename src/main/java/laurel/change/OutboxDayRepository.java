package laurel.change;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.List;
import laurel.database.partition.Partitions;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;

/** Makes and drops the partitions of the outbox. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class OutboxDayRepository implements SqlRepository {
    /** The last of each board, from one board to the next in the index: a day may be millions of rows. */
    private static final String GIVE_UP = """
            WITH RECURSIVE last AS (
                (SELECT leaderboard_id, sequence FROM <partition>
                 ORDER BY leaderboard_id DESC, sequence DESC LIMIT 1)
                UNION ALL
                SELECT before.leaderboard_id, before.sequence
                FROM last CROSS JOIN LATERAL (
                    SELECT leaderboard_id, sequence FROM <partition> AS o WHERE o.leaderboard_id < last.leaderboard_id
                    ORDER BY leaderboard_id DESC, sequence DESC LIMIT 1) AS before
            )
            INSERT INTO dropped_outbox (day, sequence, given_up_at)
            SELECT :day, greatest((SELECT max(sequence) FROM last), (SELECT max(sequence) FROM dropped_outbox), 0), :now
            ON CONFLICT (day) DO NOTHING
            """;

    private final Sql sql;

    OutboxDayRepository(Sql sql) {
        this.sql = sql;
    }

    /** Makes the partition of a day, unless it is there. */
    @Query("""
            SELECT add_partition('outbox', :day.partition, :day.start::timestamptz::text, :day.next.start::timestamptz::text,
                                 'changes of ' || :day.date)
            """)
    abstract void open(OutboxDay day);

    /** The days before this one that are not given up. */
    @Query("""
            SELECT p.date
            FROM (SELECT substring(inhrelid::regclass::text FROM '[0-9]+$')::date AS date FROM pg_inherits
                  WHERE inhparent = 'outbox'::regclass) AS p
            WHERE p.date < :before.date AND NOT EXISTS (SELECT FROM dropped_outbox AS d WHERE d.day = p.date)
            ORDER BY p.date
            """)
    abstract List<OutboxDay> kept(OutboxDay before);

    /** From now on nobody counts on what changed that day, or before. */
    void giveUp(OutboxDay day, Instant now) {
        sql.of(GIVE_UP.replace("<partition>", day.partition()))
                .bind("day", day.date())
                .bind("now", now)
                .execute();
    }

    /** The days that were given up before a moment and are not dropped. */
    @Query("SELECT day AS date FROM dropped_outbox WHERE given_up_at <= :before AND dropped_at IS NULL ORDER BY day")
    abstract List<OutboxDay> givenUp(Instant before);

    /** Whether nobody else drops; until {@link #release} nobody will. */
    @Query("SELECT pg_try_advisory_lock(hashtext('drop_outbox'), 0)")
    abstract boolean claim();

    @Query("SELECT pg_advisory_unlock(hashtext('drop_outbox'), 0)")
    abstract void release();

    /** Drops the partition of a day, as {@link Partitions#drop} does. */
    void drop(OutboxDay day, Instant now) {
        Partitions.drop(sql, "outbox", day.partition());
        setDropped(day, now);
        forgetBefore(day);
    }

    @Query("UPDATE dropped_outbox SET dropped_at = :now WHERE day = :day.date")
    abstract void setDropped(OutboxDay day, Instant now);

    /** What the last of them says, those before have said. */
    @Query("DELETE FROM dropped_outbox WHERE day < :day.date AND dropped_at IS NOT NULL")
    abstract void forgetBefore(OutboxDay day);
}
