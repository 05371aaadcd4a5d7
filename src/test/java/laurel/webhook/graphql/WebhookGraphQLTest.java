package laurel.webhook.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.webhook.WebhookClient;
import laurel.webhook.delivery.DeliverySweeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookGraphQLTest {
    private static final String KEYS = LaurelServer.KEY + ",many:key-of-many-0123456789";

    private static LaurelServer server;
    private static WebhookClient webhooks;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                new TickingClock(Instant.parse("2025-07-13T12:00:00Z")),
                Map.of("laurel.keys", KEYS, "laurel.webhooks.allowed-hosts", List.of("inside:8080")));
        webhooks = new WebhookClient(server);
        server.client().ask("mutation { createApp(input: {key: \"many\"}) { __typename } }");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.com/",
                "ftp://example.com/",
                "https:///hook",
                "/hook",
                "https://user@example.com/",
                "https://example.com/#part",
                "https://example.com:70000/",
                "https://10.0.0.1/",
                "https://[::1]/",
                "https://2130706433/",
                "http://inside:8081/"
            })
    void rejectsUrlOfPrivateOrInvalidAddress(String url) {
        Answer answer = webhooks.create(url);
        assertThat(answer.at("webhook")).isNull();
        assertThat(answer.at("secret")).isNull();
        assertThat(answer.at("errors", 0, "code")).isEqualTo("INVALID_URL");
        assertThat(answer.at("errors", 0, "path")).isEqualTo(List.of("input", "url"));
    }

    @Test
    void acceptsPrivateHostsThatTheOperatorAllows() {
        assertThat(webhooks.create("http://inside:8080/hook").at("webhook", "state"))
                .isEqualTo("ENABLED");
    }

    @Test
    void rejectsInvalidInputInOrder() {
        assertThat(refused("https://example.com/", ", leaderboardKeys: [\"ok\", \"NO\"], topCount: 0"))
                .isEqualTo("INVALID_KEY [input, leaderboardKeys, 1]");
        assertThat(refused("http://example.com/", ", topCount: 0")).isEqualTo("INVALID_URL [input, url]");
        assertThat(refused("https://example.com/", ", topCount: 0")).isEqualTo("NUMBER_OUT_OF_RANGE [input, topCount]");
        assertThat(refused("https://example.com/", ", topCount: 101"))
                .isEqualTo("NUMBER_OUT_OF_RANGE [input, topCount]");
        assertThat(refused("https://example.com/", ", windowDefinitionKeys: [\" \"]"))
                .isEqualTo("INVALID_KEY [input, windowDefinitionKeys, 0]");
        String many = IntStream.range(0, 101).mapToObj(n -> "\"b" + n + "\"").collect(Collectors.joining(","));
        assertThat(refused("https://example.com/", ", leaderboardKeys: [" + many + "]"))
                .isEqualTo("LIST_TOO_LONG [input, leaderboardKeys]");
    }

    private static String refused(String url, String rest) {
        Answer answer = webhooks.create(url, rest);
        return answer.at("errors", 0, "code") + " " + answer.at("errors", 0, "path");
    }

    @Test
    void rejectsMoreThanTwentyWebhooksPerApp() {
        var many = new WebhookClient(server, server.client("key-of-many-0123456789"));
        String last = "";
        for (int n = 0; n < 20; n++) {
            last = many.id("https://example.com/" + n, "");
        }
        Answer error = many.create("https://example.com/20").node("errors", 0);
        assertThat(error.at("code")).isEqualTo("LIMIT_REACHED");
        assertThat(error.at("limit")).isEqualTo(20);
        assertThat(delete(many, last).text("deletedWebhookId")).isEqualTo(last);
        assertThat(many.create("https://example.com/20").list("errors")).isEmpty();
        Answer pages = many.graphQL().ask("{ webhooks(first: 20) { edges { cursor node { url } } } }");
        List<Answer> edges = pages.list("data", "webhooks", "edges");
        assertThat(edges).hasSize(20);
        String after = edges.get(17).text("cursor");
        assertThat(many.graphQL()
                        .ask("{ webhooks(first: 1, after: \"" + after + "\") { edges { node { url } } } }")
                        .at("data", "webhooks", "edges", 0, "node", "url"))
                .isEqualTo("https://example.com/18");
    }

    private static Answer delete(WebhookClient of, String id) {
        return of.graphQL()
                .ask("mutation { deleteWebhook(input: {webhookId: \"" + id
                        + "\"}) { deletedWebhookId errors { code path } } }")
                .node("data", "deleteWebhook");
    }

    @Test
    void updatesGivenFieldsOnly() {
        String id = webhooks.id("https://example.com/", ", topCount: 7, eventTypes: [TOP_STANDINGS_CHANGED]");
        String none = server.id("Webhook", 0, 999);
        Answer after = webhooks.update(id, ", eventTypes: []");
        assertThat(after.at("webhook", "topCount")).isEqualTo(7);
        assertThat(after.at("webhook", "eventTypes")).isEqualTo(List.of());
        assertThat(webhooks.update(id, ", state: DISABLED").at("webhook", "state"))
                .isEqualTo("DISABLED");
        assertThat(webhooks.update(none, "").at("errors", 0, "code")).isEqualTo("WEBHOOK_NOT_FOUND");
        assertThat(webhooks.update(none, ", url: \"no\"").at("errors", 0, "path"))
                .isEqualTo(List.of("input", "webhookId"));
    }

    @Test
    void returnsFilters() {
        server.client().ask("mutation { createLeaderboard(input: {key: \"there\"}) { __typename } }");
        Answer webhook = webhooks.update(filtered(), "").node("webhook");
        assertThat(webhook.at("eventTypes")).isNull();
        assertThat(webhook.at("leaderboardKeys")).isEqualTo(List.of("there", "not-yet"));
        assertThat(webhook.list("leaderboards").stream().map(board -> board.at("key")))
                .containsExactly("there");
        assertThat(webhook.at("windowKinds")).isEqualTo(List.of("DAILY"));
        assertThat(webhook.at("windowDefinitionKeys")).isEqualTo(List.of("daily"));
        assertThat(webhook.at("groups")).isEqualTo("ALL");
    }

    @Test
    void selectsAllForNullAndNoneForEmptyList() {
        Answer cleared = webhooks.update(
                        filtered(), ", leaderboardKeys: null, windowKinds: null, windowDefinitionKeys: []")
                .node("webhook");
        assertThat(cleared.at("leaderboardKeys")).isNull();
        assertThat(cleared.at("leaderboards")).isNull();
        assertThat(cleared.at("windowKinds")).isNull();
        assertThat(cleared.at("windowDefinitionKeys")).isEqualTo(List.of());
    }

    private static String filtered() {
        return webhooks.id(
                "https://example.com/",
                ", leaderboardKeys: [\"there\", \"not-yet\"], windowKinds: [DAILY], groups: ALL,"
                        + " windowDefinitionKeys: [\"daily\"], eventTypes: null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"url", "groups", "topCount", "state"})
    void rejectsNullForFieldsThatCannotBeCleared(String field) {
        String id = webhooks.id("https://example.com/", "");
        Answer error = server.client()
                .send(
                        "mutation { updateWebhook(input: {webhookId: \"" + id + "\", " + field
                                + ": null}) { errors { code } } }",
                        Map.of())
                .node("errors", 0);
        assertThat(error.at("extensions", "code")).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.at("message")).isEqualTo("`" + field + "` cannot be null.");
    }

    @Test
    void resolvesDeliveriesAsNodes() {
        String id = webhooks.id("https://example.com/", "");
        String message = webhooks.ping(id);
        Answer delivery = webhooks.delivery(id);
        assertThat(delivery.at("webhook", "id")).isEqualTo(id);
        Answer node = server.client()
                .ask(
                        "query ($id: ID!) { node(id: $id) { ... on WebhookDelivery { messageId eventType } } }",
                        Map.of("id", delivery.text("id")))
                .node("data", "node");
        assertThat(node.json()).isEqualTo(Map.of("messageId", message, "eventType", "PING"));
    }

    @Test
    void returnsRotatedSecretOnceAndKeepsOldOneValid() {
        Answer made = webhooks.create("https://example.com/");
        String id = made.text("webhook", "id");
        Answer rotated =
                server.client().ask("mutation { rotateWebhookSecret(input: {webhookId: \"" + id + "\"}) { secret } }");
        assertThat(rotated.text("data", "rotateWebhookSecret", "secret"))
                .startsWith("whsec_")
                .isNotEqualTo(made.text("secret"));
        List<String> stored = server.database()
                .sql()
                .of("SELECT old_secret FROM webhook WHERE old_secret IS NOT NULL")
                .list(String.class);
        assertThat(stored).containsExactly(made.text("secret"));
    }

    @Test
    void hidesDeletedWebhookAndDeletesItsDeliveries() {
        String id = webhooks.id("https://example.com/", "");
        String message = webhooks.ping(id);
        assertThat(delete(webhooks, id).list("errors")).isEmpty();
        assertThat(delete(webhooks, id).at("errors", 0, "code")).isEqualTo("WEBHOOK_NOT_FOUND");
        assertThat(server.client().ask("{ webhook(id: \"" + id + "\") { id } }").at("data", "webhook"))
                .isNull();
        assertThat(messages(message)).isOne();
        server.bean(DeliverySweeper.class).sweep(Instant.parse("2025-07-13T12:00:00Z"));
        assertThat(messages(message)).isZero();
        assertThat(count("SELECT count(*) FROM webhook WHERE deleted_at IS NOT NULL"))
                .isZero();
    }

    private static int messages(String id) {
        return count("SELECT count(*) FROM webhook_delivery WHERE 'msg_' || replace(message_uuid::text, '-', '') = '"
                + id + "'");
    }

    private static int count(String sql) {
        return server.database().sql().of(sql).one(Integer.class);
    }

    @Test
    void returnsPendingPingOfDisabledWebhook() {
        String id = webhooks.id("https://example.com/", "");
        String first = webhooks.ping(id);
        assertThat(webhooks.ping(id)).isNotEqualTo(first);
        webhooks.update(id, ", state: DISABLED");
        String waiting = webhooks.ping(id);
        assertThat(webhooks.ping(id)).isEqualTo(waiting);
        assertThat(webhooks.deliveries(id)).hasSize(2);
    }

    @Test
    void rejectsPagesOfMoreThanFiftyDeliveries() {
        String id = webhooks.id("https://example.com/", "");
        assertThat(ids(page(id, "first: 50"))).isEmpty();
        Answer refused = server.client()
                .send("{ webhook(id: \"" + id + "\") { deliveries(first: 51) { nodes { id } } } }", Map.of());
        assertThat(refused.at("errors", 0, "extensions", "code")).isEqualTo("INVALID_PAGE_SIZE");
    }

    @Test
    void listsDeliveriesByStateInPages() {
        String id = webhooks.id("https://example.com/", "");
        List<String> messages =
                IntStream.range(0, 3).mapToObj(n -> webhooks.ping(id)).toList().reversed();
        Answer page = page(id, "first: 2");
        assertThat(ids(page)).isEqualTo(messages.subList(0, 2));
        String after = page.text("pageInfo", "endCursor");
        assertThat(ids(page(id, "first: 2, after: \"" + after + "\""))).isEqualTo(messages.subList(2, 3));
        assertThat(ids(page(id, "filter: {state: PENDING}"))).isEqualTo(messages);
        assertThat(ids(page(id, "filter: {state: DEAD}"))).isEmpty();
    }

    private static Answer page(String id, String arguments) {
        return server.client()
                .ask("{ webhook(id: \"" + id + "\") { deliveries(" + arguments
                        + ") { edges { node { messageId } } pageInfo { endCursor } } } }")
                .node("data", "webhook", "deliveries");
    }

    private static List<String> ids(Answer page) {
        return page.list("edges").stream()
                .map(edge -> Objects.requireNonNull(edge.text("node", "messageId")))
                .toList();
    }
}
