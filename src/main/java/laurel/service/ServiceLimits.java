package laurel.service;

import io.micronaut.context.annotation.Value;
import io.micronaut.core.annotation.Introspected;
import io.micronaut.core.convert.format.ReadableBytes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Period;
import org.jspecify.annotations.Nullable;

/** The limits that settings decide, named and described as in the schema. */
@Singleton
@Introspected
public record ServiceLimits(
        @ReadableBytes @Value("${micronaut.server.max-request-size}")
        int requestSize,

        @Value("${laurel.limits.request-time:10s}") Duration requestTime,
        @Value("${laurel.limits.query-size:65536}") int querySize,
        @Value("${laurel.limits.query-tokens:10000}") int queryTokenCount,
        @Value("${laurel.limits.query-depth:16}") int queryDepth,
        @Value("${laurel.limits.query-fields:1000}") int queryFieldCount,
        @Value("${laurel.limits.query-cost:10000000}") int queryCost,
        @Value("${laurel.limits.query-selections:10000}") int querySelectionCount,
        @Value("${laurel.limits.response-values:200000}") int responseValueCount,
        @Value("${laurel.limits.response-size:16777216}") int responseSize,
        @Value("${laurel.limits.page-size:1000}") int pageSize,
        @Value("${laurel.limits.batch-size:1000}") int batchSize,
        @Value("${laurel.live.tick:250ms}") Duration liveTick,
        @Value("${laurel.outbox.retention:24h}") Duration liveRetention,
        @Value("${laurel.events.retention:7d}") Duration eventRetention,
        @Value("${laurel.limits.watched-participants:100}") int watchedParticipantCount,
        @Value("${laurel.limits.subscriptions:100}") int subscriptionCount,
        @Value("${laurel.limits.connections:20000}") int connectionCount,
        @Value("${laurel.live.connection-init-time:10s}") Duration connectionInitTime,
        @Value("${laurel.limits.message-size:131072}") int messageSize,
        @Value("${laurel.limits.idempotency-retention:24h}") Duration idempotencyRetention,
        @Value("${laurel.ledger.retention-months:0}") int ledgerMonths,
        @Value("${laurel.limits.queued-submissions:10000}") int queuedSubmissionCount,
        @Value("${laurel.limits.past-times:4}") int pastTimeCount,
        @Value("${laurel.limits.backfill-windows:10000}") int backfillWindowCount,
        @Value("${laurel.limits.activity-age:400d}") Duration activityAge,
        @Value("${laurel.activity.retention:0s}") Duration retainedActivity,
        @Value("${laurel.limits.queued-events:10000}") int queuedEventCount,
        @Value("${laurel.limits.opt-in-after:1h}") Duration optInAfter,
        @Value("${laurel.limits.streaks:20}") int streakCount,

        @Value("${laurel.limits.amnesty-participants:10000}")
        int amnestyParticipantCount,

        @Value("${laurel.limits.scoring-policies:10}") int scoringPolicyCount,
        @Value("${laurel.limits.preview-days:200000}") int previewDayCount,
        @Value("${laurel.limits.hourly-events:10000}") int hourlyEventCount,
        @Value("${laurel.limits.badges:200}") int badgeCount,
        @Value("${laurel.limits.badge-candidates:10000}") int badgeCandidateCount,
        @Value("${laurel.limits.webhooks:20}") int webhookCount,
        @Value("${laurel.webhooks.retention:7d}") Duration webhookDeliveryRetention,
        @Value("${laurel.limits.dead-letters:10000}") int deadLetterCount,
        @Value("${laurel.limits.jobs:100}") int jobCount,
        @Value("${laurel.jobs.retention:7d}") Duration jobRetention) {
    /** Null if submissions are kept indefinitely. */
    @Nullable
    public Period submissionRetention() {
        return ledgerMonths == 0 ? null : Period.ofMonths(ledgerMonths);
    }

    /** Null if activity events are kept indefinitely. */
    @Nullable
    public Duration activityRetention() {
        return retainedActivity.isZero() ? null : retainedActivity;
    }
}
