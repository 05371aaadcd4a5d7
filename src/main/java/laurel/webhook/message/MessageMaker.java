package laurel.webhook.message;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import laurel.Periodic;
import laurel.Serving;
import laurel.change.LeaderboardSignals;
import laurel.change.LeaderboardSignals.Scope;
import laurel.database.connection.Outage;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import laurel.webhook.DeliveryRepository;
import laurel.webhook.Webhook;
import laurel.webhook.WebhookMessage;
import laurel.webhook.WebhookPositionRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates messages of events and of changes of rankings, on any node. Each webhook's messages are stored in the transaction
 * that advances its positions, on one snapshot: so each message is created exactly once. A webhook with many pending
 * messages gets no new ones until they are fewer. Its events wait; of its rankings it then receives the net change, or a
 * snapshot if the outbox has dropped changes.
 */
@Singleton
@Serving
public class MessageMaker {
    private static final Logger LOG = LoggerFactory.getLogger(MessageMaker.class);

    /** Pending messages above which a webhook gets no new ones. */
    static final int MAX_PENDING = 1_000;

    /** Transactions of one webhook before the next one's turn. */
    private static final int MAX_TRANSACTIONS = 10;

    /** SQLSTATE if another node has changed the webhook since the snapshot. */
    private static final String SERIALIZATION_FAILURE = "40001";

    private final Sql sql;
    private final MessageSourceRepository repository;
    private final DeliveryRepository deliveries;
    private final WebhookPositionRepository positions;
    private final WebhookEvents events;
    private final RankingMessages rankings;
    private final Clock clock;
    private final LeaderboardSignals changed = new LeaderboardSignals();
    private final Signals.Registration listening;

    MessageMaker(
            Sql sql,
            MessageSourceRepository repository,
            DeliveryRepository deliveries,
            WebhookPositionRepository positions,
            WebhookEvents events,
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
        this.listening = signals.listenWithoutPolls(changed::add);
        changed.addAll();
    }

    @PreDestroy
    void stop() {
        listening.close();
    }

    @Periodic(value = "create messages of webhooks", every = "laurel.webhooks.every:1s")
    void run() {
        changed.take(this::run);
    }

    /** The next run needs no signal: signals can be lost, and pending messages become fewer without one. */
    @Periodic(value = "create messages of webhooks", every = "laurel.webhooks.check-every:10s")
    void check() {
        changed.addAll();
    }

    private void run(Scope scope) {
        repository.behind().forEach(webhook -> create(webhook, scope, clock.instant()));
    }

    /** Creates the messages of all webhooks up to now. */
    public void create(Instant now) {
        repository.behind().forEach(webhook -> create(webhook, Scope.ALL, now));
    }

    private void create(long id, Scope scope, Instant now) {
        try {
            boolean more = true;
            for (int pass = 0; more && pass < MAX_TRANSACTIONS; pass++) {
                more = sql.inSnapshot(() -> createSome(id, scope, now));
            }
            if (more) {
                changed.addAll();
            }
        } catch (RuntimeException e) {
            if (Outage.hasSqlState(e, SERIALIZATION_FAILURE)) {
                LOG.debug("Another node creates the messages of webhook {}", id);
            } else {
                LOG.warn("Could not create the messages of webhook {}; a later run tries again", id, e);
            }
        }
    }

    /** Returns whether more messages can be created. */
    private boolean createSome(long id, Scope scope, Instant now) {
        Webhook webhook = repository.claim(id, MAX_PENDING).orElse(null);
        if (webhook == null) {
            return false;
        }
        WebhookEvents.EventBatch fromEvents = events.next(webhook);
        RankingMessages.RankingBatch fromRankings = rankings.next(webhook, scope, now);
        List<WebhookMessage> messages = new ArrayList<>(fromEvents.messages());
        messages.addAll(fromRankings.messages());
        if (!messages.isEmpty()) {
            deliveries.insert(id, messages, now);
        }
        positions.advance(id, fromRankings.positions());
        positions.advance(id, fromEvents.position(), scope.all() && !fromRankings.more() ? now : null);
        return fromEvents.more() || fromRankings.more();
    }
}
