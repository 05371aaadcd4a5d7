package laurel.api.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import laurel.CannotStartException;
import laurel.api.InMemorySocket;
import laurel.api.RawSocket;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import laurel.api.access.Caller;
import laurel.request.access.Identity;
import laurel.request.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that name listed documents, on all transports. Players may run no others. */
final class PersistedDocumentsTest {
    private static final String LISTED = "query Hello($name: String) { hello(name: $name) }";
    private static final String MUTATION = "mutation { increment }";
    private static final String ID = DocumentFiles.id(LISTED);
    private static final String UNKNOWN = "0".repeat(64);

    private static final TestSchema SCHEMA = new TestSchema();
    private static String documents = "";
    private static TestServer server;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        documents = folder.toString();
        Files.writeString(folder.resolve("hello.graphql"), LISTED);
        Files.writeString(folder.resolve("increment.graphql"), MUTATION);
        Files.writeString(folder.resolve("invalid.graphql"), "{ unknown }");
        server = new TestServer(
                TestSchema.SDL,
                SCHEMA,
                Map.of("laurel.documents.path", documents, "laurel.documents.required-for", "PLAYER"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String apollo(String hash) {
        return "{\"persistedQuery\":{\"version\":1,\"sha256Hash\":\"" + hash + "\"}}";
    }

    private static Answer get(String path, String accept) {
        return server.send(HttpRequest.newBuilder(server.uri(path)).header("Accept", accept));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    @Test
    void runsListedDocuments() {
        String variables = ", \"variables\": {\"name\": \"Ann\"}";
        for (String request : new String[] {
            "{\"documentId\": \"" + ID + "\"" + variables + "}",
            "{\"documentId\": \"sha256:" + ID + "\"" + variables + "}",
            "{\"extensions\": " + apollo(ID) + variables + "}",
            "{\"query\": \"" + LISTED + "\", \"documentId\": \"" + ID + "\", \"extensions\": " + apollo(ID) + variables
                    + "}",
            "{\"query\": \"{ hello(name: \\\"Ann\\\") }\"}"
        }) {
            assertThat(server.post(request).at("data", "hello")).as(request).isEqualTo("Hello, Ann");
        }
    }

    @Test
    void runsListedDocumentsByGet() {
        String variables = "&variables=" + encoded("{\"name\":\"Ann\"}");
        assertThat(get("/graphql?documentId=sha256:" + ID + variables, "application/json")
                        .at("data", "hello"))
                .isEqualTo("Hello, Ann");
        assertThat(get("/graphql?extensions=" + encoded(apollo(ID)) + variables, "application/json")
                        .at("data", "hello"))
                .isEqualTo("Hello, Ann");
    }

    @Test
    void runsListedDocumentsOnEventStreams() {
        assertThat(get("/graphql/stream?documentId=" + ID, "text/event-stream").text())
                .contains("event: next\ndata: {\"data\":{\"hello\":\"Hello, world\"}");
    }

    /** The document decides whether the request is a mutation. */
    @ParameterizedTest
    @ValueSource(strings = {"/graphql", "/graphql/stream"})
    void rejectsListedMutationByGet(String path) {
        assertThat(get(path + "?documentId=" + DocumentFiles.id(MUTATION), "application/json")
                        .status())
                .isEqualTo(405);
        assertThat(SCHEMA.increments).hasValue(0);
    }

    @Test
    void runsListedDocumentsOnWebSockets() throws IOException {
        try (RawSocket raw = RawSocket.acknowledged(server.uri("/graphql"))) {
            raw.sendText(subscribe("\"documentId\": \"" + ID + "\""));
            assertThat(raw.readText()).contains("Hello, world");
            assertThat(raw.readText()).contains("complete");
            raw.sendText(subscribe("\"extensions\": " + apollo(UNKNOWN)));
            assertThat(raw.readText())
                    .isEqualTo("{\"id\":\"1\",\"type\":\"error\",\"payload\":[{\"message\":\"PersistedQueryNotFound\","
                            + "\"extensions\":{\"code\":\"PERSISTED_QUERY_NOT_FOUND\"}}]}");
            raw.sendText(subscribe("\"extensions\": " + apollo(ID)));
            assertThat(raw.readText()).contains("Hello, world");
        }
    }

    private static String subscribe(String payload) {
        return "{\"type\": \"subscribe\", \"id\": \"1\", \"payload\": {" + payload + "}}";
    }

    @ParameterizedTest
    @CsvSource({"application/json, 200", "application/graphql-response+json, 404", "text/event-stream, 404"})
    void reportsUnknownDocuments(String accept, int status) {
        for (String request : new String[] {"documentId=" + UNKNOWN, "extensions=" + encoded(apollo(UNKNOWN))}) {
            Answer answer = get("/graphql?" + request, accept);
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.code()).isEqualTo("PERSISTED_QUERY_NOT_FOUND");
            assertThat(answer.message()).isEqualTo("PersistedQueryNotFound");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"query\": \"{ hello }\", \"documentId\": \"abc\"}",
                "{\"documentId\": \"abc\", \"extensions\": {\"persistedQuery\": {\"version\": 1, \"sha256Hash\": \"d\"}}}",
                "{\"query\": \"{ hello }\", \"extensions\": {\"persistedQuery\": {\"version\": 1, \"sha256Hash\": \"d\"}}}",
                "{\"extensions\": {\"persistedQuery\": {\"version\": 2, \"sha256Hash\": \"d\"}}}",
                "{\"extensions\": {\"persistedQuery\": true}}",
                "{\"documentId\": 1}",
                "{}"
            })
    void rejectsContradictions(String request) {
        Answer answer = server.post(request);
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("BAD_REQUEST");
    }

    @ParameterizedTest
    @EnumSource
    void requiresListedDocumentsOfRole(Role role) {
        var identity = new Identity(role, "test", "default", null);
        var socket = new InMemorySocket(server, init -> new Caller(1, identity, TestServer.IDS));
        socket.init();
        socket.subscribe("1", "{ hello }");
        assertThat(socket.next())
                .contains(
                        role.includes(Role.READER)
                                ? "Hello, world"
                                : "\"type\":\"error\",\"payload\":[{\"message\":\"Callers with the role " + role
                                        + " may run only listed documents (`laurel.documents.required-for`).\","
                                        + "\"extensions\":{\"code\":\"FORBIDDEN\"}}]");
    }

    @Test
    void acceptsTextsThatAreListed() {
        var player = new Identity(Role.PLAYER, "test", "default", new Identity.Player("ACCOUNT", "ann"));
        var socket = new InMemorySocket(server, init -> new Caller(1, player, TestServer.IDS));
        socket.init();
        socket.subscribe("1", LISTED);
        assertThat(socket.next()).contains("Hello, world");
    }

    @Test
    void refusesOthersOverHttp() {
        Map<String, Object> settings =
                Map.of("laurel.documents.path", documents, "laurel.documents.required-for", "ADMIN");
        try (var strict = new TestServer(TestSchema.SDL, new TestSchema(), settings)) {
            for (String path : new String[] {"/graphql", "/graphql/stream"}) {
                Answer refused =
                        strict.send(HttpRequest.newBuilder(URI.create(strict.uri(path) + "?query=%7Bhello%7D")));
                assertThat(refused.status()).isEqualTo(403);
                assertThat(refused.code()).isEqualTo("FORBIDDEN");
            }
            assertThat(strict.send(HttpRequest.newBuilder(strict.uri("/graphql"))
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofString("{\"documentId\": \"" + ID + "\"}")))
                            .at("data", "hello"))
                    .isEqualTo("Hello, world");
        }
    }

    @Test
    void failsStartIfRequiredDocumentsAreMissing() {
        assertThatThrownBy(() -> new TestServer(
                        TestSchema.SDL, new TestSchema(), Map.of("laurel.documents.required-for", "PLAYER")))
                .rootCause()
                .isInstanceOf(CannotStartException.class)
                .hasMessage("laurel.documents.required-for is set and laurel.documents.path is not");
    }
}
