package laurel.activity.stored;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.database.sql.Sql;
import laurel.request.export.ExportSection;
import laurel.request.export.ExportSource;
import laurel.request.export.ExportSubject;
import org.jspecify.annotations.Nullable;

/**
 * Exports the activity of a participant. A player sees neither the other party of an event nor what belongs to it: as the peer,
 * it does not see the metadata, the time zone and the external ID, which the actor's side sent.
 */
@Singleton
final class ActivityExportRepository implements ExportSource {
    private static final String PARTY = """
            (SELECT jsonb_build_object('entityType', p.entity_type, 'externalId', p.external_id)
             FROM participant AS p WHERE p.id = e.<party>)""";

    private static final String AS_ACTOR_AND_PEER = """
            SELECT a.id, a.external_id, a.event_type, 'ACTOR' AS role, a.actor_id, a.peer_id, a.winner_id, a.value,
                   a.group_values, a.time_zone, a.occurred_at, a.received_at, a.metadata, a.excluded
            FROM activity_event AS a
            WHERE a.app_id = input.app_id AND a.actor_id = input.participant_id
            UNION ALL
            SELECT p.id, p.external_id, p.event_type, 'PEER', p.actor_id, p.peer_id, p.winner_id, p.value,
                   coalesce(p.peer_group_values, '{}'), p.time_zone, p.occurred_at, p.received_at, p.metadata, p.excluded
            FROM activity_event AS p
            WHERE p.app_id = input.app_id AND p.peer_id = input.participant_id
            """;

    /** In the order of an index of each partition. Only an administrator sees the names of parties. */
    private static final String EVENTS = """
            SELECT e.id, CASE WHEN input.full OR e.role = 'ACTOR' THEN e.external_id END AS "externalId",
                   e.event_type AS "eventType", e.role,
                   CASE WHEN input.full THEN <actor_id> END AS actor,
                   CASE WHEN input.full THEN <peer_id> END AS peer,
                   CASE WHEN input.full THEN <winner_id> END AS winner,
                   e.winner_id = input.participant_id AS won, trim_scale(e.value) AS value, e.group_values AS "group",
                   CASE WHEN input.full OR e.role = 'ACTOR' THEN e.time_zone END AS "timeZone",
                   e.occurred_at AS "occurredAt", e.received_at AS "receivedAt",
                   CASE WHEN input.full OR e.role = 'ACTOR' THEN e.metadata END AS metadata,
                   e.excluded OR EXISTS (SELECT FROM activity_muted_event AS m WHERE m.event_id = e.id) AS muted
            FROM (SELECT :subject.app AS app_id, :subject.participant AS participant_id, :subject.administrator AS "full")
                 AS input
            CROSS JOIN LATERAL (<events>) AS e
            ORDER BY e.occurred_at, e.id
            """.replace("<events>", AS_ACTOR_AND_PEER)
            .replace("<actor_id>", PARTY.replace("<party>", "actor_id"))
            .replace("<peer_id>", PARTY.replace("<party>", "peer_id"))
            .replace("<winner_id>", PARTY.replace("<party>", "winner_id"));

    private static final String TALLIES = """
            SELECT d.rule AS "dayRule", t.day AS date, t.event_type AS "eventType", t.role, t.event_count AS "eventCount",
                   trim_scale(t.value_sum) AS "valueSum",
                   (SELECT count(*)::integer FROM activity_daily_peer AS p
                    WHERE p.participant_id = t.participant_id AND p.day_rule_id = t.day_rule_id AND p.day = t.day
                      AND p.event_type = t.event_type AND p.role = t.role AND p.event_count > 0) AS "peerCount"
            FROM activity_daily_tally AS t
            JOIN streak_day_rule AS d ON d.id = t.day_rule_id AND d.app_id = :subject.app
            WHERE t.participant_id = :subject.participant AND t.event_count > 0
            ORDER BY t.day_rule_id, t.day, t.event_type, t.role
            """;

    private static final String GROUP = """
            SELECT g.group_values AS "group", g.occurred_at AS "occurredAt"
            FROM activity_group AS g JOIN participant AS p ON p.id = g.participant_id AND p.app_id = :subject.app
            WHERE g.participant_id = :subject.participant
            """;

    /** From this time on, the export has all events. */
    private static final String RETENTION = "SELECT activity_complete_since() AS \"completeSince\"";

    private final Sql sql;

    ActivityExportRepository(Sql sql) {
        this.sql = sql;
    }

    @Override
    public List<ExportSection> sections(ExportSubject subject) {
        return List.of(
                ExportSection.of("activityEvents", "ActivityEvent", () -> rows(EVENTS, subject)),
                ExportSection.of("activityGroups", () -> rows(GROUP, subject)),
                new ExportSection(
                        "activityRetention", null, true, () -> sql.of(RETENTION).maps(ExportSection.HELD)),
                ExportSection.of("dailyTallies", () -> rows(TALLIES, subject)));
    }

    private Stream<Map<String, @Nullable Object>> rows(String text, ExportSubject subject) {
        return sql.of(text).bind("subject", subject).maps(ExportSection.HELD);
    }
}
