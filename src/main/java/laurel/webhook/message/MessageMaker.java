package laurel.webhook.message;

import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import laurel.Periodic;
import laurel.Serving;
import laurel.change.LeaderboardSignals;
import laurel.change.LeaderboardSignals.Where;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import laurel.webhook.DeliveryRepository;
import laurel.webhook.Webhook;
import laurel.webhook.WebhookMessage;
import laurel.webhook.WebhookPositionRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes messages of what has happened, on whatever node comes first: each webhook's in a transaction that also notes how
 * far it has come, on one snapshot. A webhook that has many messages waiting gets no more until they are fewer: events
 * wait for it, and of rankings it is then told what has changed in all, if the outbox still keeps that.
 */
@Singleton
@Serving
public class MessageMaker {
    private static final Logger LOG = LoggerFactory.getLogger(MessageMaker.class);

    /** Who has so many messages waiting gets no more. */
    public static final int MOST_WAITING = 1_000;

    /** Transactions after which it is another webhook's turn. */
    private static final int MOST_PASSES = 10;

    /** What PostgreSQL says where another node has been at a webhook since the snapshot. */
    private static final String CHANGED_MEANWHILE = "40001";

    private final Sql sql;
    private final MessageSourceRepository repository;
    private final DeliveryRepository deliveries;
    private final WebhookPositionRepository positions;
    private final EventMessages events;
    private final RankingMessages rankings;
    private final Clock clock;
    private final LeaderboardSignals signalled = new LeaderboardSignals();
    private final Signals.Listening listening;

    MessageMaker(
            Sql sql,
            MessageSourceRepository repository,
            DeliveryRepository deliveries,
            WebhookPositionRepository positions,
            EventMessages events,
            RankingMessages rankings,
            Clock clock,
            Signals signals) {
        this.sql = sql;
        this.repository = repository;
        this.deliveries = deliveries;
        this.positions = positions;
        this.events = events;
        this.rankings = rankings;
        this.clock = clock;
        this.listening = signals.listen(signalled::note);
        signalled.noteEverywhere();
    }

    @PreDestroy
    void stop() {
        listening.close();
    }

    @Scheduled(fixedDelay = "${laurel.webhooks.every:1s}", initialDelay = "${laurel.webhooks.every:1s}")
    @Periodic
    void run() {
        signalled.take().ifPresent(this::run);
    }

    /** Whatever signals have come: the messages that wait may have become fewer, and a signal may be lost. */
    @Scheduled(fixedDelay = "${laurel.webhooks.look-every:10s}", initialDelay = "${laurel.webhooks.look-every:10s}")
    @Periodic
    void runUnasked() {
        run(Where.EVERYWHERE);
    }

    private void run(Where where) {
        try {
            repository.behind().forEach(webhook -> make(webhook, where, clock.instant()));
        } catch (RuntimeException e) {
            LOG.warn("Could not look for what webhooks are to be told; the next run tries again", e);
        }
    }

    /** Makes the messages of what has happened until this moment. */
    public void make(Instant now) {
        repository.behind().forEach(webhook -> make(webhook, Where.EVERYWHERE, now));
    }

    private void make(long id, Where where, Instant now) {
        try {
            boolean more = true;
            for (int pass = 0; more && pass < MOST_PASSES; pass++) {
                more = sql.inSnapshot(() -> makeSome(id, where, now));
            }
            if (more) {
                signalled.noteEverywhere();
            }
        } catch (RuntimeException e) {
            if (e.getCause() instanceof SQLException failure && CHANGED_MEANWHILE.equals(failure.getSQLState())) {
                LOG.debug("Another node is at webhook {}", id);
            } else {
                LOG.warn("Could not make the messages of webhook {}; the next run tries again", id, e);
            }
        }
    }

    /** Whether there is more to make. */
    private boolean makeSome(long id, Where where, Instant now) {
        Webhook webhook = repository.claim(id, MOST_WAITING).orElse(null);
        if (webhook == null) {
            return false;
        }
        EventMessages.Told told = events.after(webhook);
        RankingMessages.Told ranked = rankings.of(webhook, where, now);
        List<WebhookMessage> messages = new ArrayList<>(told.messages());
        messages.addAll(ranked.messages());
        if (!messages.isEmpty()) {
            deliveries.insert(id, messages, now);
        }
        positions.reach(id, ranked.reached());
        positions.advance(id, told.reached(), where.everywhere() && !ranked.more() ? now : null);
        return told.more() || ranked.more();
    }
}
