package laurel.activity;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;

/** Stores busy seconds and mutes events. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class BurstRepository implements SqlRepository {
    /** Reads the partition of one month. */
    private static final String BUSY = """
            SELECT input.actor_id, input.second
            FROM unnest(:input.actorId, :input.second) AS input (actor_id, second)
            CROSS JOIN LATERAL (
                SELECT count(*) AS events
                FROM (SELECT FROM activity_event_<month> AS e
                      WHERE e.actor_id = input.actor_id
                        AND e.occurred_at >= input.second AND e.occurred_at < input.second + interval '1 second'
                      LIMIT <max> + 1) AS found) AS c
            WHERE c.events > <max>
            """.replace("<max>", Integer.toString(BusySecond.MAX_EVENTS));

    /** Maximum length, on either side, of a run that is not a burst yet. */
    private static final String RUN = "interval '" + (BusySecond.MAX_RUN + 1) + " seconds'";

    private final Sql sql;

    BurstRepository(Sql sql) {
        this.sql = sql;
    }

    /** Returns the seconds with too many events. */
    Set<BusySecond> busy(Collection<BusySecond> seconds) {
        return new HashSet<>(new PartitionedQuery()
                .add(List.copyOf(seconds), one -> BUSY.replace("<month>", Long.toString(one.month())))
                .list(sql, BusySecond.class));
    }

    /** Stores busy seconds. */
    @Query("""
            INSERT INTO activity_busy_second (actor_id, second, muted)
            SELECT actor_id, second, false FROM unnest(:seconds.actorId, :seconds.second) AS s (actor_id, second)
            ON CONFLICT (actor_id, second) DO NOTHING
            """)
    abstract void add(Collection<BusySecond> seconds);

    /** Returns the stored busy seconds around seconds, including the seconds. */
    @Query("""
            SELECT DISTINCT b.actor_id, b.second
            FROM unnest(:seconds.actorId, :seconds.second) AS s (actor_id, second)
            CROSS JOIN LATERAL (
                SELECT * FROM activity_busy_second AS l
                WHERE l.actor_id = s.actor_id AND l.second BETWEEN s.second -\s""" + RUN + " AND s.second + " + RUN + """
                OFFSET 0) AS b
            """)
    abstract List<BusySecond> around(Collection<BusySecond> seconds);

    /** Mutes seconds. Returns the seconds that were not muted before. */
    @Query("""
            UPDATE activity_busy_second AS b SET muted = true
            FROM unnest(:seconds.actorId, :seconds.second) AS s (actor_id, second)
            WHERE b.actor_id = s.actor_id AND b.second = s.second AND NOT b.muted
            RETURNING b.actor_id, b.second
            """)
    abstract List<BusySecond> mute(Collection<BusySecond> seconds);

    /**
     * Mutes all events of seconds. Returns the events that were not muted before. The bounds of ids limit each second to one
     * partition.
     */
    @Query("""
            UPDATE activity_event AS e SET muted = true
            FROM unnest(:seconds.actorId, :seconds.second, :seconds.firstId, :seconds.endId)
                 AS s (actor_id, second, first_id, end_id)
            WHERE e.actor_id = s.actor_id AND e.occurred_at >= s.second AND e.occurred_at < s.second + interval '1 second'
              AND e.id >= s.first_id AND e.id < s.end_id AND NOT e.muted
            RETURNING e.*
            """)
    abstract List<ActivityEvent> muteEventsOf(Collection<BusySecond> seconds);

    @Query("UPDATE activity_event SET muted = true WHERE id = ANY (:events.id)")
    abstract void muteEvents(Collection<ActivityEvent> events);
}
