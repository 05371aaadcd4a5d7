package laurel.apikey;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.api.InMemorySocket;
import laurel.api.RawSocket;
import laurel.api.operation.LiveConnections;
import laurel.database.Until;
import laurel.request.access.KeySource;
import org.junit.jupiter.api.Test;

/** Subscriptions end with the API key that they were opened with; those of other keys continue. */
@LaurelTest
class ApiKeyConnectionTest {
    private static final String CREATE = """
            mutation ($expiresAt: DateTime) {
              createApiKey(input: {name: "screen", role: READER, expiresAt: $expiresAt}) { apiKey { id prefix } key } }
            """;
    private static final String REVOKE = """
            mutation ($id: ID!) { revokeApiKey(input: {apiKeyId: $id}) { apiKey { revokedAt } errors { code } } }
            """;
    private static final String ROTATE = """
            mutation ($id: ID!, $until: DateTime) {
              rotateApiKey(input: {apiKeyId: $id, previousExpiresAt: $until}) { apiKey { id } key } }
            """;
    private static final String EVENTS = "subscription{eventOccurred{cursor}}";
    private static final String CLOSED = "4403 The API key was revoked or replaced, or has expired.";
    private static final String ENDED =
            "event: next\ndata: {\"errors\":[{\"message\":\"The API key was revoked or replaced,"
                    + " or has expired.\",\"extensions\":{\"code\":\"UNAUTHENTICATED\"}}]}\n\nevent: complete\ndata:\n\n";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private Answer create(Map<String, ?> variables) {
        return server.client().ask(CREATE, variables).node("data", "createApiKey");
    }

    private Answer create() {
        return create(Map.of());
    }

    private static String header(Answer created) {
        return "Authorization: Bearer " + created.text("key");
    }

    private static RawSocket socket(LaurelServer node, Answer created) throws IOException {
        RawSocket socket = RawSocket.acknowledged(node.address(), header(created));
        socket.sendText(InMemorySocket.subscription("1", EVENTS));
        socket.assertOpen();
        return socket;
    }

    private static RawSocket stream(LaurelServer node, Answer created) throws IOException {
        var stream = new RawSocket(node.address());
        stream.write("GET /graphql/stream?query=" + EVENTS.replace("{", "%7B").replace("}", "%7D")
                + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n" + header(created) + "\r\n\r\n");
        assertThat(stream.readHead()).startsWith("HTTP/1.1 200");
        stream.readUntil(":\n\n");
        return stream;
    }

    private static void closeRevoked(LaurelServer node) {
        node.bean(LiveConnections.class).closeRevoked();
    }

    /** Revokes the key at this node, and waits until the other rejects it. */
    private void revoke(Answer created, LaurelServer other) {
        Answer revoked = server.client().ask(REVOKE, Map.of("id", created.text("apiKey", "id")));
        assertThat(revoked.at("data", "revokeApiKey", "apiKey", "revokedAt")).isNotNull();
        awaitRejection(created, other);
    }

    private void awaitRejection(Answer created, LaurelServer node) {
        Until.holds(() -> node.bean(KeySource.class).identity(created.text("key"), clock.instant(), id -> {}) == null);
    }

    /** Replaces the secret of a key, and returns the new text. */
    private Answer rotate(Answer created, Map<String, ?> variables) {
        Map<String, Object> all = new HashMap<>(variables);
        all.put("id", created.text("apiKey", "id"));
        return server.client().ask(ROTATE, all).node("data", "rotateApiKey");
    }

    @Test
    void closesSocketOfKeyThatAnotherNodeRevoked() throws IOException {
        Answer created = create();
        try (LaurelServer other = server.secondNode(clock);
                RawSocket revoked = socket(other, created);
                RawSocket open = socket(other, create())) {
            closeRevoked(other);
            revoked.assertOpen();
            revoke(created, other);
            closeRevoked(other);
            assertThat(revoked.readClose()).isEqualTo(CLOSED);
            open.assertOpen();
        }
    }

    @Test
    void endsEventStreamOfKeyThatAnotherNodeRevoked() throws IOException {
        Answer created = create();
        try (LaurelServer other = server.secondNode(clock);
                RawSocket revoked = stream(other, created);
                RawSocket open = socket(other, create())) {
            revoke(created, other);
            closeRevoked(other);
            assertThat(revoked.readUntil("event: complete\ndata:\n\n")).contains(ENDED);
            open.assertOpen();
        }
    }

    @Test
    void endsSubscriptionsOfExpiredKey() throws IOException {
        Answer created =
                create(Map.of("expiresAt", clock.instant().plus(ofHours(1)).toString()));
        try (RawSocket expired = socket(server, created);
                RawSocket stream = stream(server, created);
                RawSocket open = socket(server, create())) {
            clock.advance(ofHours(1).minus(ofSeconds(1)));
            closeRevoked(server);
            expired.assertOpen();
            clock.advance(ofSeconds(1));
            closeRevoked(server);
            assertThat(expired.readClose()).isEqualTo(CLOSED);
            assertThat(stream.readUntil("event: complete\ndata:\n\n")).contains(ENDED);
            open.assertOpen();
        }
    }

    @Test
    void closesConnectionsOfReplacedSecret() throws IOException {
        Answer created = create();
        try (RawSocket replaced = socket(server, created);
                RawSocket stream = stream(server, created)) {
            Answer rotated = rotate(created, Map.of());
            awaitRejection(created, server);
            try (RawSocket open = socket(server, rotated)) {
                closeRevoked(server);
                assertThat(replaced.readClose()).isEqualTo(CLOSED);
                assertThat(stream.readUntil("event: complete\ndata:\n\n")).contains(ENDED);
                open.assertOpen();
            }
        }
    }

    @Test
    void keepsConnectionsOfReplacedSecretWhileItIsValid() throws IOException {
        Answer created = create();
        try (RawSocket replaced = socket(server, created)) {
            rotate(created, Map.of("until", clock.instant().plus(ofHours(1)).toString()))
                    .text("key");
            closeRevoked(server);
            replaced.assertOpen();
            clock.advance(ofHours(1));
            closeRevoked(server);
            assertThat(replaced.readClose()).isEqualTo(CLOSED);
        }
    }

    @Test
    void rejectsSocketOfRevokedKey() throws IOException {
        Answer created = create();
        revoke(created, server);
        try (RawSocket socket = RawSocket.upgraded(server.address(), header(created))) {
            socket.sendText(InMemorySocket.INIT);
            assertThat(socket.readClose()).isEqualTo("4403 The API key or token is not valid.");
        }
    }
}
