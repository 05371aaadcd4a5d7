package laurel.activity;

import static laurel.database.Columns.column;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import laurel.database.MonthPartitions;
import laurel.database.PartitionedId;
import laurel.database.PartitionedQuery;
import laurel.database.Sql;
import laurel.database.Statement;

@Singleton
class BurstRepository {
    /** Of one month's partition. */
    private static final String BUSY = """
            SELECT a.actor_id, a.second
            FROM <asked>
            CROSS JOIN LATERAL (
                SELECT count(*) AS events
                FROM (SELECT FROM activity_event_<month> AS e
                      WHERE e.actor_id = a.actor_id
                        AND e.occurred_at >= a.second AND e.occurred_at < a.second + interval '1 second'
                      LIMIT <most> + 1) AS found) AS c
            WHERE c.events > <most>
            """.replace("<most>", Integer.toString(BusySecond.MOST_EVENTS));

    private static final String NOTE = """
            INSERT INTO busy_second (actor_id, second, muted)
            SELECT actor_id, second, false FROM unnest(:actors, :seconds) AS s (actor_id, second)
            ON CONFLICT (actor_id, second) DO NOTHING
            """;
    /** As far as a run may reach that is not a burst yet, on either side. */
    private static final String AROUND = """
            SELECT DISTINCT b.actor_id, b.second
            FROM unnest(:actors, :seconds) AS s (actor_id, second)
            CROSS JOIN LATERAL (
                SELECT * FROM busy_second AS l
                WHERE l.actor_id = s.actor_id
                  AND l.second BETWEEN s.second - interval '<run> seconds' AND s.second + interval '<run> seconds'
                OFFSET 0) AS b
            """.replace("<run>", Integer.toString(BusySecond.LONGEST_RUN + 1));

    private static final String MUTE = """
            UPDATE busy_second AS b SET muted = true
            FROM unnest(:actors, :seconds) AS s (actor_id, second)
            WHERE b.actor_id = s.actor_id AND b.second = s.second AND NOT b.muted
            RETURNING b.actor_id, b.second
            """;
    /** An actor's events of these seconds that are not muted yet; the bounds of ids leave one partition for each. */
    private static final String MUTE_EVENTS = """
            UPDATE activity_event AS e SET muted = true
            FROM unnest(:actors, :seconds, :firstIds, :endIds) AS s (actor_id, second, first_id, end_id)
            WHERE e.actor_id = s.actor_id AND e.occurred_at >= s.second AND e.occurred_at < s.second + interval '1 second'
              AND e.id >= s.first_id AND e.id < s.end_id AND NOT e.muted
            RETURNING e.*
            """;

    private static final String MUTE_THESE = "UPDATE activity_event SET muted = true WHERE id = ANY (:ids)";

    private final Sql sql;

    BurstRepository(Sql sql) {
        this.sql = sql;
    }

    /** Those of these seconds in which their actors have more events than may be. */
    Set<BusySecond> busy(Collection<BusySecond> seconds) {
        var query = new PartitionedQuery();
        for (BusySecond one : seconds) {
            String month = Long.toString(MonthPartitions.month(one.second()));
            query.part(BUSY.replace("<month>", month))
                    .add("actor_id", Long.class, one.actorId())
                    .add("second", Instant.class, one.second());
        }
        return new HashSet<>(query.list(sql, BusySecond.class));
    }

    /** Keeps that these are busy. */
    void note(Collection<BusySecond> seconds) {
        bind(sql.of(NOTE), seconds).execute();
    }

    /** All that are kept around these, themselves included. */
    List<BusySecond> around(Collection<BusySecond> seconds) {
        return bind(sql.of(AROUND), seconds).list(BusySecond.class);
    }

    /** Mutes these seconds; gives those that were not muted before. */
    List<BusySecond> mute(Collection<BusySecond> seconds) {
        return bind(sql.of(MUTE), seconds).list(BusySecond.class);
    }

    /** Mutes all events of these seconds; gives them. */
    List<ActivityEvent> muteEventsOf(Collection<BusySecond> seconds) {
        return bind(sql.of(MUTE_EVENTS), seconds)
                .bindArray("firstIds", Long.class, column(seconds, one -> PartitionedId.first(month(one))))
                .bindArray("endIds", Long.class, column(seconds, one -> PartitionedId.first(month(one) + 1)))
                .list(ActivityEvent.class);
    }

    /** Mutes these events. */
    void muteEvents(Collection<ActivityEvent> events) {
        sql.of(MUTE_THESE)
                .bindArray("ids", Long.class, column(events, ActivityEvent::id))
                .execute();
    }

    private static long month(BusySecond second) {
        return MonthPartitions.month(second.second());
    }

    private static Statement bind(Statement statement, Collection<BusySecond> seconds) {
        return statement
                .bindArray("actors", Long.class, column(seconds, BusySecond::actorId))
                .bindArray("seconds", Instant.class, column(seconds, BusySecond::second));
    }
}
