package laurel.api.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that a browser loads with a page: all exist, all come from the service, and those of the first page are small. */
final class FirstVisitTest {
    private static final int LARGEST_VISIT = 100_000;

    private static final Pattern HTML = Pattern.compile("<(?:script|link|img)\\b[^>]*?\\b(?:src|href)=\"([^\"]+)\"");
    private static final Pattern SCRIPT = Pattern.compile(
            "(?m)^(?:import|export)\\b[^;'\"]*?from\\s+['\"]([^'\"]+)['\"]|^import\\s+['\"]([^'\"]+)['\"]");
    private static final Pattern LATER = Pattern.compile("\\bimport\\(\\s*['\"]([^'\"]+)['\"]");
    private static final Pattern STYLE = Pattern.compile("@import\\s+['\"]([^'\"]+)['\"]|url\\(['\"]?([^'\")]+)");

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer(TestSchema.SDL, new TestSchema(), Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/embed/quiz", "/admin"})
    void loadsOnlyExistingFilesOfService(String page) {
        Map<String, Integer> sizes = load(page);
        assertThat(sizes).hasSizeGreaterThan(2);
        assertThat(sizes.keySet()).allMatch(path -> path.startsWith("/"));
    }

    @Test
    void limitsSizeOfFirstVisit() {
        Map<String, Integer> sizes = load("/");
        assertThat(sizes.values().stream().mapToInt(Integer::intValue).sum())
                .as(sizes.toString())
                .isLessThan(LARGEST_VISIT);
    }

    /** Scripts that are loaded when they are needed. */
    @Test
    void hasFilesThatScriptsLoadLater() {
        Map<String, Integer> sizes = load("/");
        for (String path : sizes.keySet()) {
            references(LATER, text(get(path))).forEach(later -> load(path(path, later)));
        }
    }

    /** Sizes as sent of the page and of all files that it loads at once. */
    private static Map<String, Integer> load(String page) {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        load(page, sizes);
        return sizes;
    }

    private static void load(String path, Map<String, Integer> sizes) {
        if (sizes.containsKey(path)) {
            return;
        }
        Answer file = get(path);
        assertThat(file.status()).as(path).isEqualTo(200);
        sizes.put(path, file.http().body().length);
        String type = file.header("content-type");
        Pattern form = type.startsWith("text/html") ? HTML : type.startsWith("text/css") ? STYLE : SCRIPT;
        if (type.startsWith("text/")) {
            references(form, text(file))
                    .filter(reference -> !reference.startsWith("data:"))
                    .forEach(reference -> load(path(path, reference), sizes));
        }
    }

    private static Stream<String> references(Pattern form, String text) {
        return form.matcher(text)
                .results()
                .map(found -> found.groupCount() < 2 || found.group(1) != null
                        ? found.group(1)
                        : Objects.requireNonNull(found.group(2)));
    }

    private static String path(String base, String reference) {
        return URI.create(base).resolve(reference).toString();
    }

    private static Answer get(String path) {
        return server.send(HttpRequest.newBuilder(server.uri(path)).header("Accept-Encoding", "gzip"));
    }

    private static String text(Answer answer) {
        if (!answer.header("content-encoding").equals("gzip")) {
            return answer.text();
        }
        try (var unpacked =
                new GZIPInputStream(new ByteArrayInputStream(answer.http().body()))) {
            return new String(unpacked.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
