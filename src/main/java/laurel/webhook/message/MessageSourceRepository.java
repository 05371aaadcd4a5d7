package laurel.webhook.message;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.event.EventType;
import laurel.leaderboard.Group;
import laurel.leaderboard.SortOrder;
import laurel.leaderboard.WindowKind;
import laurel.rankindex.RankKey;
import laurel.webhook.Webhook;
import laurel.webhook.WebhookFilter;
import laurel.window.RankingId;
import org.jspecify.annotations.Nullable;

/** Reads the contents of messages. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class MessageSourceRepository implements SqlRepository {
    /** The rankings {@code r} that a {@code :filter} includes. */
    private static final String RANKED = """
            SELECT r.id, r.sort_order, r.group_values AS "group",
                   w.name, w.kind AS window_kind, w.definition, w.starts_at, w.ends_at
            FROM ranking AS r JOIN leaderboard_window AS w ON w.id = r.window_id
            WHERE w.expired_at IS NULL
              AND (:filter.groups = 'ALL' OR r.group_values = '{}')
              AND (:filter.windowKinds::text[] IS NULL OR w.kind = ANY (:filter.windowKinds))
              AND (:filter.windowDefinitionKeys::text[] IS NULL OR w.definition = ANY (:filter.windowDefinitionKeys))
              AND\s""";

    private static final String TOP = """
            SELECT input.ranking, e.sort_key, e.subscore_key, e.tie_key, e.participant_id
            FROM unnest(:input.ranking, :input.size) AS input (ranking, size)
            CROSS JOIN LATERAL (
                SELECT * FROM <table> AS q WHERE q.ranking_id = input.ranking
                ORDER BY q.sort_key, q.subscore_key, q.tie_key, q.participant_id
                LIMIT input.size) AS e
            """;

    private final Sql sql;

    MessageSourceRepository(Sql sql) {
        this.sql = sql;
    }

    /** The enabled webhooks that have unread events, or a filter that includes rankings. */
    @Query("""
            SELECT w.id FROM webhook AS w
            WHERE w.state = 'ENABLED'
              AND (w.event_types && ARRAY['ENTRY_ADDED', 'TOP_STANDINGS_CHANGED']
                   OR EXISTS (SELECT FROM event AS e WHERE e.app_id = w.app_id AND e.id > w.event_position))
            ORDER BY w.id
            """)
    abstract List<Long> behind();

    /** Locks a webhook. Empty if another transaction has it, if it is not enabled, or if {@code limit} messages are pending. */
    @Query("""
            SELECT * FROM webhook AS w
            WHERE w.id = :id AND w.state = 'ENABLED'
              AND (SELECT count(*) FROM (
                      SELECT FROM webhook_delivery AS d WHERE d.webhook_id = :id AND d.state = 'PENDING' LIMIT :limit) AS waiting)
                  < :limit
            FOR UPDATE SKIP LOCKED
            """)
    abstract Optional<Webhook> claim(long id, int limit);

    @Query("""
            SELECT e.id, e.event_type, l.key AS leaderboard, e.number, e.occurred_at, e.participant_id,
                   w.name, w.kind AS window_kind, w.definition, w.starts_at, w.ends_at,
                   p.entity_type, p.external_id, p.name AS participant_name, b.key AS badge, a.period, a.revoke_reason
            FROM (SELECT * FROM event AS q WHERE q.app_id = :app AND q.id > :after ORDER BY q.id LIMIT :limit) AS e
            LEFT JOIN leaderboard AS l ON l.id = e.leaderboard_id
            LEFT JOIN leaderboard_window AS w ON w.id = e.window_id
            LEFT JOIN participant AS p ON p.id = e.participant_id
            LEFT JOIN badge_award AS a ON a.id = e.award_id
            LEFT JOIN badge AS b ON b.id = a.badge_id
            ORDER BY e.id
            """)
    abstract List<EventDetails> events(int app, long after, int limit);

    /** An event and what it is about. Null if the event is not about it, or if it was deleted. */
    @Introspected
    record EventDetails(
            long id,
            EventType eventType,
            @Nullable String leaderboard,
            @Nullable Integer number,
            Instant occurredAt,
            @Nullable String name,
            @Nullable WindowKind windowKind,
            @Nullable String definition,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            @Nullable Long participantId,
            @Nullable String entityType,
            @Nullable String externalId,
            @Nullable String participantName,
            @Nullable String badge,
            @Nullable String period,
            @Nullable String revokeReason) {
        @Nullable
        MessageParticipant participant() {
            return participantId == null || entityType == null || externalId == null
                    ? null
                    : new MessageParticipant(participantId, entityType, externalId, participantName);
        }

        @Nullable
        MessageWindow window() {
            return name == null || windowKind == null || definition == null
                    ? null
                    : new MessageWindow(name, windowKind, definition, startsAt, endsAt);
        }
    }

    /** The given rankings that the filter includes. */
    @Query(RANKED + "r.id = ANY (:ids) ORDER BY r.id")
    abstract List<ReportedRanking> rankings(WebhookFilter filter, Collection<Long> ids);

    /**
     * The rankings of a leaderboard that the filter includes and that can still change, at most {@code limit}: those of
     * windows without a start first, then those of the newest windows.
     */
    @Query(RANKED + """
            r.leaderboard_id = :leaderboard AND w.requested_revision = 0
            ORDER BY w.starts_at DESC NULLS FIRST, r.id
            LIMIT :limit
            """)
    abstract List<ReportedRanking> rankings(WebhookFilter filter, int leaderboard, int limit);

    /** A ranking that messages report. */
    @Introspected
    record ReportedRanking(long id, SortOrder sortOrder, Group group, MessageWindow window) {}

    /** Number of entries to read from the top of a ranking. */
    private record TopSize(long ranking, int size) {}

    /** The top of each of these rankings, in order and of the given size. Rankings without entries are absent. */
    Map<Long, List<RankKey>> tops(Map<Long, Integer> sizes) {
        List<TopSize> tops = sizes.entrySet().stream()
                .map(of -> new TopSize(of.getKey(), of.getValue()))
                .toList();
        var query = new PartitionedQuery().add(tops, of -> TOP.replace("<table>", RankingId.entryTable(of.ranking)));
        return query.list(sql, TopRow.class).stream()
                .sorted(comparing(TopRow::key))
                .collect(groupingBy(TopRow::ranking, mapping(TopRow::key, toList())));
    }

    /** A row of {@link #TOP}. */
    @Introspected
    record TopRow(long ranking, RankKey key) {}

    @Query("SELECT id, entity_type, external_id, name FROM participant WHERE app_id = :app AND id = ANY (:ids)")
    abstract List<MessageParticipant> listParticipants(int app, Collection<Long> ids);

    Map<Long, MessageParticipant> participants(int app, Collection<Long> ids) {
        return listParticipants(app, ids).stream().collect(toMap(MessageParticipant::id, Function.identity()));
    }

    /** A participant in a message. */
    @Introspected
    record MessageParticipant(
            long id,
            String entityType,
            String externalId,
            @Nullable String name) {}

    /** A window in a message. */
    @Introspected
    public record MessageWindow(
            String name,
            WindowKind windowKind,
            String definition,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt) {}
}
