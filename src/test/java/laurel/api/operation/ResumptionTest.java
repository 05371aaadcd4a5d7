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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ResumptionTest {
    private static final Caller SOMEBODY = new Caller(1, false, TestServer.IDS);
    private static final String RESUMED = "subscription ($a: String, $o: String) { told(after: $a, of: $o) { text } }";
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
                "subscription ($a: String) { told(after: $a) { text } }",
                "subscription ($a: String = \"x\") { told(after: $a) { text } }",
                "subscription ($a: String) { other: told(of: \"me\", after: $a) { ...f } } fragment f on Told { text }"
            })
    void whereSomebodyResumesIsNoMatterAfterwards(String query) {
        assertThat(selection(query, Map.of("a", "1"), SOMEBODY).request().variables())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "subscription ($a: String!) { told(after: $a) { text } }",
                "subscription ($a: String) { told(of: $a) { text } }",
                "subscription ($a: String) { told(after: \"1\") { text(after: $a) } }",
                "subscription ($a: String) { told(after: $a) { text(after: $a) } }",
                "subscription ($a: String) { told(after: $a, of: $a) { text } }",
                "subscription ($a: String) { told(after: $a) { ...f } } fragment f on Told { text(after: $a) }"
            })
    void whatIsUsedOtherwiseMatters(String query) {
        assertThat(selection(query, Map.of("a", "1"), SOMEBODY).request().variables())
                .isEqualTo(Map.of("a", "1"));
    }

    @Test
    void thoseWhoResumedElsewhereShareTheSameBytes() {
        var emission = new Emission("news", null);
        int before = server.schema.rendered.get();
        CompletableFuture<byte[]> one = rendered(emission, selection(RESUMED, Map.of("a", "1", "o", "me"), SOMEBODY));
        CompletableFuture<byte[]> other = rendered(emission, selection(RESUMED, Map.of("a", "2", "o", "me"), SOMEBODY));
        CompletableFuture<byte[]> first = rendered(emission, selection(RESUMED, Map.of("o", "me"), SOMEBODY));
        assertThat(new String(one.join(), UTF_8)).isEqualTo("{\"data\":{\"told\":{\"text\":\"news\"}}}");
        assertThat(other.join()).isSameAs(one.join()).isSameAs(first.join());
        assertThat(server.schema.rendered).hasValue(before + 1);
    }

    @Test
    void othersDoNot() {
        var emission = new Emission("news", null);
        Map<String, @Nullable Object> variables = new HashMap<>(Map.of("a", "1", "o", "me"));
        byte[] one = rendered(emission, selection(RESUMED, variables, SOMEBODY)).join();
        assertThat(rendered(emission, selection(RESUMED, variables, new Caller(2, false, TestServer.IDS)))
                        .join())
                .isNotSameAs(one);
        assertThat(rendered(emission, selection(RESUMED, variables, new Caller(1, true, TestServer.IDS)))
                        .join())
                .isNotSameAs(one);
        assertThat(rendered(emission, selection(RESUMED, Map.of("a", "1"), SOMEBODY))
                        .join())
                .isNotSameAs(one);
        assertThat(rendered(emission, selection(RESUMED + " ", variables, SOMEBODY))
                        .join())
                .isNotSameAs(one);
    }

    private static CompletableFuture<byte[]> rendered(Emission emission, SubscriptionSelection selection) {
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
