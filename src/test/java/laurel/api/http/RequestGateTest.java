package laurel.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import laurel.api.RawSocket;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Incomplete or ambiguous requests: each receives a response, and the connection is closed. */
final class RequestGateTest {
    private static final String HELLO = "GET /graphql?query=%7Bhello%7D HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String BODY = "{\"query\": \"{ hello }\"}";
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer(TestSchema.SDL, new TestSchema(), Map.of("laurel.limits.receive-time", "300ms"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET /%%zz\\u0001 HTTP/1.1\\r\\nHost: localhost | 400 | malformed
            GET /%zz HTTP/1.1\\r\\nHost: localhost | 400 | percent sign
            GET /graphql?query=%zz HTTP/1.1\\r\\nHost: localhost | 400 | percent sign
            rubbish | 400 | malformed
            GET / HTTP/1.1\\r\\nHost: localhost\\r\\nNo colon | 400 | malformed
            GET / HTTP/1.1\\r\\nHost: localhost\\r\\nHost: localhost | 400 | The header `Host` is given more than once
            GET / HTTP/1.1\\r\\nHost: localhost\\r\\nHost: elsewhere | 400 | The header `Host` is given more than once
            GET /health HTTP/1.1 | 400 | The header `Host` is missing
            POST /graphql HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: gzip | 501 | Transfer-Encoding
            POST /graphql HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: gzip, chunked | 501 | Transfer-Encoding
            POST /graphql HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked, identity | 400 | malformed
            POST /graphql HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: rubbish | 501 | Transfer-Encoding
            POST /graphql HTTP/1.0\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked | 400 | malformed
            POST /graphql HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 1\\r\\nContent-Length: 2 | 400 | malformed
            POST /graphql HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: x | 400 | malformed
            """)
    void rejectsInvalidRequestAndClosesConnection(String request, int status, String why) throws IOException {
        String bytes = request.replace("\\r\\n", "\r\n").replace("\\u0001", "\u0001");
        try (var raw = new RawSocket(server.uri("/"))) {
            raw.write(HELLO + bytes + "\r\n\r\n" + HELLO);
            assertThat(raw.readHead()).startsWith("HTTP/1.1 200");
            assertThat(raw.readUntil("}}}")).contains("Hello");
            assertRejected(raw, status, why);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X: %s", "%s: x"})
    void rejectsTooLongHeaders(String header) throws IOException {
        try (var raw = new RawSocket(server.uri("/"))) {
            raw.write("POST /graphql HTTP/1.1\r\nHost: localhost\r\n" + header.formatted("x".repeat(20_000))
                    + "\r\nContent-Length: 2\r\n\r\n{}");
            assertRejected(raw, 431, "micronaut.server.netty.max-header-size");
        }
    }

    @Test
    void rejectsChunkWithoutLength() throws IOException {
        try (var raw = new RawSocket(server.uri("/"))) {
            raw.write("POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(BODY.length()) + "\r\n" + BODY
                    + "\r\nrubbish\r\n");
            assertRejected(raw, 400, "malformed");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /gra",
                "GET /graphql HTTP/1.1\r\nHost: local",
                "POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
                "POST /graphql HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe"
            })
    void rejectsIncompleteRequestAfterTimeout(String part) throws IOException {
        try (var raw = new RawSocket(server.uri("/"))) {
            raw.write(HELLO);
            assertThat(raw.readHead()).startsWith("HTTP/1.1 200");
            assertThat(raw.readUntil("}}}")).contains("Hello");
            raw.write(part);
            assertRejected(raw, 408, "laurel.limits.receive-time");
        }
    }

    @Test
    void sendsEarlierResponseBeforeTimeout() throws IOException {
        try (var raw = new RawSocket(server.uri("/"))) {
            raw.write(HELLO.replace("hello", "a%3Ablock%20b%3Ablock") + "GET /gra");
            assertThat(raw.readHead()).startsWith("HTTP/1.1 200");
            assertThat(raw.readUntil("}}}")).contains("done");
            assertRejected(raw, 408, "laurel.limits.receive-time");
        }
    }

    @Test
    void acceptsUnencodedQuery() throws IOException {
        try (var raw = new RawSocket(server.uri("/"))) {
            raw.write("GET /graphql?query={hello(name:\"you\")} HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(raw.readHead()).startsWith("HTTP/1.1 200");
            assertThat(raw.readUntil("}}}")).contains("Hello, you");
        }
    }

    private static void assertRejected(RawSocket raw, int status, String why) throws IOException {
        assertThat(raw.readHead())
                .startsWith("HTTP/1.1 " + status)
                .contains("connection: close", "content-type: application/json");
        assertThat(raw.readUntil("}]}")).contains("\"errors\"", why);
        raw.assertClosed();
    }
}
