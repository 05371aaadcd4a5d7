package laurel.change;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.List;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;

/** Creates and retires days of the outbox. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class OutboxDayRepository implements SqlRepository {
    /** Reads the last row of each leaderboard with one index look-up each: a day may have millions of rows. */
    private static final String RETIRE = """
            WITH RECURSIVE last AS (
                (SELECT leaderboard_id, sequence FROM <partition>
                 ORDER BY leaderboard_id DESC, sequence DESC LIMIT 1)
                UNION ALL
                SELECT before.leaderboard_id, before.sequence
                FROM last CROSS JOIN LATERAL (
                    SELECT leaderboard_id, sequence FROM <partition> AS o WHERE o.leaderboard_id < last.leaderboard_id
                    ORDER BY leaderboard_id DESC, sequence DESC LIMIT 1) AS before
            )
            INSERT INTO change_dropped_day (day, sequence, retired_at)
            SELECT :day, greatest((SELECT max(sequence) FROM last), (SELECT max(sequence) FROM change_dropped_day), 0), :now
            ON CONFLICT (day) DO NOTHING
            """;

    private final Sql sql;

    OutboxDayRepository(Sql sql) {
        this.sql = sql;
    }

    /** Creates the partition of a day, unless it exists. */
    @Query("""
            SELECT add_partition('change_outbox', :day.partition, :day.start::timestamptz::text, :day.next.start::timestamptz::text,
                                 'changes of ' || :day.date)
            """)
    abstract void open(OutboxDay day);

    /** Returns the days before this one that are not retired. */
    @Query("""
            SELECT p.date
            FROM (SELECT substring(inhrelid::regclass::text FROM '[0-9]+$')::date AS date FROM pg_inherits
                  WHERE inhparent = 'change_outbox'::regclass) AS p
            WHERE p.date < :before.date AND NOT EXISTS (SELECT FROM change_dropped_day AS d WHERE d.day = p.date)
            ORDER BY p.date
            """)
    abstract List<OutboxDay> kept(OutboxDay before);

    /** Retires a day: changes up to its last sequence may be missing from now on. */
    void retire(OutboxDay day, Instant now) {
        sql.of(RETIRE.replace("<partition>", day.partition()))
                .bind("day", day.date())
                .bind("now", now)
                .execute();
    }

    /** Returns the days that were retired before an instant and are not dropped. */
    @Query("SELECT day AS date FROM change_dropped_day WHERE retired_at <= :before AND dropped_at IS NULL ORDER BY day")
    abstract List<OutboxDay> retired(Instant before);

    @Query("UPDATE change_dropped_day SET dropped_at = :now WHERE day = :day.date")
    abstract void setDropped(OutboxDay day, Instant now);

    /** Only the last dropped day is needed. */
    @Query("DELETE FROM change_dropped_day WHERE day < :day.date AND dropped_at IS NOT NULL")
    abstract void deleteBefore(OutboxDay day);
}
