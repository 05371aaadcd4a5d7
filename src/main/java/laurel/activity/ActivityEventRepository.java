package laurel.activity;

import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.Json;
import laurel.database.MonthPartitions;
import laurel.database.Sql;
import laurel.leaderboard.Group;

@Singleton
class ActivityEventRepository {
    private static final String KNOWN = """
            SELECT i.event_id, i.id, i.digest
            FROM unnest(:eventIds) AS sent (event_id)
            -- Lateral and with OFFSET, so that it is index look-ups whatever the planner believes of a new table.
            CROSS JOIN LATERAL (
                SELECT * FROM activity_id AS k WHERE k.app_id = :app AND k.event_id = sent.event_id OFFSET 0) AS i
            """;
    private static final String NEXT_IDS = """
            SELECT month << 40 | nextval('activity_event_number')
            FROM unnest(:months) WITH ORDINALITY AS occurred (month, n) ORDER BY n
            """;
    private static final String INSERT_IDS = """
            INSERT INTO activity_id (app_id, event_id, id, digest)
            SELECT :app, event_id, id, digest FROM unnest(:eventIds, :ids, :digests) AS e (event_id, id, digest)
            """;
    private static final String INSERT = """
            INSERT INTO activity_event (id, app_id, event_id, type, actor_id, peer_id, winner_id, value, group_values,
                                        zone, actor_zone, peer_zone, occurred_at, received_at, attributes,
                                        last_day_rule_id, muted)
            SELECT e.id, :app, e.event_id, e.type, e.actor_id, e.peer_id, e.winner_id, e.value, e.group_values,
                   e.zone, e.actor_zone, e.peer_zone, e.occurred_at, e.received_at, e.attributes,
                   e.last_day_rule_id, false
            FROM unnest(:ids, :eventIds, :types, :actors, :peers, :winners, :values, :groups,
                        :zones, :actorZones, :peerZones, :occurredAts, :receivedAts, :attributes, :rules)
                 AS e (id, event_id, type, actor_id, peer_id, winner_id, value, group_values,
                       zone, actor_zone, peer_zone, occurred_at, received_at, attributes, last_day_rule_id)
            """;
    private static final String BY_IDS = """
            SELECT e.*
            FROM unnest(:ids) AS wanted (id)
            CROSS JOIN LATERAL (
                SELECT * FROM activity_event AS l WHERE l.id = wanted.id AND l.app_id = :app OFFSET 0) AS e
            """;
    /** Of what an actor did, the latest first. */
    private static final String LISTED = """
            SELECT wanted.n, e.*
            FROM unnest(:actors, :befores, :beforeIds, :sizes) WITH ORDINALITY AS wanted (actor_id, before, before_id, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM activity_event AS l
                WHERE l.app_id = :app AND l.actor_id = wanted.actor_id
                  AND l.occurred_at <= wanted.before AND (l.occurred_at, l.id) < (wanted.before, wanted.before_id)
                ORDER BY l.occurred_at DESC, l.id DESC
                LIMIT wanted.size) AS e
            ORDER BY wanted.n, e.occurred_at DESC, e.id DESC
            """;

    private final Sql sql;

    ActivityEventRepository(Sql sql) {
        this.sql = sql;
    }

    /** An event that stands: its number, and of what it was made. */
    @Introspected
    record Known(String eventId, long id, String digest) {}

    /** Those that stand of these, by their senders' ids. */
    Map<String, Known> known(int app, Collection<String> eventIds) {
        return sql.of(KNOWN).bind("app", app).bindArray("eventIds", String.class, eventIds).list(Known.class).stream()
                .collect(Collectors.toMap(Known::eventId, Function.identity()));
    }

    /** An id for each of these; their numbers ascend. */
    List<Long> nextIds(Collection<CheckedActivity> events) {
        return sql.of(NEXT_IDS)
                .bindArray("months", Long.class, column(events, event -> MonthPartitions.month(event.occurredAt())))
                .list(Long.class);
    }

    void insertIds(int app, Collection<Known> ids) {
        sql.of(INSERT_IDS)
                .bind("app", app)
                .bindArray("eventIds", String.class, column(ids, Known::eventId))
                .bindArray("ids", Long.class, column(ids, Known::id))
                .bindArray("digests", String.class, column(ids, Known::digest))
                .execute();
    }

    void insert(int app, Collection<ActivityEvent> events) {
        sql.of(INSERT)
                .bind("app", app)
                .bindArray("ids", Long.class, column(events, ActivityEvent::id))
                .bindArray("eventIds", String.class, column(events, ActivityEvent::eventId))
                .bindArray("types", String.class, column(events, ActivityEvent::type))
                .bindArray("actors", Long.class, column(events, ActivityEvent::actorId))
                .bindArray("peers", Long.class, column(events, ActivityEvent::peerId))
                .bindArray("winners", Long.class, column(events, ActivityEvent::winnerId))
                .bindArray("values", BigDecimal.class, column(events, ActivityEvent::value))
                .bindArray("groups", Group.class, column(events, ActivityEvent::groupValues))
                .bindArray("zones", String.class, column(events, event -> ActivityEvent.name(event.zone())))
                .bindArray("actorZones", String.class, column(events, event -> ActivityEvent.name(event.actorZone())))
                .bindArray("peerZones", String.class, column(events, event -> ActivityEvent.name(event.peerZone())))
                .bindArray("occurredAts", Instant.class, column(events, ActivityEvent::occurredAt))
                .bindArray("receivedAts", Instant.class, column(events, ActivityEvent::receivedAt))
                .bindArray("attributes", Json.class, column(events, ActivityEvent::attributes))
                .bindArray("rules", Integer.class, column(events, ActivityEvent::lastDayRuleId))
                .execute();
    }

    List<ActivityEvent> byIds(int app, Collection<Long> ids) {
        return sql.of(BY_IDS).bind("app", app).bindArray("ids", Long.class, ids).list(ActivityEvent.class);
    }

    /** The events of each list; where there are none it is absent. */
    Map<ActivityOf, List<ActivityEvent>> listed(int app, List<ActivityOf> asked) {
        return sql
                .of(LISTED)
                .bind("app", app)
                .bindArray("actors", Long.class, column(asked, ActivityOf::actorId))
                .bindArray("befores", Instant.class, column(asked, ActivityOf::before))
                .bindArray("beforeIds", Long.class, column(asked, ActivityOf::beforeId))
                .bindArray("sizes", Integer.class, column(asked, ActivityOf::size))
                .list(Listed.class)
                .stream()
                .collect(Collectors.groupingBy(
                        row -> asked.get((int) row.n - 1), Collectors.mapping(Listed::event, Collectors.toList())));
    }

    /** A row of {@link #LISTED}: for the n-th who asks, from 1. */
    @Introspected
    record Listed(long n, ActivityEvent event) {}
}
