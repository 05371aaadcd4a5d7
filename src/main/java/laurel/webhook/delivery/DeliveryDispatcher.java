package laurel.webhook.delivery;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micronaut.context.annotation.Value;
import io.micronaut.scheduling.annotation.Scheduled;
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
import laurel.webhook.WebhookDelivery;
import laurel.webhook.delivery.DispatchRepository.Due;
import laurel.webhook.delivery.WebhookSender.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what is due, on every node: each webhook's messages one after the other by whoever holds its lease, those of
 * several at once. Who has failed, or was served for long, comes after those who wait.
 */
@Singleton
@Serving
public class DeliveryDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryDispatcher.class);

    /** How long a webhook is served before it is another's turn. */
    private static final Duration TURN = Duration.ofSeconds(5);

    private final Sql sql;
    private final DispatchRepository repository;
    private final WebhookSender poster;
    private final Clock clock;
    private final Duration lease;
    private final Duration pauseAfter;
    private final Timer delivered;
    private final Timer failed;
    private final Semaphore free;
    /** Lanes that those who fail leave free. */
    private final int kept;

    private volatile boolean stopping;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("webhook-", 0).factory());

    /**
     * @param timeout of an attempt; who holds a lease and does not say so for far longer has died
     * @param lanes   webhooks served at once
     */
    DeliveryDispatcher(
            Sql sql,
            DispatchRepository repository,
            WebhookSender poster,
            Clock clock,
            MeterRegistry meters,
            @Value("${laurel.webhooks.timeout:10s}") Duration timeout,
            @Value("${laurel.webhooks.concurrency:64}") int lanes,
            @Value("${laurel.webhooks.pause-after:2d}") Duration pauseAfter) {
        this.sql = sql;
        this.repository = repository;
        this.poster = poster;
        this.clock = clock;
        this.lease = timeout.plus(Duration.ofSeconds(50));
        this.pauseAfter = pauseAfter;
        this.free = new Semaphore(lanes);
        this.kept = lanes / 4;
        this.delivered = attempts(meters, "delivered");
        this.failed = attempts(meters, "failed");
    }

    private static Timer attempts(MeterRegistry meters, String outcome) {
        return Timer.builder("laurel.webhooks.attempts")
                .description("Attempts to deliver a message")
                .tag("outcome", outcome)
                .register(meters);
    }

    /** What is being sent is noted, and the leases are given back, so that others need not wait for them to be over. */
    @PreDestroy
    void stop() {
        stopping = true;
        threads.close();
    }

    @Scheduled(fixedDelay = "${laurel.webhooks.every:1s}", initialDelay = "${laurel.webhooks.every:1s}")
    @Periodic("deliver messages that are due")
    void run() {
        serve(clock.instant());
    }

    /** Begins to serve the webhooks that have something due at this moment; each is served when its future is done. */
    public List<? extends Future<?>> serve(Instant now) {
        int most = stopping ? 0 : free.drainPermits();
        List<Long> claimed = List.of();
        UUID token = UUID.randomUUID();
        try {
            if (most > 0) {
                claimed = sql.connected(() -> claim(token, now, most));
            }
        } finally {
            free.release(most - claimed.size());
        }
        return claimed.stream().map(webhook -> begin(webhook, token)).toList();
    }

    /** Those that fail take no more than leaves a part of the lanes to those that do not, who come first. */
    private List<Long> claim(UUID token, Instant now, int most) {
        Instant until = now.plus(lease);
        List<Long> claimed = new ArrayList<>(repository.claim(token, false, now, until, most));
        int left = most - claimed.size() - kept;
        if (left > 0) {
            claimed.addAll(repository.claim(token, true, now, until, left));
        }
        return claimed;
    }

    private Future<?> begin(long webhook, UUID token) {
        try {
            return threads.submit(() -> serve(webhook, token));
        } catch (RejectedExecutionException e) {
            // The node has begun to stop since the lease was taken.
            free.release();
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
        } catch (Throwable e) { // Errors too: nobody else would see them.
            LOG.warn("Could not serve webhook {}; the next who looks does", webhook, e);
        } finally {
            free.release();
            release(webhook, token);
        }
    }

    private void release(long webhook, UUID token) {
        try {
            repository.release(webhook, token);
        } catch (RuntimeException e) {
            LOG.warn("Could not give webhook {} back; another serves it once the lease is over", webhook, e);
        }
    }

    /** Whether there may be more to send. */
    private boolean sendNext(long webhook, UUID token) {
        Instant now = clock.instant();
        Due due = repository.next(webhook, token, now, now.plus(lease));
        return due != null && send(due, now);
    }

    private boolean send(Due due, Instant now) {
        long begin = System.nanoTime();
        Outcome outcome = post(due, now);
        (outcome.delivered() ? delivered : failed).record(Duration.ofNanos(System.nanoTime() - begin));
        note(due.delivery(), outcome, clock.instant());
        return outcome.delivered();
    }

    /** Whatever goes wrong is an attempt, so that the message does not come first for ever. */
    private Outcome post(Due due, Instant now) {
        try {
            return poster.post(due.url(), due.secrets().at(now), due.delivery(), now);
        } catch (Throwable e) { // Errors too: such a message would be the next one again and again.
            LOG.warn("Could not send to webhook {}", due.delivery().webhookId(), e);
            return Outcome.failed("The message could not be sent.");
        }
    }

    private void note(WebhookDelivery delivery, Outcome outcome, Instant now) {
        Instant again = outcome.delivered()
                ? null
                : RetrySchedule.next(delivery.id(), delivery.attemptCount() + 1, outcome.retryAfter(), now);
        sql.useTransaction(() -> {
            // In the order in which others lock them.
            repository.noteWebhook(
                    delivery.webhookId(), outcome, RetrySchedule.asked(outcome), now, now.minus(pauseAfter));
            repository.note(delivery.id(), outcome, again, now);
        });
    }
}
