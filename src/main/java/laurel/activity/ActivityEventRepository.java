package laurel.activity;

import static java.util.stream.Collectors.toMap;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import laurel.activity.ActivityEvent.EventPosition;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.group.GroupValue;
import laurel.request.ListRequest;

/** Stores and lists activity events, and stores the groups whose activity was counted. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface ActivityEventRepository extends SqlRepository {
    /**
     * Identity of a recorded event.
     *
     * @param digest  digest of the submitted event
     * @param dropped whether its month is not retained
     */
    @Introspected
    record RecordedEvent(String externalId, long id, String digest, boolean dropped) {}

    /** Uses LATERAL and OFFSET, which make the planner use index look-ups even if statistics are missing. */
    @Query("""
            SELECT i.external_id, i.id, i.digest,
                   EXISTS (SELECT FROM activity_dropped_month AS d WHERE d.month = i.id >> 40) AS dropped
            FROM unnest(:externalIds) AS sent (external_id)
            CROSS JOIN LATERAL (
                SELECT * FROM activity_id AS k WHERE k.app_id = :app AND k.external_id = sent.external_id OFFSET 0) AS i
            """)
    List<RecordedEvent> find(int app, Collection<String> externalIds);

    /** Returns recorded events by external ID. */
    default Map<String, RecordedEvent> recorded(int app, Collection<String> externalIds) {
        return find(app, externalIds).stream().collect(toMap(RecordedEvent::externalId, Function.identity()));
    }

    /**
     * Returns a new id for each event, ascending within a month; 0 for an event that occurred before the end of a dropped month, or
     * less than three days later, so that a burst or a day that it belongs to may have had dropped events.
     */
    @Query("""
            SELECT CASE WHEN e.occurred_at < c.complete_since + interval '3 days' THEN 0
                        ELSE e.month << 40 | nextval('activity_event_number') END
            FROM unnest(:events.month, :events.occurredAt) WITH ORDINALITY AS e (month, occurred_at, n)
            CROSS JOIN (SELECT activity_complete_since() AS complete_since OFFSET 0) AS c
            ORDER BY e.n
            """)
    List<Long> nextIds(Collection<CheckedActivity> events);

    @Query("""
            INSERT INTO activity_id (app_id, external_id, id, digest)
            SELECT :app, external_id, id, digest FROM unnest(:ids.externalId, :ids.id, :ids.digest) AS e (external_id, id, digest)
            """)
    void insertIds(int app, Collection<RecordedEvent> ids);

    /**
     * Inserts events, or none if one of the participants was erased.
     *
     * @param participants those of the events
     * @return the number of inserted events
     */
    @Query("""
            INSERT INTO activity_event (app_id, id, external_id, event_type, actor_id, peer_id, winner_id, value,
                                        group_values, peer_group_values, time_zone, actor_time_zone, peer_time_zone,
                                        occurred_at, received_at, metadata, last_day_rule_id)
            SELECT :app, e.*
            FROM unnest(:events.id, :events.externalId, :events.eventType, :events.actorId, :events.peerId, :events.winnerId,
                        :events.value, :events.groupValues, :events.peerGroupValues, :events.timeZone,
                        :events.actorTimeZone, :events.peerTimeZone, :events.occurredAt,
                        :events.receivedAt, :events.metadata, :events.lastDayRuleId)
                 AS e (id, external_id, event_type, actor_id, peer_id, winner_id, value, group_values, peer_group_values,
                       time_zone, actor_time_zone, peer_time_zone, occurred_at, received_at, metadata, last_day_rule_id)
            WHERE NOT EXISTS (SELECT FROM participant AS p WHERE p.id = ANY (:participants) AND p.erased_at IS NOT NULL)
            """)
    int insert(int app, Collection<ActivityEvent> events, Collection<Long> participants);

    /** Returns those of these groups whose activity was counted by days in their time zones. */
    @Query("""
            SELECT g.attribute, g.value
            FROM unnest(:groups.attribute, :groups.value) AS input (attribute, value)
            CROSS JOIN LATERAL (
                SELECT * FROM activity_counted_group AS c
                WHERE c.app_id = :app AND c.attribute = input.attribute AND c.value = input.value OFFSET 0) AS g
            """)
    List<GroupValue> countedGroups(int app, Collection<GroupValue> groups);

    @Query("""
            INSERT INTO activity_counted_group (app_id, attribute, value)
            SELECT :app, g.* FROM unnest(:groups.attribute, :groups.value) AS g
            """)
    void addCountedGroups(int app, Collection<GroupValue> groups);

    /** An event {@code e} is muted if a rule mutes it, or if it was excluded before versions of policies had burst rules. */
    String MUTED = "e.excluded OR EXISTS (SELECT FROM activity_muted_event AS m WHERE m.event_id = e.id) AS muted";

    @Query("SELECT e.*, " + MUTED + """

            FROM unnest(:ids) AS input (id)
            CROSS JOIN LATERAL (
                SELECT * FROM activity_event AS l WHERE l.id = input.id AND l.app_id = :app OFFSET 0) AS e
            """)
    List<ActivityEvent> byIds(int app, Collection<Long> ids);

    @Query("SELECT input.n, e.*, " + MUTED + """

            FROM unnest(:pages.filter, :pages.after.occurredAt, :pages.after.id, :pages.limit) WITH ORDINALITY
                 AS input (actor_id, before, before_id, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM activity_event AS l
                WHERE l.app_id = :app AND l.actor_id = input.actor_id
                  AND l.occurred_at <= input.before AND (l.occurred_at, l.id) < (input.before, input.before_id)
                ORDER BY l.occurred_at DESC, l.id DESC
                LIMIT input.size) AS e
            ORDER BY input.n, e.occurred_at DESC, e.id DESC
            """)
    List<Numbered<ActivityEvent>> list(int app, List<ListRequest<Long, EventPosition>> pages);

    /** Returns pages of actors' events, newest first. Empty pages are absent. */
    default Map<ListRequest<Long, EventPosition>, List<ActivityEvent>> pages(
            int app, List<ListRequest<Long, EventPosition>> pages) {
        return Numbered.lists(pages, list(app, pages));
    }
}
