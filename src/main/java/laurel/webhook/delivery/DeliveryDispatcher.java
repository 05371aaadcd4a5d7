package laurel.webhook.delivery;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micronaut.context.annotation.Value;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.sql.Sql;
import laurel.event.EventType;
import laurel.event.Events;
import laurel.event.NewEvent;
import laurel.webhook.Webhook.WebhookState;
import laurel.webhook.WebhookDelivery;
import laurel.webhook.delivery.DispatchRepository.DueDelivery;
import laurel.webhook.delivery.DispatchRepository.UpdatedWebhook;
import laurel.webhook.delivery.WebhookSender.AttemptResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends due messages, on every node. The node with the lease of a webhook sends its messages in order, those of several
 * webhooks concurrently. Webhooks that fail, or that were served recently, come after the others.
 */
@Singleton
@Serving
public class DeliveryDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryDispatcher.class);

    /** Time after which a served webhook makes way for another. */
    private static final Duration TURN = Duration.ofSeconds(5);

    private final Sql sql;
    private final DispatchRepository repository;
    private final WebhookSender sender;
    private final Events events;
    private final Clock clock;
    private final Duration lease;
    private final Duration pauseAfter;
    private final Timer delivered;
    private final Timer failed;
    private final Semaphore slots;
    /** Slots that failing webhooks cannot use. */
    private final int reserved;

    private volatile boolean stopping;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("webhook-", 0).factory());

    /**
     * @param timeout     of an attempt; a lease that is not extended for much longer expires
     * @param concurrency maximum number of webhooks served concurrently
     */
    DeliveryDispatcher(
            Sql sql,
            DispatchRepository repository,
            WebhookSender sender,
            Events events,
            Clock clock,
            MeterRegistry meters,
            @Value("${laurel.webhooks.timeout:10s}") Duration timeout,
            @Value("${laurel.webhooks.concurrency:64}") int concurrency,
            @Value("${laurel.webhooks.pause-after:2d}") Duration pauseAfter) {
        this.sql = sql;
        this.repository = repository;
        this.sender = sender;
        this.events = events;
        this.clock = clock;
        this.lease = timeout.plus(Duration.ofSeconds(50));
        this.pauseAfter = pauseAfter;
        this.slots = new Semaphore(concurrency);
        this.reserved = concurrency / 4;
        this.delivered = attempts(meters, "delivered");
        this.failed = attempts(meters, "failed");
    }

    private static Timer attempts(MeterRegistry meters, String outcome) {
        return Timer.builder("laurel.webhooks.attempts")
                .description("Attempts to deliver a message")
                .tag("outcome", outcome)
                .register(meters);
    }

    /** Waits for current attempts, stores their results and releases the leases, so that other nodes need not wait. */
    @PreDestroy
    void stop() {
        stopping = true;
        threads.close();
    }

    @Periodic(value = "deliver messages that are due", every = "laurel.webhooks.every:1s")
    void run() {
        serve(clock.instant());
    }

    /** Starts to serve the webhooks that have messages due at this time. A future is done when its webhook was served. */
    public List<? extends Future<?>> serve(Instant now) {
        int available = stopping ? 0 : slots.drainPermits();
        List<Long> claimed = List.of();
        UUID token = UUID.randomUUID();
        try {
            if (available > 0) {
                claimed = sql.connected(() -> claim(token, now, available));
            }
        } finally {
            slots.release(available - claimed.size());
        }
        return claimed.stream().map(webhook -> start(webhook, token)).toList();
    }

    /** Leases webhooks that do not fail first. Failing ones use the remaining slots, except the reserved ones. */
    private List<Long> claim(UUID token, Instant now, int available) {
        Instant until = now.plus(lease);
        List<Long> claimed = new ArrayList<>(repository.claim(token, false, now, until, available));
        int left = available - claimed.size() - reserved;
        if (left > 0) {
            claimed.addAll(repository.claim(token, true, now, until, left));
        }
        return claimed;
    }

    private Future<?> start(long webhook, UUID token) {
        try {
            return threads.submit(() -> serve(webhook, token));
        } catch (RejectedExecutionException e) {
            // The node started to stop after the lease was taken.
            slots.release();
            release(webhook, token);
            return CompletableFuture.completedFuture(webhook);
        }
    }

    private void serve(long webhook, UUID token) {
        try {
            long since = System.nanoTime();
            boolean more = true;
            while (more && !stopping && System.nanoTime() - since < TURN.toNanos()) {
                more = sendNext(webhook, token);
            }
        } catch (Throwable e) { // Errors too: no other code would log them.
            LOG.warn("Could not serve webhook {}; the next run tries again", webhook, e);
        } finally {
            slots.release();
            release(webhook, token);
        }
    }

    private void release(long webhook, UUID token) {
        try {
            repository.release(webhook, token);
        } catch (RuntimeException e) {
            LOG.warn(
                    "Could not release the lease of webhook {}; the webhook is served again once the lease expires",
                    webhook,
                    e);
        }
    }

    /** Whether there may be more to send. */
    private boolean sendNext(long webhook, UUID token) {
        Instant now = clock.instant();
        DueDelivery due = repository.next(webhook, token, now, now.plus(lease));
        return due != null && send(due, now);
    }

    private boolean send(DueDelivery due, Instant now) {
        long startNanos = System.nanoTime();
        AttemptResult outcome = post(due, now);
        (outcome.delivered() ? delivered : failed).record(Duration.ofNanos(System.nanoTime() - startNanos));
        store(due.delivery(), outcome, clock.instant());
        return outcome.delivered();
    }

    /** Any error counts as a failed attempt, so that the message does not block the others. */
    private AttemptResult post(DueDelivery due, Instant now) {
        try {
            return sender.send(due.url(), due.secrets().at(now), due.delivery(), now);
        } catch (Throwable e) { // Errors too: otherwise the same message would be next each time.
            LOG.warn("Could not send to webhook {}", due.delivery().webhookId(), e);
            return AttemptResult.failed("The message could not be sent.");
        }
    }

    private void store(WebhookDelivery delivery, AttemptResult outcome, Instant now) {
        Instant again = outcome.delivered()
                ? null
                : RetrySchedule.next(delivery.id(), delivery.attemptCount() + 1, outcome.retryAfter(), now);
        sql.useTransaction(() -> {
            // The webhook first: other transactions lock in the same order.
            UpdatedWebhook webhook = repository.updateWebhook(
                    delivery.webhookId(),
                    outcome,
                    RetrySchedule.limited(outcome.retryAfter()),
                    now,
                    now.minus(pauseAfter));
            if (webhook != null && webhook.state() != WebhookState.ENABLED) {
                events.publish(List.of(
                        NewEvent.ofWebhook(webhook.appId(), EventType.WEBHOOK_PAUSED, delivery.webhookId(), now)));
            }
            repository.updateDelivery(delivery.id(), outcome, again, now);
        });
    }
}
