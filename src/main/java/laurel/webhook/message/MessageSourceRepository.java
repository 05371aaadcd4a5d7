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

/** Reads what messages are made of. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class MessageSourceRepository implements SqlRepository {
    /** Of the rankings {@code r}, those that an {@code :interest} includes. */
    private static final String RANKED = """
            SELECT r.id, r.sort_order, r.group_values AS "group",
                   w.name, w.kind AS window_kind, w.definition, w.starts_at, w.ends_at
            FROM ranking AS r JOIN leaderboard_window AS w ON w.id = r.window_id
            WHERE w.expired_at IS NULL
              AND (:interest.groups = 'ALL' OR r.group_values = '{}')
              AND (:interest.windowKinds::text[] IS NULL OR w.kind = ANY (:interest.windowKinds))
              AND (:interest.windowDefinitionKeys::text[] IS NULL OR w.definition = ANY (:interest.windowDefinitionKeys))
              AND\s""";

    private static final String TOP = """
            SELECT a.ranking, e.sort_key, e.subscore_key, e.tie_key, e.participant_id
            FROM unnest(:asked.ranking, :asked.size) AS a (ranking, size)
            CROSS JOIN LATERAL (
                SELECT * FROM <table> AS q WHERE q.ranking_id = a.ranking
                ORDER BY q.sort_key, q.subscore_key, q.tie_key, q.participant_id
                LIMIT a.size) AS e
            """;

    private final Sql sql;

    MessageSourceRepository(Sql sql) {
        this.sql = sql;
    }

    /** The webhooks for which there may be messages to make. */
    @Query("""
            SELECT w.id FROM webhook AS w
            WHERE w.state = 'ENABLED'
              AND (w.event_types && ARRAY['ENTRY_ADDED', 'TOP_STANDINGS_CHANGED']
                   OR EXISTS (SELECT FROM event AS e WHERE e.app_id = w.app_id AND e.id > w.event_position))
            ORDER BY w.id
            """)
    abstract List<Long> behind();

    /** The webhook of this id, unless another is at it, it is not enabled, or so many messages wait. */
    @Query("""
            SELECT * FROM webhook AS w
            WHERE w.id = :id AND w.state = 'ENABLED'
              AND (SELECT count(*) FROM (
                      SELECT FROM webhook_delivery AS d WHERE d.webhook_id = :id AND d.state = 'PENDING' LIMIT :most) AS waiting)
                  < :most
            FOR UPDATE SKIP LOCKED
            """)
    abstract Optional<Webhook> claim(long id, int most);

    @Query("""
            SELECT e.id, e.event_type, l.key AS leaderboard, e.number, e.occurred_at, e.participant_id,
                   w.name, w.kind AS window_kind, w.definition, w.starts_at, w.ends_at,
                   p.entity_type, p.external_id, p.name AS participant_name, b.key AS badge, a.period, a.revoke_reason
            FROM (SELECT * FROM event AS q WHERE q.app_id = :app AND q.id > :after ORDER BY q.id LIMIT :most) AS e
            LEFT JOIN leaderboard AS l ON l.id = e.leaderboard_id
            LEFT JOIN leaderboard_window AS w ON w.id = e.window_id
            LEFT JOIN participant AS p ON p.id = e.participant_id
            LEFT JOIN badge_award AS a ON a.id = e.award_id
            LEFT JOIN badge AS b ON b.id = a.badge_id
            ORDER BY e.id
            """)
    abstract List<NamedEvent> events(int app, long after, int most);

    /** An event; the leaderboard and the window are null where they have gone, or where it is about none. */
    @Introspected
    record NamedEvent(
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
        Who who() {
            return participantId == null || entityType == null || externalId == null
                    ? null
                    : new Who(participantId, entityType, externalId, participantName);
        }

        @Nullable
        WindowName window() {
            return name == null || windowKind == null || definition == null
                    ? null
                    : new WindowName(name, windowKind, definition, startsAt, endsAt);
        }
    }

    /** Those of these rankings that messages are made of. */
    @Query(RANKED + "r.id = ANY (:ids) ORDER BY r.id")
    abstract List<Ranked> rankings(WebhookFilter interest, Collection<Long> ids);

    /**
     * Those of a board's rankings that messages are made of and that can still change, up to so many: of windows without a
     * beginning, then of the newest.
     */
    @Query(RANKED + """
            r.leaderboard_id = :board AND w.wanted_revision = 0
            ORDER BY w.starts_at DESC NULLS FIRST, r.id
            LIMIT :most
            """)
    abstract List<Ranked> rankings(WebhookFilter interest, int board, int most);

    /** A ranking that messages are made of. */
    @Introspected
    record Ranked(long id, SortOrder sortOrder, Group group, WindowName window) {}

    /** How many of the first of a ranking are wanted. */
    private record TopSize(long ranking, int size) {}

    /** The first of each of these rankings, in order, and as many of each as is said; absent where it has none. */
    Map<Long, List<RankKey>> tops(Map<Long, Integer> sizes) {
        List<TopSize> asked = sizes.entrySet().stream()
                .map(of -> new TopSize(of.getKey(), of.getValue()))
                .toList();
        var query = new PartitionedQuery().ask(asked, of -> TOP.replace("<table>", RankingId.entryTable(of.ranking)));
        return query.list(sql, TopRow.class).stream()
                .sorted(comparing(TopRow::place))
                .collect(groupingBy(TopRow::ranking, mapping(TopRow::place, toList())));
    }

    /** A row of {@link #TOP}. */
    @Introspected
    record TopRow(long ranking, RankKey place) {}

    @Query("SELECT id, entity_type, external_id, name FROM participant WHERE app_id = :app AND id = ANY (:ids)")
    abstract List<Who> listParticipants(int app, Collection<Long> ids);

    Map<Long, Who> participants(int app, Collection<Long> ids) {
        return listParticipants(app, ids).stream().collect(toMap(Who::id, Function.identity()));
    }

    /** A participant as messages show it. */
    @Introspected
    record Who(
            long id,
            String entityType,
            String externalId,
            @Nullable String name) {}

    /** A window as messages tell of it. */
    @Introspected
    public record WindowName(
            String name,
            WindowKind windowKind,
            String definition,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt) {}
}
