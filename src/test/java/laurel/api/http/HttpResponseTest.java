package laurel.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules beyond the audits: every response has the format of GraphQL, an error code and the right status. */
final class HttpResponseTest {
    private static final TestSchema SCHEMA = new TestSchema();
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer(TestSchema.SDL, SCHEMA, Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"query": "{ hello }"}                                 | 200 | 200 | none
                    {"query": "{ hello }", "variables": null, "operationName": null} | 200 | 200 | none
                    {"query": "{ hello }", "operationName": "", "more": 1} | 200 | 200 | none
                    {"query": "{ refused }"}                               | 200 | 200 | INVALID_ARGUMENT
                    {"query": "{"}                                         | 400 | 200 | GRAPHQL_PARSE_FAILED
                    {"query": ""}                                          | 400 | 200 | GRAPHQL_PARSE_FAILED
                    {"query": "{ goodbye }"}                               | 400 | 200 | GRAPHQL_VALIDATION_FAILED
                    {"query": "{ sum(a: \\"1\\") }"}                       | 400 | 200 | GRAPHQL_VALIDATION_FAILED
                    {"query": "fragment F on Query { hello }"}             | 400 | 200 | GRAPHQL_VALIDATION_FAILED
                    {"query": "query A { hello } query B { hello }"}       | 400 | 200 | OPERATION_RESOLUTION_FAILED
                    {"query": "query A { hello }", "operationName": "B"}   | 400 | 200 | OPERATION_RESOLUTION_FAILED
                    {"query": "query ($a: Int!) { sum(a: $a) }"}           | 400 | 200 | INVALID_ARGUMENT
                    {"query": "query ($a: Int!) { sum(a: $a) }", "variables": {"a": "1"}} | 400 | 200 | INVALID_ARGUMENT
                    {"query": "query ($a: Int!) { sum(a: $a) }", "variables": {"a": 1e10}} | 400 | 200 | INVALID_ARGUMENT
                    {"query": "subscription { ticks }"}                    | 400 | 400 | BAD_REQUEST
                    {"query": 1}                                           | 400 | 400 | BAD_REQUEST
                    {"query": null}                                        | 400 | 400 | BAD_REQUEST
                    {"query": "{ hello }", "variables": "{}"}              | 400 | 400 | BAD_REQUEST
                    {"query": "{ hello }", "query": "{ hello }"}           | 400 | 400 | BAD_REQUEST
                    {"query": "{ hello }"                                  | 400 | 400 | BAD_REQUEST
                    [{"query": "{ hello }"}]                                               | 400 | 400 | BAD_REQUEST
                    "query"                                                                | 400 | 400 | BAD_REQUEST
                    """)
    void returnsStatusAndCode(String body, int graphqlStatus, int jsonStatus, String code) {
        Answer graphql = server.post(body);
        Answer json = server.send(
                post(body).header("Content-Type", "application/json").header("Accept", "application/json"));
        assertThat(graphql.status()).isEqualTo(graphqlStatus);
        assertThat(json.status()).isEqualTo(jsonStatus);
        assertThat(graphql.header("content-type")).isEqualTo("application/graphql-response+json;charset=utf-8");
        assertThat(json.header("content-type")).isEqualTo("application/json;charset=utf-8");
        assertThat(json.text()).isEqualTo(graphql.text());
        assertThat(String.valueOf(json.code())).isEqualTo(code.equals("none") ? "null" : code);
        assertThat(json.text()).doesNotContain("java.", "graphql.", "Exception", "classification");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/x-www-form-urlencoded",
                "text/plain",
                "multipart/form-data; boundary=x",
                "application/graphql",
                "application/json; charset=iso-8859-1",
                "application/json, text/plain",
                "rubbish"
            })
    void rejectsOtherContentTypes(String contentType) {
        int before = SCHEMA.increments.get();
        Answer answer =
                server.send(post("{\"query\": \"mutation { increment }\"}").header("Content-Type", contentType));
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.code()).isEqualTo("BAD_REQUEST");
        assertThat(SCHEMA.increments.get()).isEqualTo(before);
    }

    @Test
    void rejectsMissingContentType() {
        Answer answer = server.send(post("{\"query\": \"{ hello }\"}"));
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.code()).isEqualTo("BAD_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "rubbish", "application/json;q=0", "application/json;charset=iso-8859-1"})
    void rejectsUnsupportedAccept(String accept) {
        Answer answer = server.send(post("{\"query\": \"{ hello }\"}")
                .header("Content-Type", "application/json")
                .header("Accept", accept));
        assertThat(answer.status()).isEqualTo(406);
        assertThat(answer.code()).isEqualTo("BAD_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PATCH", "OPTIONS", "PROPFIND"})
    void rejectsOtherMethods(String method) {
        Answer answer = server.send(
                HttpRequest.newBuilder(server.uri("/graphql")).method(method, BodyPublishers.ofString("{}")));
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("allow")).contains("GET", "POST", "PUT", "DELETE");
        assertThat(answer.code()).isEqualTo("BAD_REQUEST");
    }

    @Test
    void acceptsGet() {
        Answer answer = server.send(get("query=" + url("query Q($n: String) { hello(name: $n) }") + "&operationName=Q"
                + "&variables=" + url("{\"n\": \"you\"}") + "&extensions=" + url("{}")));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.at("data", "hello")).isEqualTo("Hello, you");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "query=%7Bhello%7D&query=%7Bhello%7D",
                "query=%7Bhello%7D&variables=1",
                "query=%7Bhello%7D&variables=%7B",
                "query=%7Bhello%7D&extensions=%5B%5D"
            })
    void rejectsAmbiguousUrl(String parameters) {
        Answer answer = server.send(get(parameters));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("BAD_REQUEST");
    }

    @Test
    void rejectsTooLongUrl() {
        Answer answer = server.send(get("query=%7Bhello%7D&x=" + "x".repeat(10_000)));
        assertThat(answer.status()).isEqualTo(414);
        assertThat(answer.code()).isEqualTo("LIMIT_EXCEEDED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /graphql?query=%zz HTTP/1.1",
                "GET /graphql?query=%7Bhello HTTP/1.1\r\nAccept: rubbish;;q=,,",
                "POST /graphql HTTP/1.1\r\nContent-Length: -1",
                "POST /graphql HTTP/1.1\r\nContent-Type: ;;\r\nContent-Length: 0",
                "rubbish"
            })
    void rejectsMalformedRequest(String request) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.uri("/").getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write((request + "\r\nHost: localhost\r\nConnection: close\r\n\r\n").getBytes(UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            assertThat(answer)
                    .matches("(?s)HTTP/1.. 4.*")
                    .contains("\"errors\"")
                    .doesNotContain("java", "Exception");
        }
    }

    @Test
    void passesExtensionsToFetchers() {
        Answer answer =
                server.post("{\"query\": \"{ extension(name: \\\"trace\\\") }\", \"extensions\": {\"trace\": 7.50}}");
        assertThat(answer.at("data", "extension")).isEqualTo("7.50");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "x-gzip", "deflate"})
    void rejectsBodyWithWrongContentEncoding(String encoding) {
        Answer answer = server.send(post("{\"query\": \"{ hello }\"}")
                .header("Content-Type", "application/json")
                .header("Content-Encoding", encoding));
        assertThat(answer.status()).isBetween(400, 499);
        assertThat(answer.code()).isEqualTo("BAD_REQUEST");
        assertThat(answer.message()).asString().contains("Content-Encoding");
    }

    @Test
    void rejectsTooLargeBody() {
        Answer answer = server.query("{ hello } #" + "x".repeat(2_000_000));
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.code()).isEqualTo("LIMIT_EXCEEDED");
    }

    @Test
    void returnsErrorInGraphQLShapeForUnknownPath() {
        Answer answer = server.send(HttpRequest.newBuilder(server.uri("/graphql/nothing")));
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("PATH_NOT_FOUND");
    }

    @Test
    void addsNoCorsHeadersForOtherOrigin() {
        Answer answer = server.send(get("query=%7Bhello%7D").header("Origin", "https://stranger.example"));
        assertThat(answer.http().headers().map()).doesNotContainKey("access-control-allow-origin");
    }

    private static HttpRequest.Builder post(String body) {
        return HttpRequest.newBuilder(server.uri("/graphql")).POST(BodyPublishers.ofString(body));
    }

    private static HttpRequest.Builder get(String parameters) {
        return HttpRequest.newBuilder(server.uri("/graphql?" + parameters));
    }

    private static String url(String text) {
        return URLEncoder.encode(text, UTF_8);
    }
}
