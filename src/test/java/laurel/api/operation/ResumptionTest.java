package laurel.api.operation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import laurel.api.LiveServer;
import laurel.api.TestServer;
import laurel.api.access.Caller;
import laurel.api.engine.GraphQLRequest;
import laurel.request.Emission;
import laurel.request.access.Identity;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ResumptionTest {
    private static final Caller CALLER = new Caller(1, Identity.admin("test", "one"), TestServer.IDS);
    private static final String RESUMED =
            "subscription ($a: String, $o: String) { message(after: $a, of: $o) { text } }";
    private static LiveServer server;

    @BeforeAll
    static void start() {
        server = new LiveServer(Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "subscription ($a: String) { message(after: $a) { text } }",
                "subscription ($a: String = \"x\") { message(after: $a) { text } }",
                "subscription ($a: String) { other: message(of: \"me\", after: $a) { ...f } } fragment f on Message { text }"
            })
    void removesVariableOfCursor(String query) {
        assertThat(selection(query, Map.of("a", "1"), CALLER).shared().request().variables())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "subscription ($a: String!) { message(after: $a) { text } }",
                "subscription ($a: String) { message(of: $a) { text } }",
                "subscription ($a: String) { message(after: \"1\") { text(after: $a) } }",
                "subscription ($a: String) { message(after: $a) { text(after: $a) } }",
                "subscription ($a: String) { message(after: $a, of: $a) { text } }",
                "subscription ($a: String) { message(after: $a) { ...f } } fragment f on Message { text(after: $a) }"
            })
    void keepsVariableWithOtherUses(String query) {
        assertThat(selection(query, Map.of("a", "1"), CALLER).shared().request().variables())
                .isEqualTo(Map.of("a", "1"));
    }

    @Test
    void sharesBytesAfterResumption() {
        var emission = new Emission("news", null);
        int before = server.schema.rendered.get();
        CompletableFuture<byte[]> one = render(emission, selection(RESUMED, Map.of("a", "1", "o", "me"), CALLER));
        CompletableFuture<byte[]> other = render(emission, selection(RESUMED, Map.of("a", "2", "o", "me"), CALLER));
        CompletableFuture<byte[]> first = render(emission, selection(RESUMED, Map.of("o", "me"), CALLER));
        assertThat(new String(one.join(), UTF_8)).isEqualTo("{\"data\":{\"message\":{\"text\":\"news\"}}}");
        assertThat(other.join()).isSameAs(one.join()).isSameAs(first.join());
        assertThat(server.schema.rendered).hasValue(before + 1);
    }

    @Test
    void rendersSeparatelyForDifferentSelections() {
        var emission = new Emission("news", null);
        Map<String, @Nullable Object> variables = new HashMap<>(Map.of("a", "1", "o", "me"));
        byte[] one = render(emission, selection(RESUMED, variables, CALLER)).join();
        assertThat(render(
                                emission,
                                selection(
                                        RESUMED,
                                        variables,
                                        new Caller(2, Identity.admin("test", "two"), TestServer.IDS)))
                        .join())
                .isNotSameAs(one);
        assertThat(render(
                                emission,
                                selection(RESUMED, variables, new Caller(1, Identity.operator("test"), TestServer.IDS)))
                        .join())
                .isNotSameAs(one);
        assertThat(render(emission, selection(RESUMED, Map.of("a", "1"), CALLER))
                        .join())
                .isNotSameAs(one);
        assertThat(render(emission, selection(RESUMED + " ", variables, CALLER)).join())
                .isNotSameAs(one);
    }

    private static CompletableFuture<byte[]> render(Emission emission, SubscriptionSelection selection) {
        return operations().render(emission, selection);
    }

    private static SubscriptionSelection selection(
            String query, Map<String, @Nullable Object> variables, Caller caller) {
        return operations().selection(new GraphQLRequest(query, null, variables, Map.of()), caller);
    }

    private static Operations operations() {
        return server.bean(Operations.class);
    }
}
