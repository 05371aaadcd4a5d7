package laurel.webhook.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.inject.Inject;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.database.FailedTransaction;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import laurel.webhook.DeliveryRepository;
import laurel.webhook.WebhookClient;
import laurel.webhook.WebhookPositionRepository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages of webhooks are created by a node that receives no signals. */
@LaurelTest
class MessageSignalsTest {
    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private GraphQLClient client;
    private WebhookClient webhooks;
    private MessageMaker maker;
    private String id;

    @BeforeEach
    void createWebhook() {
        client = server.client();
        webhooks = new WebhookClient(server);
        id = webhooks.id("https://example.com/hook", "");
        maker = new MessageMaker(
                server.bean(Sql.class),
                server.bean(MessageSourceRepository.class),
                server.bean(DeliveryRepository.class),
                server.bean(WebhookPositionRepository.class),
                server.bean(WebhookEvents.class),
                server.bean(RankingMessages.class),
                clock,
                server.bean(Signals.class));
        maker.stop();
    }

    @Test
    void createsMessagesInTheRunAfterACheck() {
        maker.run();
        archiveLeaderboard();
        maker.run();
        maker.check();
        assertThat(webhooks.deliveries(id)).isEmpty();
        maker.run();
        assertThat(webhooks.deliveries(id)).hasSize(1);
    }

    @Test
    void createsMessagesInTheRunAfterOneThatFails() {
        archiveLeaderboard();
        assertThatThrownBy(() -> FailedTransaction.run(server.bean(Sql.class), maker::run))
                .isInstanceOf(RuntimeException.class);
        assertThat(webhooks.deliveries(id)).isEmpty();
        maker.run();
        assertThat(webhooks.deliveries(id)).hasSize(1);
    }

    private void archiveLeaderboard() {
        client.ask("mutation { createLeaderboard(input: {key: \"arena\"}) { __typename } }");
        client.ask("mutation { archiveLeaderboard(input: {leaderboardKey: \"arena\"}) { leaderboard { key } } }")
                .text("data", "archiveLeaderboard", "leaderboard", "key");
    }
}
