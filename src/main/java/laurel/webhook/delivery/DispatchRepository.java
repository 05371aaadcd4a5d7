package laurel.webhook.delivery;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import laurel.database.sql.SqlRepository;
import laurel.webhook.SigningSecrets;
import laurel.webhook.WebhookDelivery;
import org.jspecify.annotations.Nullable;

/** Leases webhooks to nodes, and stores the results of attempts. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface DispatchRepository extends SqlRepository {
    /**
     * Leases webhooks that have due messages and no valid lease, those that were served the longest time ago first.
     *
     * @param failing whether to lease webhooks whose last attempt failed, or the others
     */
    @Query("""
            UPDATE webhook SET lease = :lease, leased_until = :until, served_at = :now
            WHERE id = ANY (ARRAY (
                SELECT id FROM webhook AS w
                WHERE w.state = 'ENABLED' AND (w.leased_until IS NULL OR w.leased_until <= :now)
                  AND (w.resume_at IS NULL OR w.resume_at <= :now) AND (w.failures > 0) = :failing
                  AND EXISTS (
                      SELECT FROM webhook_delivery AS d
                      WHERE d.webhook_id = w.id AND d.state = 'PENDING' AND d.next_attempt_at <= :now)
                ORDER BY w.served_at, w.id
                LIMIT :limit
                FOR UPDATE SKIP LOCKED))
            RETURNING id
            """)
    List<Long> claim(UUID lease, boolean failing, Instant now, Instant until, int limit);

    /** Extends the lease and returns the first due message; null if the lease is lost, or no message can be sent now. */
    @Query("""
            WITH held AS (
                UPDATE webhook SET leased_until = :until
                WHERE id = :webhook AND lease = :lease AND state = 'ENABLED' AND (resume_at IS NULL OR resume_at <= :now)
                RETURNING url, secret, old_secret, old_until)
            SELECT held.*, d.*
            FROM held CROSS JOIN LATERAL (
                SELECT * FROM webhook_delivery AS l
                WHERE l.webhook_id = :webhook AND l.state = 'PENDING' AND l.next_attempt_at <= :now
                ORDER BY l.next_attempt_at, l.id LIMIT 1) AS d
            """)
    @Nullable
    DueDelivery next(long webhook, UUID lease, Instant now, Instant until);

    /** A message to send, with the URL and the secrets of its webhook. */
    @Introspected
    record DueDelivery(String url, SigningSecrets secrets, WebhookDelivery delivery) {}

    @Query("UPDATE webhook SET lease = NULL, leased_until = NULL WHERE id = :webhook AND lease = :lease")
    void release(long webhook, UUID lease);

    /**
     * Stores the result of an attempt, unless the delivery is not pending any more.
     *
     * @param due the time of the next attempt; null if there is none
     */
    @Query("""
            UPDATE webhook_delivery
            SET state = CASE WHEN :due::timestamptz IS NOT NULL THEN 'PENDING'
                             WHEN :outcome.delivered THEN 'DELIVERED' ELSE 'DEAD' END,
                attempt_count = attempt_count + 1, next_attempt_at = :due, last_attempt_at = :now,
                response_status = :outcome.status, failure_reason = :outcome.failure
            WHERE id = :delivery AND state = 'PENDING'
            """)
    void updateDelivery(long delivery, WebhookSender.AttemptResult outcome, @Nullable Instant due, Instant now);

    /**
     * Updates a webhook after an attempt. After each consecutive failure the wait for the next attempt is longer.
     *
     * @param retryAfter minimum wait after a failure
     * @param pausing a webhook that has failed since this time, or longer, is paused
     */
    @Query("""
            UPDATE webhook
            SET failure_started_at = CASE WHEN NOT :outcome.delivered THEN coalesce(failure_started_at, :now) END,
                failures = CASE WHEN :outcome.delivered THEN 0 ELSE failures + 1 END,
                resume_at = CASE WHEN NOT :outcome.delivered
                    THEN :now::timestamptz
                        + greatest(:retryAfter::interval, least(interval '1 min', interval '1 s' * 2 ^ least(failures, 6))) END,
                state = CASE WHEN :outcome.gone THEN 'GONE'
                             WHEN NOT :outcome.delivered AND failure_started_at <= :pausing THEN 'PAUSED' ELSE state END
            WHERE id = :webhook AND state = 'ENABLED' AND (NOT :outcome.delivered OR failure_started_at IS NOT NULL)
            """)
    void updateWebhook(
            long webhook, WebhookSender.AttemptResult outcome, Duration retryAfter, Instant now, Instant pausing);
}
