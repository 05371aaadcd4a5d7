package laurel.api.operation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import laurel.api.InMemorySocket;
import laurel.api.LiveSchema;
import laurel.api.TestServer;
import laurel.api.access.Caller;
import laurel.api.engine.GraphQLRequest;
import laurel.database.Until;
import laurel.request.Emission;
import laurel.request.EmissionBatch;
import laurel.request.access.Identity;
import laurel.request.access.Identity.Player;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Emissions of a batch are executed together, and each subscriber receives what it would receive alone. */
final class EventBatchTest {
    private static final String TEXT = "subscription ($o: String) { message(of: $o) { text app } }";
    private static final String MINE = "subscription ($o: String) { message(of: $o) { mine } }";
    private static final Caller ADMIN = new Caller(1, Identity.admin("test", "one"), TestServer.IDS);
    private static final LiveSchema SCHEMA = new LiveSchema();
    private static TestServer server;

    private EmissionBatch batch;

    @BeforeAll
    static void start() {
        server = new TestServer(LiveSchema.SDL, SCHEMA, Map.of("laurel.limits.response-size", 20_000));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        batch = new EmissionBatch();
    }

    @Test
    void executesEmissionsOfSameSelectionTogether() {
        List<CompletableFuture<byte[]>> rendered = IntStream.range(0, 10)
                .mapToObj(n -> render("news " + n, selection(TEXT, "subscriber " + n, ADMIN)))
                .toList();
        assertThat(rendered).noneMatch(CompletableFuture::isDone);
        int before = SCHEMA.executions.get();
        batch.close();
        for (int n = 0; n < 10; n++) {
            assertThat(text(rendered.get(n))).isEqualTo(message("\"text\":\"news " + n + "\",\"app\":1"));
        }
        assertThat(SCHEMA.executions).hasValue(before + 1);
    }

    @Test
    void rendersAloneAfterTheBatch() {
        batch.close();
        assertThat(text(render("late", selection(TEXT, "one", ADMIN))))
                .isEqualTo(message("\"text\":\"late\",\"app\":1"));
    }

    @Test
    void doesNotShareExecutionBetweenAppsAndRoles() {
        int before = SCHEMA.executions.get();
        var one = render("news", selection(TEXT, "o", ADMIN));
        var other = render("news", selection(TEXT, "o", new Caller(2, Identity.admin("test", "two"), TestServer.IDS)));
        var anonymous = render("news", selection(TEXT, "o", new Caller(1, Identity.ANONYMOUS, TestServer.IDS)));
        batch.close();
        assertThat(text(one)).contains("\"app\":1");
        assertThat(text(other)).contains("\"app\":2");
        assertThat(text(anonymous)).contains("\"app\":1");
        assertThat(SCHEMA.executions).hasValue(before + 3);
    }

    @Test
    void doesNotShareExecutionIfEventsDependOnVariable() {
        String conditional =
                "subscription ($o: String, $all: Boolean!) { message(of: $o) { text app @include(if: $all) } }";
        var whole = render("one", selection(conditional, Map.of("o", "1", "all", true), ADMIN));
        var part = render("two", selection(conditional, Map.of("o", "2", "all", false), ADMIN));
        batch.close();
        assertThat(text(whole)).isEqualTo(message("\"text\":\"one\",\"app\":1"));
        assertThat(text(part)).isEqualTo(message("\"text\":\"two\""));
    }

    @Test
    void showsOwnDataOnlyToItsPlayer() {
        var ann = render("ann", selection(MINE, "1", player("ann")));
        var bob = render("bob", selection(MINE, "2", player("bob")));
        var annOfBob = render("bob", selection(MINE, "3", player("ann")));
        var stranger = render(
                "ann", selection(MINE, "4", new Caller(1, player("x").identity().unnamed(), TestServer.IDS)));
        var reader = render("ann", selection(MINE, "5", ADMIN));
        batch.close();
        assertThat(text(ann)).isEqualTo(message("\"mine\":\"of ann\""));
        assertThat(text(bob)).isEqualTo(message("\"mine\":\"of bob\""));
        assertThat(text(annOfBob)).isEqualTo(message("\"mine\":null"));
        assertThat(text(stranger)).isEqualTo(message("\"mine\":null"));
        assertThat(text(reader)).isEqualTo(message("\"mine\":\"of ann\""));
    }

    @Test
    void reportsErrorsOnlyToTheSubscribersOfTheirEvent() {
        String required = "subscription { requiredMessage { text } }";
        var good = render("good", selection(required, Map.of(), ADMIN));
        var bad = render("null", selection(required, Map.of(), ADMIN));
        batch.close();
        assertThat(text(good)).isEqualTo("{\"data\":{\"requiredMessage\":{\"text\":\"good\"}}}");
        assertThatThrownBy(bad::join).isNotNull();
    }

    @Test
    void rendersEmissionsSeparatelyThatExceedResponseSizeTogether() {
        List<CompletableFuture<byte[]>> rendered = IntStream.range(0, 5)
                .mapToObj(n -> render(n + "x".repeat(8_000), selection(TEXT, "subscriber " + n, ADMIN)))
                .toList();
        var excessive = render("x".repeat(30_000), selection(TEXT, "large", ADMIN));
        batch.close();
        for (int n = 0; n < 5; n++) {
            assertThat(text(rendered.get(n))).contains("\"text\":\"" + n + "xxx");
        }
        assertThatThrownBy(excessive::join).isNotNull();
    }

    @Test
    void rendersAllEmissionsOfLargeBatch() {
        List<CompletableFuture<byte[]>> rendered = IntStream.range(0, 1_000)
                .mapToObj(n -> render("news " + n, selection(TEXT, "subscriber " + n, ADMIN)))
                .toList();
        int before = SCHEMA.executions.get();
        batch.close();
        for (int n = 0; n < 1_000; n++) {
            assertThat(text(rendered.get(n))).contains("\"news " + n + "\"");
        }
        assertThat(SCHEMA.executions.get() - before).isLessThan(100);
    }

    @Test
    void sendsNothingToSubscriberThatLeavesBeforeTheBatchIsRendered() {
        InMemorySocket stays = subscribed();
        InMemorySocket leaves = subscribed();
        SCHEMA.publish(new Emission("news", null, batch));
        leaves.send("{\"type\": \"complete\", \"id\": \"1\"}");
        batch.close();
        assertThat(stays.next()).contains("\"news\"");
        leaves.assertNoMessage();
        stays.disconnect();
        leaves.disconnect();
        Until.holds(() -> SCHEMA.activeListeners() == 0);
    }

    private static InMemorySocket subscribed() {
        int before = SCHEMA.activeListeners();
        InMemorySocket socket = new InMemorySocket(server);
        socket.init();
        socket.subscribe("1", "subscription { message { text } }");
        Until.holds(() -> SCHEMA.activeListeners() == before + 1);
        return socket;
    }

    private CompletableFuture<byte[]> render(String text, SubscriptionSelection selection) {
        return operations().render(new Emission(text, null, batch), selection);
    }

    private static Caller player(String name) {
        return new Caller(
                1,
                Identity.player("key", "one", new Player("user", name), Instant.parse("2100-01-01T00:00:00Z")),
                TestServer.IDS);
    }

    private static SubscriptionSelection selection(String query, String of, Caller caller) {
        return selection(query, Map.of("o", of), caller);
    }

    private static SubscriptionSelection selection(String query, Map<String, Object> variables, Caller caller) {
        return operations().selection(new GraphQLRequest(query, null, Map.copyOf(variables), Map.of()), caller);
    }

    private static String text(CompletableFuture<byte[]> rendered) {
        return new String(rendered.join(), UTF_8);
    }

    private static String message(String fields) {
        return "{\"data\":{\"message\":{" + fields + "}}}";
    }

    private static Operations operations() {
        return server.beans().getBean(Operations.class);
    }
}
