package laurel.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelProcess;
import laurel.LaurelServer;
import laurel.Secrets;
import laurel.api.InMemorySocket;
import laurel.api.RawSocket;
import laurel.database.TestDatabase;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The service logs no secret at any level: no key, no token, and no secret of a webhook, right or wrong. */
@Order(1)
class SecretLogTest {
    private static final String ISSUER_SECRET = "a-secret-of-the-studio-0123456789";
    private static final String WRONG_KEY = "a-wrong-key-0123456789";
    private static final Map<String, Object> SETTINGS = Map.of(
            "logger.levels.root", "TRACE",
            "logger.levels.org.flywaydb", "TRACE",
            "logger.levels.com.zaxxer.hikari", "TRACE",
            "laurel.tokens.issuers.0.issuer", "studio",
            "laurel.tokens.issuers.0.audience", "laurel",
            "laurel.tokens.issuers.0.app", "default",
            "laurel.tokens.issuers.0.secret", ISSUER_SECRET);

    private static final String KEY = "{ apiKey { id } key }";
    private static final String CREATE = "mutation { createApiKey(input: {name: \"a\", role: ADMIN}) " + KEY + " }";
    private static final String ROTATE = "mutation ($id: ID!) { rotateApiKey(input: {apiKeyId: $id}) " + KEY + " }";
    private static final String REVOKE = "mutation ($id: ID!) { revokeApiKey(input: {apiKeyId: $id}) { __typename } }";
    private static final String TOKEN =
            "mutation { createPlayerToken(input: {participant: {externalId: \"42\"}}) { token } }";
    private static final String WEBHOOK =
            "mutation { createWebhook(input: {url: \"https://example.com/\"}) { secret webhook { id } } }";
    private static final String ROTATE_SECRET =
            "mutation ($id: ID!) { rotateWebhookSecret(input: {webhookId: $id}) { secret } }";

    private final List<String> secrets = new ArrayList<>(List.of(LaurelServer.KEY, ISSUER_SECRET, WRONG_KEY));

    @Test
    void logsNoSecretAtAnyLevel() throws Exception {
        try (var database = TestDatabase.fresh();
                var service = LaurelProcess.start(database, SETTINGS)) {
            Answer created = service.client().ask(CREATE).node("data", "createApiKey");
            String token = secret(service.client().ask(TOKEN), "createPlayerToken", "token");
            secrets.add(created.text("key"));
            useEverywhere(service, LaurelServer.KEY, created.text("key"), token);
            change(service.client(), created);
            useEverywhere(service, WRONG_KEY, created.text("key"), changed(token));
            failInternally(service, database, created.text("key"));
            service.terminate();
            service.exitCode();
            assertThat(service.output()).contains(" TRACE ", " ERROR ");
            assertThat(leaks(service.output())).isEmpty();
        }
    }

    private String secret(Answer answer, String field, String name) {
        String secret = answer.text("data", field, name);
        secrets.add(secret);
        return secret;
    }

    private void change(GraphQLClient operator, Answer created) {
        Map<String, String> key = Map.of("id", created.text("apiKey", "id"));
        secret(operator.ask(ROTATE, key), "rotateApiKey", "key");
        operator.ask(REVOKE, key);
        Answer webhook = operator.ask(WEBHOOK);
        secret(webhook, "createWebhook", "secret");
        String id = webhook.text("data", "createWebhook", "webhook", "id");
        secret(operator.ask(ROTATE_SECRET, Map.of("id", id)), "rotateWebhookSecret", "secret");
    }

    private String changed(String credentials) {
        char last = credentials.charAt(credentials.length() - 3);
        String changed = credentials.substring(0, credentials.length() - 3) + (last == 'a' ? 'b' : 'a') + "aa";
        secrets.add(changed);
        return changed;
    }

    private static void useEverywhere(LaurelProcess service, String... credentials) throws IOException {
        for (String one : credentials) {
            service.client(one).send("{ viewer { externalId } }", Map.of());
            String header = "Authorization: Bearer " + one;
            try (RawSocket socket = RawSocket.upgraded(service.address(), header)) {
                socket.sendText(InMemorySocket.INIT);
                socket.readFrame();
            }
            try (RawSocket socket = RawSocket.upgraded(service.address())) {
                socket.sendText(
                        "{\"type\": \"connection_init\", \"payload\": {\"Authorization\": \"Bearer " + one + "\"}}");
                socket.readFrame();
            }
            try (RawSocket stream = new RawSocket(service.address())) {
                stream.write("GET /graphql/stream?query=%7Bapp%7Bkey%7D%7D HTTP/1.1\r\nHost: localhost\r\n"
                        + "Accept: text/event-stream\r\n" + header + "\r\n\r\n");
                stream.readHead();
            }
        }
    }

    /** Breaks the tables of keys and webhooks. */
    private void failInternally(LaurelProcess service, TestDatabase database, String key) {
        database.sql().execute("ALTER TABLE webhook ADD CONSTRAINT broken CHECK (url = '') NOT VALID");
        assertInternal(service.client().send(WEBHOOK, Map.of()));
        database.sql().execute("ALTER TABLE apikey ADD CONSTRAINT broken CHECK (name = '') NOT VALID");
        assertInternal(service.client().send(CREATE, Map.of()));
        database.sql().execute("ALTER TABLE apikey RENAME TO elsewhere");
        String unknown = "laurel_0123456789abcdef_" + key.substring(key.length() - 64);
        assertInternal(service.client(unknown).send("{ app { key } }", Map.of()));
    }

    private static void assertInternal(Answer answer) {
        assertThat(answer.at("errors", 0, "extensions", "code"))
                .as(String.valueOf(answer.json()))
                .isEqualTo("INTERNAL");
    }

    private List<String> leaks(String output) {
        // The form also finds secrets that no client has received, because the request failed.
        return Stream.concat(
                        Secrets.lines(output.lines()).stream(),
                        output.lines().filter(line -> secrets.stream().anyMatch(line::contains)))
                .toList();
    }
}
