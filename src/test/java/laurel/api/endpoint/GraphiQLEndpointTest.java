package laurel.api.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import laurel.ProjectFiles;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** GraphiQL: its page, its files and its example operations. */
final class GraphiQLEndpointTest {
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer(TestSchema.SDL, new TestSchema(), Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void loadsFilesOnlyFromThisServer() {
        Answer page = get("/graphiql");
        assertThat(page.header("content-type")).isEqualTo("text/html;charset=utf-8");
        List<String> loaded = Pattern.compile("(?:src|href)=\"(/[^\"]+)\"")
                .matcher(page.text())
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(loaded).hasSize(6);
        assertThat(page.text()).doesNotContain("http:", "https:");
        for (String reference : loaded) {
            String path = reference.replaceFirst(".*\"(.*)\"", "$1");
            Answer file = get(path);
            assertThat(file.status()).as(path).isEqualTo(200);
            assertThat(file.header("content-type"))
                    .isEqualTo((path.endsWith("css") ? "text/css" : "text/javascript") + ";charset=utf-8");
            assertThat(file.header("cache-control"))
                    .isEqualTo(
                            path.contains(".3.1") || path.contains("3.2")
                                    ? "public, max-age=31536000, immutable"
                                    : "no-cache");
        }
    }

    @Test
    void listsExampleOperations() throws IOException {
        Answer list = get("/graphiql/operations.json");
        Path folder = Path.of("graphql/operations");
        try (var files = Files.walk(folder)) {
            List<Map<String, String>> expected = files.filter(
                            file -> file.toString().endsWith(".graphql"))
                    .sorted(Comparator.comparing(file -> folder.relativize(file).toString()))
                    .map(file -> example(folder, file))
                    .toList();
            assertThat(list.at()).isEqualTo(expected);
            assertThat(expected.stream().filter(one -> "".equals(one.get("feature"))))
                    .as("tabs that the page opens")
                    .hasSizeBetween(1, 8);
        }
    }

    @Test
    void namesFilesOfExamplesAfterTheirOperations() {
        assertThat(ProjectFiles.operations()).isNotEmpty().allSatisfy((file, text) -> {
            Matcher operation =
                    Pattern.compile("(?m)^(?:query|mutation) (\\w+)").matcher(text);
            assertThat(operation.find()).isTrue();
            String name = operation.group(1).replaceAll("(?<=[a-z])(?=[A-Z])", "-");
            assertThat(file).matches("\\d\\d-" + name.toLowerCase(Locale.ROOT));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/graphiql/nothing.js", "/graphiql/..%2f..%2fapplication.yml", "/graphiql/index.html", "/nothing"
            })
    void returnsNotFoundForOtherFiles(String path) {
        Answer answer = get(path);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("PATH_NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/graphiql", "/graphiql/page.js", "/graphiql/operations.json"})
    void returnsNotFoundIfTurnedOff(String path) {
        try (var off = new TestServer(TestSchema.SDL, new TestSchema(), Map.of("laurel.graphiql.enabled", false))) {
            Answer answer = off.send(HttpRequest.newBuilder(off.uri(path)));
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.message()).isEqualTo("The path does not exist; the API is at /graphql.");
            assertThat(off.query("{ hello }").status()).isEqualTo(200);
        }
    }

    private static Map<String, String> example(Path folder, Path file) {
        try {
            Path parent = folder.relativize(file).getParent();
            return Map.of("feature", parent == null ? "" : parent.toString(), "text", Files.readString(file, UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Answer get(String path) {
        return server.send(HttpRequest.newBuilder(server.uri(path)));
    }
}
