package laurel.outbox;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import laurel.database.Partitions;
import laurel.database.Sql;

/** Makes and drops the partitions of the outbox. */
@Singleton
class OutboxDayRepository {
    private static final String OPEN =
            "SELECT add_partition('outbox', :partition, :from, :to, 'changes of ' || :day)::text";

    private static final String KEPT = """
            SELECT p.day
            FROM (SELECT substring(inhrelid::regclass::text FROM '[0-9]+$')::date AS day FROM pg_inherits
                  WHERE inhparent = 'outbox'::regclass) AS p
            WHERE p.day < :before AND NOT EXISTS (SELECT FROM dropped_outbox AS d WHERE d.day = p.day)
            ORDER BY p.day
            """;

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

    private static final String GIVEN_UP =
            "SELECT day FROM dropped_outbox WHERE given_up_at <= :before AND dropped_at IS NULL ORDER BY day";
    private static final String DROPPED = "UPDATE dropped_outbox SET dropped_at = :now WHERE day = :day";
    /** What the last of them says, those before have said. */
    private static final String FORGET = "DELETE FROM dropped_outbox WHERE day < :day AND dropped_at IS NOT NULL";

    /** Of one who drops: the others leave it to them. */
    private static final String CLAIM = "SELECT pg_try_advisory_lock(hashtext('drop_outbox'), 0)";

    private static final String RELEASE = "SELECT pg_advisory_unlock(hashtext('drop_outbox'), 0)";
    private final Sql sql;

    OutboxDayRepository(Sql sql) {
        this.sql = sql;
    }

    /** PostgreSQL takes years of five digits, but not with the sign that ISO 8601 puts before them. */
    private static String text(Instant moment) {
        String text = moment.toString();
        return text.startsWith("+") ? text.substring(1) : text;
    }

    /** Makes the partition of a day, unless it is there. */
    void open(OutboxDay day) {
        sql.of(OPEN)
                .bind("partition", day.partition())
                .bind("from", text(day.start()))
                .bind("to", text(day.next().start()))
                .bind("day", day.date().toString())
                .list(String.class);
    }

    /** The days before this one that are not given up. */
    List<OutboxDay> kept(OutboxDay before) {
        return days(sql.of(KEPT).bind("before", before.date()).list(LocalDate.class));
    }

    /** From now on nobody counts on what changed that day, or before. */
    void giveUp(OutboxDay day, Instant now) {
        sql.of(GIVE_UP.replace("<partition>", day.partition()))
                .bind("day", day.date())
                .bind("now", now)
                .execute();
    }

    /** The days that were given up before a moment and are not dropped. */
    List<OutboxDay> givenUp(Instant before) {
        return days(sql.of(GIVEN_UP).bind("before", before).list(LocalDate.class));
    }

    private static List<OutboxDay> days(List<LocalDate> dates) {
        return dates.stream().map(OutboxDay::new).toList();
    }

    /** Whether nobody else drops; until {@link #release} nobody will. */
    boolean claim() {
        return sql.of(CLAIM).one(Boolean.class);
    }

    void release() {
        sql.of(RELEASE).one(Boolean.class);
    }

    /** Drops the partition of a day, as {@link Partitions#drop} does. */
    void drop(OutboxDay day, Instant now) {
        Partitions.drop(sql, "outbox", day.partition());
        sql.of(DROPPED).bind("day", day.date()).bind("now", now).execute();
        sql.of(FORGET).bind("day", day.date()).execute();
    }
}
