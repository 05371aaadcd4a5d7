package laurel.webhook;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import laurel.database.Sql;
import org.jspecify.annotations.Nullable;

/** Who sends to which webhook, and what came of it. */
@Singleton
class LaneRepository {
    /** Those that fail, or those that do not; who has waited longest since it was served comes first. */
    private static final String CLAIM = """
            UPDATE webhook SET lease = :lease, leased_until = :until, served_at = :now
            WHERE id = ANY (ARRAY (
                SELECT id FROM webhook AS w
                WHERE w.state = 'ENABLED' AND (w.leased_until IS NULL OR w.leased_until <= :now)
                  AND (w.resume_at IS NULL OR w.resume_at <= :now) AND (w.failures > 0) = :failing
                  AND EXISTS (
                      SELECT FROM webhook_delivery AS d
                      WHERE d.webhook_id = w.id AND d.state = 'PENDING' AND d.due_at <= :now)
                ORDER BY w.served_at, w.id
                LIMIT :most
                FOR UPDATE SKIP LOCKED))
            RETURNING id
            """;

    /** What is due first, and the lease goes on; nothing where the lease has gone to another, or nothing may be sent. */
    private static final String NEXT = """
            WITH held AS (
                UPDATE webhook SET leased_until = :until
                WHERE id = :webhook AND lease = :lease AND state = 'ENABLED' AND (resume_at IS NULL OR resume_at <= :now)
                RETURNING url, secret, old_secret, old_until)
            SELECT held.*, d.*
            FROM held CROSS JOIN LATERAL (
                SELECT * FROM webhook_delivery AS l
                WHERE l.webhook_id = :webhook AND l.state = 'PENDING' AND l.due_at <= :now
                ORDER BY l.due_at, l.id LIMIT 1) AS d
            """;

    private static final String RELEASE =
            "UPDATE webhook SET lease = NULL, leased_until = NULL WHERE id = :webhook AND lease = :lease";

    /** Unless another has noted it meanwhile. */
    private static final String NOTE = """
            UPDATE webhook_delivery
            SET state = :state, attempts = attempts + 1, due_at = :due, attempted_at = :now, status = :status,
                failure = :failure
            WHERE id = :id AND state = 'PENDING'
            """;

    /** What fails does so since it first did, and is left alone for longer each time. */
    private static final String NOTE_WEBHOOK = """
            UPDATE webhook
            SET failing_since = CASE WHEN :failed THEN coalesce(failing_since, :now) END,
                failures = CASE WHEN :failed THEN failures + 1 ELSE 0 END,
                resume_at = CASE WHEN :failed
                    THEN :now::timestamptz
                        + greatest(:asked::interval, least(interval '1 min', interval '1 s' * 2 ^ least(failures, 6))) END,
                state = CASE WHEN :gone THEN 'GONE' WHEN :failed AND failing_since <= :pausing THEN 'PAUSED' ELSE state END
            WHERE id = :webhook AND state = 'ENABLED' AND (:failed OR failing_since IS NOT NULL)
            """;

    private final Sql sql;

    LaneRepository(Sql sql) {
        this.sql = sql;
    }

    /** A message that is to be sent, where, and signed by what. */
    @Introspected
    record Due(String url, Secrets secrets, WebhookDelivery delivery) {}

    /** Takes webhooks that have something due and that nobody sends to, those that fail or those that do not. */
    List<Long> claim(UUID lease, boolean failing, Instant now, Instant until, int most) {
        return sql.of(CLAIM)
                .bind("lease", lease)
                .bind("failing", failing)
                .bind("until", until)
                .bind("now", now)
                .bind("most", most)
                .list(Long.class);
    }

    Optional<Due> next(long webhook, UUID lease, Instant now, Instant until) {
        return sql.of(NEXT)
                .bind("webhook", webhook)
                .bind("lease", lease)
                .bind("until", until)
                .bind("now", now)
                .find(Due.class);
    }

    void release(long webhook, UUID lease) {
        sql.of(RELEASE).bind("webhook", webhook).bind("lease", lease).execute();
    }

    /** @param due when it is tried next; null where it is not */
    void note(WebhookDelivery delivery, Outcome outcome, @Nullable Instant due, Instant now) {
        DeliveryState state = outcome.delivered() ? DeliveryState.DELIVERED : DeliveryState.DEAD;
        sql.of(NOTE)
                .bind("id", delivery.id())
                .bind("state", due == null ? state.name() : DeliveryState.PENDING.name())
                .bind("due", due)
                .bind("now", now)
                .bind("status", outcome.status())
                .bind("failure", outcome.failure())
                .execute();
    }

    /**
     * @param asked   how long it is left alone at least where that failed
     * @param pausing who has failed since then, or longer, is paused
     */
    void noteWebhook(long webhook, Outcome outcome, Duration asked, Instant now, Instant pausing) {
        sql.of(NOTE_WEBHOOK)
                .bind("webhook", webhook)
                .bind("failed", !outcome.delivered())
                .bind("gone", outcome.gone())
                .bind("asked", asked.toSeconds() + " s")
                .bind("now", now)
                .bind("pausing", pausing)
                .execute();
    }
}
