package laurel.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.webhook.delivery.DeliveryDispatcher;

/** Creates webhooks, creates and sends their messages, and reads their deliveries. */
public record WebhookClient(LaurelServer server, GraphQLClient graphQL) {
    private static final String DELIVERIES =
            " deliveries(first: 50) { nodes { id messageId eventType body state attemptCount nextAttemptAt lastAttemptAt"
                    + " responseStatus failureReason webhook { id } } } ";

    public WebhookClient(LaurelServer server) {
        this(server, server.client());
    }

    /** Creates a webhook with the default filter and without messages about rankings. */
    public Answer create(String url) {
        return create(url, "");
    }

    /**
     * Creates a webhook.
     *
     * @param rest of the input, such as {@code , topCount: 3}
     */
    public Answer create(String url, String rest) {
        return graphQL.ask("mutation { createWebhook(input: {url: \"" + url + "\" " + rest + "}) {"
                        + " secret webhook { id state }"
                        + " errors { code path message ... on LimitExceededError { limit } } } }")
                .node("data", "createWebhook");
    }

    /** The id of a new webhook. */
    public String id(String url, String rest) {
        return create(url, rest).text("webhook", "id");
    }

    public Answer update(String id, String rest) {
        return graphQL.ask("mutation { updateWebhook(input: {webhookId: \"" + id + "\" " + rest + "}) {"
                        + " webhook { id url state eventTypes leaderboardKeys leaderboards { key } windowKinds"
                        + " windowDefinitionKeys groups topCount } errors { code path } } }")
                .node("data", "updateWebhook");
    }

    /** Disables all webhooks of the app: their pending messages would be due in the next test of the same service. */
    public void disableAll() {
        graphQL.ask("{ webhooks(first: 100) { nodes { id } } }").list("data", "webhooks", "nodes").stream()
                .map(node -> node.text("id"))
                .forEach(id -> assertThat(update(id, ", state: DISABLED").at("webhook", "state"))
                        .isEqualTo("DISABLED"));
    }

    /** Sends a test message, and returns its id. */
    public String ping(String id) {
        return graphQL.ask("mutation { pingWebhook(input: {webhookId: \"" + id
                        + "\"}) { delivery { messageId } errors { code } } }")
                .text("data", "pingWebhook", "delivery", "messageId");
    }

    public int replay(String id, String rest) {
        return Integer.parseInt(graphQL.ask("mutation { replayWebhook(input: {webhookId: \"" + id + "\" " + rest
                        + "}) { replayedCount webhook { id } errors { code } } }")
                .text("data", "replayWebhook", "replayedCount"));
    }

    public Answer webhook(String id) {
        return graphQL.ask("{ webhook(id: \"" + id + "\") { id state failureStartedAt" + DELIVERIES + "} }")
                .node("data", "webhook");
    }

    /** The deliveries of a webhook, newest first. */
    public List<Answer> deliveries(String id) {
        return webhook(id).list("deliveries", "nodes");
    }

    /** The last delivery of a webhook. */
    public Answer delivery(String id) {
        return deliveries(id).getFirst();
    }

    /** Sends the messages due at this time, and returns the number of webhooks that had any. */
    public int serve(Instant now) {
        List<? extends Future<?>> served = server.bean(DeliveryDispatcher.class).serve(now);
        served.forEach(WebhookClient::await);
        return served.size();
    }

    public static void await(Future<?> future) {
        try {
            future.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
