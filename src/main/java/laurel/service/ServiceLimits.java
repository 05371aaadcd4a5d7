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

        @Value("${laurel.limits.time:10s}") Duration requestTime,
        @Value("${laurel.limits.query-characters:65536}") int querySize,
        @Value("${laurel.limits.query-tokens:10000}") int queryTokenCount,
        @Value("${laurel.limits.depth:16}") int queryDepth,
        @Value("${laurel.limits.fields:1000}") int queryFieldCount,
        @Value("${laurel.limits.selections:10000}") int querySelectionCount,
        @Value("${laurel.limits.nodes:200000}") int responseValueCount,
        @Value("${laurel.limits.answer-bytes:16777216}") int responseSize,
        @Value("${laurel.limits.page:1000}") int pageSize,
        @Value("${laurel.limits.batch:1000}") int batchSize,
        @Value("${laurel.live.tick:250ms}") Duration liveTick,
        @Value("${laurel.outbox.keep:24h}") Duration liveRetention,
        @Value("${laurel.limits.watched:100}") int watchedParticipantCount,
        @Value("${laurel.limits.subscriptions:100}") int subscriptionCount,
        @Value("${laurel.limits.connections:20000}") int connectionCount,
        @Value("${laurel.live.init:10s}") Duration connectionInitTime,
        @Value("${laurel.limits.message:131072}") int messageSize,
        @Value("${laurel.limits.idempotency:24h}") Duration idempotencyRetention,
        @Value("${laurel.ledger.keep-months:0}") int ledgerMonths,
        @Value("${laurel.limits.waiting-submissions:10000}") int queuedSubmissionCount,
        @Value("${laurel.limits.moments:4}") int pastTimeCount,
        @Value("${laurel.limits.fill-windows:10000}") int backfillWindowCount,
        @Value("${laurel.limits.late-activity:400d}") Duration activityAge,
        @Value("${laurel.limits.waiting-activity:10000}") int queuedEventCount,
        @Value("${laurel.limits.streaks:20}") int streakCount,
        @Value("${laurel.limits.amnesty:10000}") int amnestyParticipantCount,
        @Value("${laurel.limits.policies:10}") int scoringPolicyCount,
        @Value("${laurel.limits.trial:200000}") int previewDayCount,
        @Value("${laurel.limits.badges:200}") int badgeCount,
        @Value("${laurel.limits.backfill:10000}") int badgeCandidateCount,
        @Value("${laurel.limits.webhooks:20}") int webhookCount,
        @Value("${laurel.webhooks.keep:7d}") Duration webhookDeliveryRetention,
        @Value("${laurel.limits.dead-letters:10000}") int deadLetterCount,
        @Value("${laurel.limits.jobs:100}") int jobCount,
        @Value("${laurel.jobs.keep:7d}") Duration jobRetention) {
    /** Null if submissions are kept indefinitely. */
    @Nullable
    public Period submissionRetention() {
        return ledgerMonths == 0 ? null : Period.ofMonths(ledgerMonths);
    }
}
