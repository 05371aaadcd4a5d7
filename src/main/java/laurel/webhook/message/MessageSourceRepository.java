package laurel.webhook.message;

import static java.util.stream.Collectors.toMap;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import laurel.database.sql.SqlRepository;
import laurel.event.message.MessageParts.MessageParticipant;
import laurel.event.message.MessageParts.MessageWindow;
import laurel.leaderboard.Group;
import laurel.leaderboard.SortOrder;
import laurel.webhook.Webhook;
import laurel.webhook.WebhookFilter;

/** Reads the contents of messages. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class MessageSourceRepository implements SqlRepository {
    /** The rankings {@code r} that a {@code :filter} includes. */
    private static final String RANKED = """
            SELECT r.id, r.sort_order, r.group_values AS "group",
                   w.name, w.kind AS window_kind, w.definition, w.starts_at, w.ends_at,
                   w.requested_revision > 0 AS closed
            FROM ranking AS r JOIN leaderboard_window AS w ON w.id = r.window_id
            WHERE w.expired_at IS NULL
              AND (:filter.groups = 'ALL' OR r.group_values = '{}')
              AND (:filter.windowKinds::text[] IS NULL OR w.kind = ANY (:filter.windowKinds))
              AND (:filter.windowDefinitionKeys::text[] IS NULL OR w.definition = ANY (:filter.windowDefinitionKeys))
              AND\s""";

    /** The enabled webhooks that have unread events, or a filter that includes rankings. */
    @Query("""
            SELECT w.id FROM webhook AS w
            WHERE w.state = 'ENABLED'
              AND (w.event_types && ARRAY['ENTRIES_ADDED', 'TOP_STANDINGS_CHANGED']
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

    /** The given rankings that the filter includes. */
    @Query(RANKED + "r.id = ANY (:ids) ORDER BY r.id")
    abstract List<ReportedRanking> rankings(WebhookFilter filter, Collection<Long> ids);

    /**
     * The next rankings of a leaderboard that the filter includes and that can still change, mostly those of the newest
     * windows first.
     *
     * @param after the ranking after which they start
     */
    @Query(RANKED + """
            r.leaderboard_id = :leaderboard AND r.id < :after AND w.requested_revision = 0
            ORDER BY r.id DESC
            LIMIT :limit
            """)
    abstract List<ReportedRanking> openRankings(WebhookFilter filter, int leaderboard, long after, int limit);

    /**
     * A ranking that messages report.
     *
     * @param closed whether its window is closed, so that it only changes by corrections
     */
    @Introspected
    record ReportedRanking(long id, SortOrder sortOrder, Group group, MessageWindow window, boolean closed) {}

    /** Participants that were erased are absent. */
    @Query("""
            SELECT id, entity_type, external_id, name FROM participant
            WHERE app_id = :app AND id = ANY (:ids) AND erased_at IS NULL
            """)
    abstract List<MessageParticipant> listParticipants(int app, Collection<Long> ids);

    Map<Long, MessageParticipant> participants(int app, Collection<Long> ids) {
        return listParticipants(app, ids).stream().collect(toMap(MessageParticipant::id, Function.identity()));
    }
}
