package laurel.api.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of the web front end and their files, with a small sample of files. */
final class WebEndpointTest {
    static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:"
            + " https:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ";

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = server(Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static TestServer server(Map<String, Object> settings) {
        return new TestServer(TestSchema.SDL, new TestSchema(), settings, new WebFiles("web-sample"));
    }

    static Answer get(TestServer from, String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(from.uri(path));
        return from.send(headers.length == 0 ? request : request.headers(headers));
    }

    private static Answer get(String path, String... headers) {
        return get(server, path, headers);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            /,                            ' data-key="none"',                                          Sample page
            /?board=quiz,                 ' data-key="none"',                                          Sample page
            /apps/other/,                 ' data-key="none" data-app="other"',                         Sample page
            /apps/never-created/,         ' data-key="none" data-app="never-created"',                 Sample page
            /embed/quiz,                  ' data-key="none" data-leaderboard="quiz"',                  Sample embedded
            /apps/other/embed/quiz?top=3, ' data-key="none" data-app="other" data-leaderboard="quiz"', Sample embedded
            /admin,                       ' data-key="none"',                                          Sample page of admin
            /apps/other/admin,            ' data-key="none" data-app="other"',                         Sample page of admin
            """)
    void servesPages(String path, String attributes, String title) {
        Answer page = get(path);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("content-type")).isEqualTo("text/html;charset=utf-8");
        assertThat(page.text()).contains("<html" + attributes + " lang=\"en\">", "<title>" + title);
        assertThat(page.header("content-security-policy")).isEqualTo(POLICY + "'none'");
        assertThat(page.header("x-frame-options")).isEqualTo("DENY");
        assertThat(page.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(page.header("referrer-policy")).isEqualTo("no-referrer");
        assertThat(page.header("cross-origin-resource-policy")).isEqualTo("same-origin");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            /web/page/page.js,        text/javascript;charset=utf-8
            /web/page/page.css,       text/css;charset=utf-8
            /web/embed/embed.js,      text/javascript;charset=utf-8
            /web/admin/admin.js,      text/javascript;charset=utf-8
            /web/charts/mark.svg,     image/svg+xml
            /laurel-client.js,        text/javascript;charset=utf-8
            /laurel-leaderboard.js,   text/javascript;charset=utf-8
            """)
    void servesFiles(String path, String type) {
        Answer file = get(path);
        assertThat(file.status()).isEqualTo(200);
        assertThat(file.header("content-type")).isEqualTo(type);
        assertThat(file.header("cache-control")).isEqualTo("no-cache");
        assertThat(file.header("content-security-policy")).isEqualTo("default-src 'none'; frame-ancestors 'none'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/web",
                "/web/",
                "/web/page",
                "/web/page/",
                "/web/page/missing.js",
                "/web/page/index.html",
                "/web/page/run.mjs",
                "/web/graphiql/page.js",
                "/web/client/README.md",
                "/web/client/package.json",
                "/web/client/index.d.ts",
                "/web/client/vectors/first.json",
                "/web/../application.yml",
                "/web/..%2fapplication.yml",
                "/web/page/..%2fpage%2fpage.js",
                "/web/page/%2e%2e/page/page.js",
                "/web/page%5cpage.js",
                "/web//page/page.js",
                "/web/%2fpage/page.js",
                "/web/page/page.js%00.css",
                "/web/PAGE/page.js",
                "/embed",
                "/embed/",
                "/embed/quiz/more",
                "/embed/%22%3E%3Cscript%3E",
                "/apps/%22%3E%3Cscript%3E/",
                "/apps/A/admin",
                "/apps/a/web/page/page.js",
                "/apps",
                "/admin/more",
                "/laurel-client.mjs"
            })
    void returnsNotFoundForOtherPaths(String path) {
        Answer answer = get(path);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("PATH_NOT_FOUND");
        assertThat(answer.message()).isEqualTo("The path does not exist; the API is at /graphql.");
    }

    @Test
    void redirectsAppToPathThatEndsWithSlash() {
        Answer answer = get("/apps/other");
        assertThat(answer.status()).isEqualTo(307);
        assertThat(answer.header("location")).isEqualTo("/apps/other/");
        assertThat(get("/apps/Other").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/embed/quiz", "/web/page/page.js", "/laurel-client.js"})
    void answersThatFileHasNotChanged(String path) {
        Answer first = get(path);
        String tag = first.header("etag");
        assertThat(tag).matches("W/\"[0-9a-f]{32}\"");
        for (String known : new String[] {tag, tag.substring(2), "\"other\", " + tag, "*"}) {
            Answer unchanged = get(path, "If-None-Match", known);
            assertThat(unchanged.status()).isEqualTo(304);
            assertThat(unchanged.text()).isEmpty();
            // A browser replaces the headers that it has stored.
            for (String header : new String[] {
                "etag", "cache-control", "vary", "content-security-policy", "access-control-allow-origin"
            }) {
                assertThat(unchanged.header(header)).isEqualTo(first.header(header));
            }
        }
        assertThat(get(path, "If-None-Match", "W/\"0\"").status()).isEqualTo(200);
        assertThat(get("/").header("etag")).isNotEqualTo(get("/apps/other/").header("etag"));
    }

    @Test
    void answersHead() {
        Answer head = server.send(
                HttpRequest.newBuilder(server.uri("/web/page/page.js")).HEAD());
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("etag")).isEqualTo(get("/web/page/page.js").header("etag"));
        assertThat(head.text()).isEmpty();
    }

    @Test
    void compressesFiles() throws IOException {
        Answer plain = get("/web/page/page.js");
        Answer compressed = get("/web/page/page.js", "Accept-Encoding", "gzip");
        assertThat(compressed.header("content-encoding")).isEqualTo("gzip");
        assertThat(compressed.header("vary")).contains("Accept-Encoding");
        try (var unpacked =
                new GZIPInputStream(new ByteArrayInputStream(compressed.http().body()))) {
            assertThat(new String(unpacked.readAllBytes(), UTF_8)).isEqualTo(plain.text());
        }
        assertThat(compressed.http().body()).hasSizeLessThan(plain.http().body().length / 2);
    }

    @Test
    void sharesScriptsWithPagesOfEveryOrigin() {
        String[] all = {"/laurel-client.js", "/laurel-leaderboard.js", "/web/widget/view.js", "/web/shared/avatar.js"};
        for (String path : all) {
            Answer script = get(path, "Origin", "https://play.example");
            assertThat(script.status()).isEqualTo(200);
            assertThat(script.http().headers().allValues("access-control-allow-origin"))
                    .containsExactly("*");
            assertThat(script.http().headers().allValues("cross-origin-resource-policy"))
                    .containsExactly("cross-origin");
        }
        Answer other = get("/web/page/page.js", "Origin", "https://play.example");
        assertThat(other.status()).isEqualTo(403);
        assertThat(other.http().headers().map()).doesNotContainKey("access-control-allow-origin");
    }

    @Test
    void requiresNoKey() {
        try (var locked = server(Map.of("laurel.keys", "a-key-for-this-test"))) {
            for (String path : new String[] {
                "/",
                "/apps/other/",
                "/apps/other",
                "/embed/quiz",
                "/apps/other/embed/quiz",
                "/admin",
                "/apps/other/admin",
                "/web/page/page.js",
                "/laurel-client.js",
                "/laurel-leaderboard.js"
            }) {
                assertThat(get(locked, path).status()).as(path).isIn(200, 307);
            }
            assertThat(get(locked, "/").text()).contains("<html data-key=\"needed\" lang");
            for (String path : new String[] {
                "/apps/other/graphql", "/web/../graphql?query=%7Bhello%7D", "/embed/../graphql?query=%7Bhello%7D",
                "/apps/other/embed/../graphql?query=%7Bhello%7D", "/administrators", "/laurel-clientXjs"
            }) {
                assertThat(get(locked, path).status()).as(path).isIn(401, 404);
            }
        }
    }

    @Test
    void namesFirstLeaderboard() {
        try (var named = server(Map.of("laurel.web.leaderboard", "quiz"))) {
            assertThat(get(named, "/").text()).contains("<html data-key=\"none\" data-leaderboard=\"quiz\" lang");
            assertThat(get(named, "/embed/race").text()).contains(" data-leaderboard=\"race\" lang");
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            true,  false, /:200 /embed/quiz:200 /admin:404 /web/page/page.js:200 /web/admin/admin.js:404 /laurel-client.js:200
            false, true,  /:307 /embed/quiz:404 /admin:200 /web/page/page.js:404 /web/admin/admin.js:200 /laurel-client.js:200
            false, false, /:307 /embed/quiz:404 /admin:404 /web/charts/mark.svg:404 /laurel-client.js:404
            false, true,  /web/charts/mark.svg:200 /laurel-leaderboard.js:404 /web/embed/embed.js:404 /apps/other/:404
            """)
    void servesOnlyWhatIsTurnedOn(boolean page, boolean admin, String expected) {
        try (var some = server(Map.of("laurel.web.enabled", page, "laurel.web.admin-enabled", admin))) {
            for (String one : expected.split(" ", -1)) {
                String[] path = one.split(":", -1);
                assertThat(get(some, path[0]).status()).as(one).isEqualTo(Integer.parseInt(path[1]));
            }
        }
    }

    @Test
    void redirectsRootToGraphiQLIfPageIsTurnedOff() {
        try (var off = server(Map.of("laurel.web.enabled", false))) {
            assertThat(get(off, "/").header("location")).isEqualTo("/graphiql");
        }
        try (var none = server(Map.of("laurel.web.enabled", false, "laurel.graphiql.enabled", false))) {
            assertThat(get(none, "/").status()).isEqualTo(404);
        }
    }

    @Test
    void returnsNotFoundWithoutFiles() {
        try (var empty = new TestServer(
                TestSchema.SDL, new TestSchema(), Map.of(), new WebFiles("a-folder-that-does-not-exist"))) {
            for (String path : new String[] {"/", "/embed/quiz", "/admin", "/web/page/page.js", "/laurel-client.js"}) {
                assertThat(get(empty, path).code()).as(path).isEqualTo("PATH_NOT_FOUND");
            }
        }
    }
}
