package laurel.api.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.request.StrictJson;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * GraphiQL in a browser: loads nothing from other hosts, has no errors, executes operations and subscribes.
 */
final class GraphiQLBrowserTest {
    private static final String SCREENSHOT =
            Path.of("target", "graphiql.png").toAbsolutePath().toString();

    private static Map<?, ?> seen;

    @BeforeAll
    static void openWithoutKey() {
        seen = open(Map.of(), "");
    }

    @Test
    void runsExampleOperation() {
        assertThat(seen.get("failed")).isEqualTo(List.of());
        assertThat(seen.get("complaints")).isEqualTo(List.of());
        assertThat(String.valueOf(seen.get("answer"))).contains("\"hello\": \"Hello, browser\"");
        assertThat(seen.get("tabs")).isEqualTo(List.of("First", "Second"));
        assertThat(seen.get("withExample")).isEqualTo(List.of("First", "Second", "Third"));
        assertThat(String.valueOf(seen.get("documentation"))).contains("query: Query");
    }

    @Test
    void keepsTabsWhenPageIsOpenedAgain() {
        assertThat(seen.get("reloaded")).isEqualTo(List.of("First", "Second", "cut"));
    }

    @Test
    void usesKeyWithoutStoringIt() {
        String key = "a-key-for-the-browser";
        Map<?, ?> withKey = open(Map.of("laurel.keys", key), key);
        assertThat(String.valueOf(withKey.get("answer"))).contains("\"hello\": \"Hello, browser\"");
        assertThat(String.valueOf(withKey.get("documentation"))).contains("query: Query");
        assertThat(withKey.get("reloaded")).isEqualTo(List.of("First", "Second", "cut"));
        assertThat(String.valueOf(withKey.get("stored"))).contains("First").doesNotContain(key);
        assertThat(withKey.get("spoken"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains(Map.of("type", "connection_init", "payload", Map.of("Authorization", "Bearer " + key)));
    }

    @Test
    void showsEventsAndErrorsOfSubscriptions() {
        assertThat(seen.get("subscriptions"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .map(String::valueOf)
                .satisfiesExactly(
                        events -> assertThat(events).contains("as it happens"),
                        refused -> assertThat(refused).contains("Not for you"),
                        cut -> assertThat(cut).contains("4401 No such key"));
    }

    private static Map<?, ?> open(Map<String, Object> properties, String key) {
        String browser = Chromium.path();
        try (var server = new TestServer(TestSchema.SDL, new TestSchema(), properties)) {
            String url = server.uri("/graphiql").toString();
            String printed = NodeScript.run("graphiql.mjs", browser, url, SCREENSHOT, key);
            Map<?, ?> read = requireNonNull((Map<?, ?>) StrictJson.read(printed.getBytes(UTF_8), "The print"));
            assertThat(read.get("hosts")).isEqualTo(List.of(server.uri("/").getAuthority()));
            return read;
        }
    }
}
