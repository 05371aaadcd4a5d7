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

/** Who sends to which webhook, and what came of it. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface DispatchRepository extends SqlRepository {
    /**
     * Takes webhooks that have something due and that nobody sends to, those that fail or those that do not. Who has waited
     * longest since it was served comes first.
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
                LIMIT :most
                FOR UPDATE SKIP LOCKED))
            RETURNING id
            """)
    List<Long> claim(UUID lease, boolean failing, Instant now, Instant until, int most);

    /** What is due first, and the lease goes on; null where the lease has gone to another, or nothing may be sent. */
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
    Due next(long webhook, UUID lease, Instant now, Instant until);

    /** A message that is to be sent, where, and signed by what. */
    @Introspected
    record Due(String url, SigningSecrets secrets, WebhookDelivery delivery) {}

    @Query("UPDATE webhook SET lease = NULL, leased_until = NULL WHERE id = :webhook AND lease = :lease")
    void release(long webhook, UUID lease);

    /**
     * Notes an attempt, unless another has noted it meanwhile.
     *
     * @param due when it is tried next; null where it is not
     */
    @Query("""
            UPDATE webhook_delivery
            SET state = CASE WHEN :due::timestamptz IS NOT NULL THEN 'PENDING'
                             WHEN :outcome.delivered THEN 'DELIVERED' ELSE 'DEAD' END,
                attempt_count = attempt_count + 1, next_attempt_at = :due, last_attempt_at = :now,
                response_status = :outcome.status, failure_reason = :outcome.failure
            WHERE id = :delivery AND state = 'PENDING'
            """)
    void note(long delivery, WebhookSender.Outcome outcome, @Nullable Instant due, Instant now);

    /**
     * Notes an attempt: what fails does so since it first did, and is left alone for longer each time.
     *
     * @param asked   how long it is left alone at least where that failed
     * @param pausing who has failed since then, or longer, is paused
     */
    @Query("""
            UPDATE webhook
            SET failure_started_at = CASE WHEN NOT :outcome.delivered THEN coalesce(failure_started_at, :now) END,
                failures = CASE WHEN :outcome.delivered THEN 0 ELSE failures + 1 END,
                resume_at = CASE WHEN NOT :outcome.delivered
                    THEN :now::timestamptz
                        + greatest(:asked::interval, least(interval '1 min', interval '1 s' * 2 ^ least(failures, 6))) END,
                state = CASE WHEN :outcome.gone THEN 'GONE'
                             WHEN NOT :outcome.delivered AND failure_started_at <= :pausing THEN 'PAUSED' ELSE state END
            WHERE id = :webhook AND state = 'ENABLED' AND (NOT :outcome.delivered OR failure_started_at IS NOT NULL)
            """)
    void noteWebhook(long webhook, WebhookSender.Outcome outcome, Duration asked, Instant now, Instant pausing);
}
