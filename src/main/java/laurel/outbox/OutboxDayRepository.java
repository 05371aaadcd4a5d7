package laurel.outbox;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import laurel.database.Partitions;
import org.jdbi.v3.core.Handle;

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
    /** PostgreSQL takes years of five digits, but not with the sign that ISO 8601 puts before them. */
    private static String text(Instant moment) {
        String text = moment.toString();
        return text.startsWith("+") ? text.substring(1) : text;
    }

    /** Makes the partition of a day, unless it is there. */
    void open(Handle transaction, OutboxDay day) {
        transaction
                .createQuery(OPEN)
                .bind("partition", day.partition())
                .bind("from", text(day.start()))
                .bind("to", text(day.next().start()))
                .bind("day", day.date().toString())
                .mapTo(String.class)
                .list();
    }

    /** The days before this one that are not given up. */
    List<OutboxDay> kept(Handle handle, OutboxDay before) {
        return days(handle.createQuery(KEPT)
                .bind("before", before.date())
                .mapTo(LocalDate.class)
                .list());
    }

    /** From now on nobody counts on what changed that day, or before. */
    void giveUp(Handle transaction, OutboxDay day, Instant now) {
        transaction
                .createUpdate(GIVE_UP.replace("<partition>", day.partition()))
                .bind("day", day.date())
                .bind("now", now)
                .execute();
    }

    /** The days that were given up before a moment and are not dropped. */
    List<OutboxDay> givenUp(Handle handle, Instant before) {
        return days(handle.createQuery(GIVEN_UP)
                .bind("before", before)
                .mapTo(LocalDate.class)
                .list());
    }

    private static List<OutboxDay> days(List<LocalDate> dates) {
        return dates.stream().map(OutboxDay::new).toList();
    }

    /** Whether nobody else drops; until {@link #release} nobody will. */
    boolean claim(Handle session) {
        return session.createQuery(CLAIM).mapTo(Boolean.class).one();
    }

    void release(Handle session) {
        session.createQuery(RELEASE).mapTo(Boolean.class).one();
    }

    /** Drops the partition of a day, as {@link Partitions#drop} does. */
    void drop(Handle session, OutboxDay day, Instant now) {
        Partitions.drop(session, "outbox", day.partition());
        session.createUpdate(DROPPED).bind("day", day.date()).bind("now", now).execute();
        session.createUpdate(FORGET).bind("day", day.date()).execute();
    }
}
