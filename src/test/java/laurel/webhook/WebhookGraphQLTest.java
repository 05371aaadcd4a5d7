package laurel.webhook;

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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    @CsvSource({
        "http://example.com/, INVALID_URL, url",
        "ftp://example.com/, INVALID_URL, url",
        "https:///hook, INVALID_URL, url",
        "/hook, INVALID_URL, url",
        "https://user@example.com/, INVALID_URL, url",
        "https://example.com/#part, INVALID_URL, url",
        "https://example.com:70000/, INVALID_URL, url",
        "https://10.0.0.1/, INVALID_URL, url",
        "https://[::1]/, INVALID_URL, url",
        "https://2130706433/, INVALID_URL, url",
        "http://inside:8081/, INVALID_URL, url"
    })
    void anAddressThatNoMessageMayGoToIsRefused(String url, String code, String path) {
        Answer answer = webhooks.create(url);
        assertThat(answer.at("code")).isEqualTo(code);
        assertThat(answer.at("path")).isEqualTo(List.of("input", path));
    }

    @Test
    void theOperatorMayAllowAHostOfHisOwn() {
        assertThat(webhooks.create("http://inside:8080/hook").at("webhook", "state"))
                .isEqualTo("ENABLED");
    }

    @Test
    void whatCannotBeIsRefusedInOrder() {
        assertThat(refused("https://example.com/", ", leaderboards: [\"ok\", \"NO\"], top: 0"))
                .isEqualTo("INVALID_KEY [input, leaderboards, 1]");
        assertThat(refused("http://example.com/", ", top: 0")).isEqualTo("INVALID_URL [input, url]");
        assertThat(refused("https://example.com/", ", top: 0")).isEqualTo("INVALID_WEBHOOK [input, top]");
        assertThat(refused("https://example.com/", ", top: 101")).isEqualTo("INVALID_WEBHOOK [input, top]");
        assertThat(refused("https://example.com/", ", windowDefinitionKeys: [\" \"]"))
                .isEqualTo("INVALID_WEBHOOK [input, windowDefinitionKeys]");
        String many = IntStream.range(0, 101).mapToObj(n -> "\"b" + n + "\"").collect(Collectors.joining(","));
        assertThat(refused("https://example.com/", ", leaderboards: [" + many + "]"))
                .isEqualTo("INVALID_WEBHOOK [input, leaderboards]");
    }

    private static String refused(String url, String rest) {
        Answer answer = webhooks.create(url, rest);
        return answer.at("code") + " " + answer.at("path");
    }

    @Test
    void anAppHasTwentyAtMost() {
        var many = new WebhookClient(server, server.client("key-of-many-0123456789"));
        String last = "";
        for (int n = 0; n < 20; n++) {
            last = many.id("https://example.com/" + n, "");
        }
        assertThat(many.create("https://example.com/20").at("code")).isEqualTo("TOO_MANY_WEBHOOKS");
        many.graphQL()
                .ask("mutation { deleteWebhook(id: \"" + last + "\") { ... on DeletedWebhook { id } } }")
                .text("data", "deleteWebhook", "id");
        assertThat(many.create("https://example.com/20").at("code")).isNull();
        Answer pages = many.graphQL().ask("{ webhooks(first: 20) { edges { cursor node { url } } } }");
        List<Answer> edges = pages.list("data", "webhooks", "edges");
        assertThat(edges).hasSize(20);
        String after = edges.get(17).text("cursor");
        assertThat(many.graphQL()
                        .ask("{ webhooks(first: 1, after: \"" + after + "\") { edges { node { url } } } }")
                        .at("data", "webhooks", "edges", 0, "node", "url"))
                .isEqualTo("https://example.com/18");
    }

    @Test
    void anUpdateChangesWhatItSays() {
        String id = webhooks.id("https://example.com/", ", top: 7, types: [RANK_CHANGED]");
        String none = server.id("Webhook", 0, 999);
        Answer after = webhooks.update(id, ", types: []");
        assertThat(after.at("top")).isEqualTo(7);
        assertThat(after.at("types")).isEqualTo(List.of());
        assertThat(webhooks.update(id, ", enabled: false").at("state")).isEqualTo("DISABLED");
        assertThat(webhooks.update(none, "").at("code")).isEqualTo("WEBHOOK_NOT_FOUND");
        assertThat(webhooks.update(none, ", url: \"no\"").at("path")).isEqualTo(List.of("input", "id"));
    }

    @Test
    void anotherSecretIsShownOnceAndTheOldOneStillSigns() {
        Answer made = webhooks.create("https://example.com/");
        String id = made.text("webhook", "id");
        Answer rotated = server.client()
                .ask("mutation { rotateWebhookSecret(id: \"" + id + "\") { ... on WebhookSecret { secret } } }");
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
    void aWebhookThatIsTakenAwayIsHiddenAtOnceAndGoesWithItsMessages() {
        String id = webhooks.id("https://example.com/", "");
        String message = webhooks.ping(id);
        String delete = "mutation { deleteWebhook(id: \"" + id + "\") { __typename } }";
        assertThat(server.client().ask(delete).at("data", "deleteWebhook", "__typename"))
                .isEqualTo("DeletedWebhook");
        assertThat(server.client().ask(delete).at("data", "deleteWebhook", "__typename"))
                .isEqualTo("Refusal");
        assertThat(server.client().ask("{ webhook(id: \"" + id + "\") { id } }").at("data", "webhook"))
                .isNull();
        assertThat(messages(message)).isOne();
        server.bean(DeliverySweeper.class).sweep(Instant.parse("2025-07-13T12:00:00Z"));
        assertThat(messages(message)).isZero();
        assertThat(count("SELECT count(*) FROM webhook WHERE deleted_at IS NOT NULL"))
                .isZero();
    }

    private static int messages(String id) {
        return count(
                "SELECT count(*) FROM webhook_delivery WHERE 'msg_' || replace(message::text, '-', '') = '" + id + "'");
    }

    private static int count(String sql) {
        return server.database().sql().of(sql).one(Integer.class);
    }

    @Test
    void pingsDoNotPileUpWhereNothingIsSent() {
        String id = webhooks.id("https://example.com/", "");
        String first = webhooks.ping(id);
        assertThat(webhooks.ping(id)).isNotEqualTo(first);
        webhooks.update(id, ", enabled: false");
        String waiting = webhooks.ping(id);
        assertThat(webhooks.ping(id)).isEqualTo(waiting);
        assertThat(webhooks.deliveries(id)).hasSize(2);
    }

    @Test
    void noMoreThanFiftyMessagesAreListed() {
        String id = webhooks.id("https://example.com/", "");
        assertThat(ids(page(id, "first: 50"))).isEmpty();
        Answer refused = server.client()
                .send("{ webhook(id: \"" + id + "\") { deliveries(first: 51) { edges { cursor } } } }", Map.of());
        assertThat(refused.at("errors", 0, "extensions", "code")).isEqualTo("INVALID_PAGE_SIZE");
    }

    @Test
    void messagesAreListedByStateAndInPages() {
        String id = webhooks.id("https://example.com/", "");
        List<String> messages =
                IntStream.range(0, 3).mapToObj(n -> webhooks.ping(id)).toList().reversed();
        Answer page = page(id, "first: 2");
        assertThat(ids(page)).isEqualTo(messages.subList(0, 2));
        String after = page.text("pageInfo", "endCursor");
        assertThat(ids(page(id, "first: 2, after: \"" + after + "\""))).isEqualTo(messages.subList(2, 3));
        assertThat(ids(page(id, "state: PENDING"))).isEqualTo(messages);
        assertThat(ids(page(id, "state: DEAD"))).isEmpty();
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
