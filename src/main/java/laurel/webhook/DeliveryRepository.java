package laurel.webhook;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.request.ListRequest;
import laurel.webhook.WebhookDelivery.DeliveryFilter;
import laurel.webhook.WebhookDelivery.DeliveryState;
import org.jspecify.annotations.Nullable;

/** Stores and lists deliveries of webhooks. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface DeliveryRepository extends SqlRepository {
    /**
     * The messages of a webhook to send again.
     *
     * @param startTime created at this time or later; null: no limit
     * @param endTime created before this time; null: no limit
     */
    @Introspected
    record Replay(
            Set<DeliveryState> states,
            @Nullable Instant startTime,
            @Nullable Instant endTime) {
        /** Maximum number of messages that one replay sends again. */
        public static final int MAX_DELIVERIES = 10_000;
    }

    /**
     * Adds messages that are due now, in order. A message is never due before an earlier one, even if the clock of a node is
     * behind.
     */
    @Query("""
            WITH held AS (
                UPDATE webhook SET last_due = greatest(last_due, :now) WHERE id = :webhook RETURNING last_due)
            INSERT INTO webhook_delivery (webhook_id, message_uuid, event_type, body, state, created_at, attempt_count,
                                          next_attempt_at)
            SELECT :webhook, m.message, m.type, m.body, 'PENDING', :now, 0, held.last_due
            FROM held CROSS JOIN unnest(:messages.id, :messages.type, :messages.body) WITH ORDINALITY
                 AS m (message, type, body, n)
            ORDER BY n
            RETURNING *
            """)
    List<WebhookDelivery> insert(long webhook, Collection<WebhookMessage> messages, Instant now);

    /** Records in the audit that an administrator has sent a test message. */
    @Query("SELECT audit_count('Webhook', :webhook, 'pingCount', 1)")
    long auditPing(long webhook);

    /**
     * Makes messages due again, before all newer ones, and returns their number. All are due when the first was created, so that
     * they are sent in order of ID: clocks of nodes differ.
     *
     * @param max maximum number of messages
     */
    @Query("""
            WITH chosen AS (
                SELECT id, created_at FROM webhook_delivery
                WHERE webhook_id = :webhook AND state = ANY (:replay.states) AND state <> 'PENDING'
                  AND created_at >= coalesce(:replay.startTime::timestamptz, '-infinity')
                  AND created_at < coalesce(:replay.endTime::timestamptz, 'infinity')
                ORDER BY id
                LIMIT :max
                FOR UPDATE
            ), replayed AS (
                UPDATE webhook_delivery
                SET state = 'PENDING', attempt_count = 0, next_attempt_at = (SELECT min(created_at) FROM chosen)
                WHERE id = ANY (ARRAY (SELECT id FROM chosen))
                RETURNING id)
            SELECT audit_count('Webhook', :webhook, 'replayedCount', count(*)) FROM replayed
            """)
    int replay(long webhook, Replay replay, int max);

    /** Each branch reads an index in order, so that no plan sorts all messages of a webhook. */
    @Query("""
            SELECT input.n, d.*
            FROM unnest(:lists.filter.webhookId, :lists.filter.state, :lists.after, :lists.limit) WITH ORDINALITY
                 AS input (webhook, state, before, size, n)
            CROSS JOIN LATERAL (
                (SELECT * FROM webhook_delivery AS l
                 WHERE input.state IS NULL AND l.webhook_id = input.webhook AND l.id < input.before
                 ORDER BY l.id DESC LIMIT input.size)
                UNION ALL
                (SELECT * FROM webhook_delivery AS l
                 WHERE l.webhook_id = input.webhook AND l.state = input.state AND l.id < input.before
                 ORDER BY l.id DESC LIMIT input.size)) AS d
            ORDER BY input.n, d.id DESC
            """)
    List<Numbered<WebhookDelivery>> list(List<ListRequest<DeliveryFilter, Long>> lists);

    @Query("""
            SELECT d.* FROM webhook_delivery AS d JOIN webhook AS w ON w.id = d.webhook_id
            WHERE w.app_id = :app AND w.deleted_at IS NULL AND d.id = ANY (:ids)
            """)
    List<WebhookDelivery> byIds(int app, Collection<Long> ids);

    /** The messages of each of these lists. Lists without messages are absent. */
    default Map<ListRequest<DeliveryFilter, Long>, List<WebhookDelivery>> listed(
            List<ListRequest<DeliveryFilter, Long>> lists) {
        return Numbered.lists(lists, list(lists));
    }

    /** A pending ping of a webhook, if at least this many are pending. */
    @Query("""
            SELECT * FROM webhook_delivery WHERE webhook_id = :webhook AND state = 'PENDING' AND event_type = 'PING'
            ORDER BY next_attempt_at DESC, id DESC OFFSET :max - 1 LIMIT 1
            """)
    Optional<WebhookDelivery> waitingPing(long webhook, int max);

    /** Deletes some of the messages created before this time, except pending ones of enabled webhooks. */
    @Query("""
            DELETE FROM webhook_delivery
            WHERE id = ANY (ARRAY (
                SELECT id FROM webhook_delivery
                WHERE created_at < :before AND state <> 'PENDING' ORDER BY created_at LIMIT :max
                FOR UPDATE SKIP LOCKED))
            """)
    int sweep(Instant before, int max);

    /**
     * Deletes some of the pending messages created before this time, of webhooks that are not enabled.
     */
    @Query("""
            DELETE FROM webhook_delivery
            WHERE id = ANY (ARRAY (
                SELECT d.id FROM webhook AS w JOIN webhook_delivery AS d ON d.webhook_id = w.id
                WHERE w.state <> 'ENABLED' AND d.state = 'PENDING' AND d.created_at < :before LIMIT :max
                FOR UPDATE OF d SKIP LOCKED))
            """)
    int sweepWaiting(Instant before, int max);

    /** Deletes some of the messages of deleted webhooks. */
    @Query("""
            DELETE FROM webhook_delivery
            WHERE id = ANY (ARRAY (
                SELECT d.id FROM webhook AS w JOIN webhook_delivery AS d ON d.webhook_id = w.id
                WHERE w.deleted_at IS NOT NULL LIMIT :max
                FOR UPDATE OF d SKIP LOCKED))
            """)
    int sweepDeleted(int max);

    /** Deletes the rows of deleted webhooks that have no messages any more. */
    @Query("""
            DELETE FROM webhook AS w
            WHERE w.deleted_at IS NOT NULL AND NOT EXISTS (SELECT FROM webhook_delivery AS d WHERE d.webhook_id = w.id)
            """)
    void forgetDeleted();

    /** The number of pending messages of all webhooks, at most this many. */
    @Query("SELECT count(*) FROM (SELECT FROM webhook_delivery WHERE state = 'PENDING' LIMIT :max) AS waiting")
    int waiting(int max);
}
