package laurel.apikey;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Administrators create, rotate, revoke and list API keys. */
@LaurelTest
class ApiKeyGraphQLTest {
    private static final String KEY = """
            { apiKey { id name role allApps prefix createdBy rotatedAt expiresAt lastUsedAt revokedAt } key
              errors { __typename code path } }
            """;
    private static final String CREATE =
            "mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) " + KEY + " }";
    private static final String ROTATE =
            "mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) " + KEY + " }";
    private static final String REVOKE = """
            mutation ($id: ID!) { revokeApiKey(input: {apiKeyId: $id}) { apiKey { revokedAt } errors { code path } } }
            """;
    private static final String LIST = """
            query ($after: String) { apiKeys(first: 2, after: $after) { nodes { name lastUsedAt } pageInfo { endCursor } } }
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private GraphQLClient operator;

    @BeforeEach
    void start() {
        operator = server.client();
    }

    private Answer create(GraphQLClient client, Map<String, ?> input) {
        return client.ask(CREATE, Map.of("input", input)).node("data", "createApiKey");
    }

    private Answer create(String role) {
        return create(operator, Map.of("name", "server", "role", role));
    }

    private Answer rotate(Answer created, Map<String, ?> more) {
        var input = new java.util.HashMap<String, Object>(more);
        input.put("apiKeyId", created.text("apiKey", "id"));
        return operator.ask(ROTATE, Map.of("input", input)).node("data", "rotateApiKey");
    }

    private Answer revoke(GraphQLClient client, Answer created) {
        return client.ask(REVOKE, Map.of("id", created.text("apiKey", "id"))).node("data", "revokeApiKey");
    }

    /** OK, or the code of the error, of a request with this key. */
    private static String outcome(LaurelServer node, Answer created) {
        Answer answer =
                node.client(created.text("key")).send("{ app { key } participants { nodes { id } } }", Map.of());
        return answer.at("errors") == null ? "OK" : answer.text("errors", 0, "extensions", "code");
    }

    @Test
    void createsKeyThatIsValidImmediately() {
        Answer created = create("READER");
        assertThat(created.at("apiKey", "role")).isEqualTo("READER");
        assertThat(created.at("apiKey", "createdBy")).isEqualTo("configured key 1");
        assertThat(created.text("key"))
                .startsWith(created.text("apiKey", "prefix") + "_")
                .hasSize(88);
        assertThat(outcome(server, created)).isEqualTo("OK");
        assertThat(server.client(created.text("key"))
                        .send(CREATE, Map.of("input", Map.of("name", "more", "role", "ADMIN")))
                        .at("errors", 0, "message"))
                .isEqualTo("`Mutation.createApiKey` requires the role ADMIN; the caller has the role READER.");
    }

    @Test
    void storesNoSecret() {
        String secret = create("WRITER").text("key");
        List<String> rows =
                server.bean(Sql.class).of("SELECT apikey::text FROM apikey").list(String.class);
        assertThat(rows).isNotEmpty().noneMatch(row -> row.contains(secret.substring(secret.length() - 64)));
    }

    @ParameterizedTest
    @CsvSource({
        "'',   READER,    2025-07-14T00:00:00Z, INVALID_TEXT,        name",
        "name, PLAYER,    2025-07-14T00:00:00Z, INVALID_ROLE,        role",
        "name, ANONYMOUS, 2025-07-14T00:00:00Z, INVALID_ROLE,        role",
        "name, ADMIN,     2025-07-13T14:30:00Z, EXPIRY_OUT_OF_RANGE, expiresAt",
    })
    void rejectsInvalidKey(String name, String role, String expiresAt, String code, String path) {
        Answer created = create(operator, Map.of("name", name, "role", role, "expiresAt", expiresAt));
        assertThat(created.at("errors", 0, "code")).isEqualTo(code);
        assertThat(created.at("errors", 0, "path")).isEqualTo(List.of("input", path));
        assertThat(created.at("key")).isNull();
    }

    @Test
    void limitsNumberOfValidKeys() {
        Answer first = create("READER");
        for (int n = 1; n < ApiKeys.MAX; n++) {
            assertThat(create("READER").at("key")).isNotNull();
        }
        assertThat(create("READER").at("errors", 0, "code")).isEqualTo("LIMIT_REACHED");
        revoke(operator, first);
        assertThat(create("READER").at("key")).isNotNull();
    }

    @Test
    void rejectsKeyFromItsExpiryOn() {
        Answer created = create(
                operator,
                Map.of(
                        "name",
                        "short",
                        "role",
                        "ADMIN",
                        "expiresAt",
                        clock.instant().plus(ofHours(1)).toString()));
        clock.advance(ofHours(1).minus(ofSeconds(1)));
        assertThat(outcome(server, created)).isEqualTo("OK");
        clock.advance(ofSeconds(1));
        assertThat(outcome(server, created)).isEqualTo("UNAUTHENTICATED");
    }

    @Test
    void replacesSecretAtOnce() {
        Answer created = create("READER");
        assertThat(outcome(server, created)).isEqualTo("OK");
        Answer rotated = rotate(created, Map.of());
        assertThat(outcome(server, created)).isEqualTo("UNAUTHENTICATED");
        assertThat(outcome(server, rotated)).isEqualTo("OK");
        assertThat(rotated.at("apiKey", "prefix")).isEqualTo(created.at("apiKey", "prefix"));
        assertThat(rotated.at("apiKey", "rotatedAt")).isEqualTo("2025-07-13T14:30:00Z");
    }

    @Test
    void keepsPreviousSecretUntilItsExpiry() {
        Instant until = clock.instant().plus(ofHours(1));
        Answer created = create("READER");
        Answer rotated = rotate(created, Map.of("previousExpiresAt", until.toString()));
        assertThat(List.of(outcome(server, created), outcome(server, rotated))).containsOnly("OK");
        clock.set(until);
        assertThat(outcome(server, created)).isEqualTo("UNAUTHENTICATED");
        assertThat(outcome(server, rotated)).isEqualTo("OK");
        String late = clock.instant().plus(ofDays(30)).plusSeconds(1).toString();
        assertThat(rotate(created, Map.of("previousExpiresAt", late)).at("errors", 0, "code"))
                .isEqualTo("EXPIRY_OUT_OF_RANGE");
    }

    @Test
    void revokesKeyOnAllNodes() {
        Answer created = create("READER");
        try (LaurelServer other = server.secondNode(clock)) {
            assertThat(List.of(outcome(server, created), outcome(other, created)))
                    .containsOnly("OK");
            assertThat(revoke(operator, created).at("apiKey", "revokedAt")).isEqualTo("2025-07-13T14:30:00Z");
            assertThat(outcome(server, created)).isEqualTo("UNAUTHENTICATED");
            while (outcome(other, created).equals("OK")) {
                Thread.onSpinWait();
            }
            assertThat(outcome(other, created)).isEqualTo("UNAUTHENTICATED");
        }
        assertThat(revoke(operator, created).at("errors", 0, "code")).isEqualTo("API_KEY_REVOKED");
        assertThat(rotate(created, Map.of()).at("errors", 0, "code")).isEqualTo("API_KEY_REVOKED");
    }

    @Test
    void bindsKeyToItsApp() {
        Answer created = create("ADMIN");
        try (LaurelServer other = server.inNewApp()) {
            assertThat(outcome(other, created)).isEqualTo("FORBIDDEN");
            assertThat(revoke(other.client(), created).at("errors", 0, "code")).isEqualTo("API_KEY_NOT_FOUND");
            Answer everywhere = create(operator, Map.of("name", "all", "role", "READER", "allApps", true));
            assertThat(List.of(outcome(server, everywhere), outcome(other, everywhere)))
                    .containsOnly("OK");
        }
    }

    @Test
    void hidesKeysForAllAppsFromBoundAdministrators() {
        GraphQLClient admin = server.client(create("ADMIN").text("key"));
        Answer everywhere = create(operator, Map.of("name", "all", "role", "READER", "allApps", true));
        assertThat(revoke(admin, everywhere).at("errors", 0, "code")).isEqualTo("API_KEY_NOT_FOUND");
        assertThat(admin.ask(LIST).list("data", "apiKeys", "nodes")).hasSize(1);
        assertThat(operator.ask(LIST).list("data", "apiKeys", "nodes")).hasSize(2);
        String id = "query ($id: ID!) { node(id: $id) { id } }";
        Map<String, String> variables = Map.of("id", everywhere.text("apiKey", "id"));
        assertThat(admin.ask(id, variables).at("data", "node")).isNull();
        assertThat(operator.ask(id, variables).at("data", "node")).isNotNull();
        Map<String, Object> all = Map.of("name", "mine", "role", "READER", "allApps", true);
        assertThat(admin.send(CREATE, Map.of("input", all)).at("errors", 0, "extensions", "code"))
                .isEqualTo("FORBIDDEN");
    }

    @Test
    void listsKeysNewestFirst() {
        for (String name : List.of("one", "two", "three")) {
            create(operator, Map.of("name", name, "role", "READER"));
        }
        Answer first = operator.ask(LIST).node("data", "apiKeys");
        assertThat(first.list("nodes")).extracting(key -> key.at("name")).containsExactly("three", "two");
        Answer second = operator.ask(LIST, Map.of("after", first.text("pageInfo", "endCursor")));
        assertThat(second.list("data", "apiKeys", "nodes"))
                .extracting(key -> key.at("name"))
                .containsExactly("one");
    }

    @Test
    void storesMinuteOfLastUse() {
        Answer created = create("READER");
        assertThat(operator.ask(LIST).at("data", "apiKeys", "nodes", 0, "lastUsedAt"))
                .isNull();
        clock.advance(ofSeconds(90));
        outcome(server, created);
        server.bean(KeyCache.class).storeUses();
        assertThat(operator.ask(LIST).at("data", "apiKeys", "nodes", 0, "lastUsedAt"))
                .isEqualTo("2025-07-13T14:31:00Z");
    }

    @Test
    void rejectsWrongSecretOfKnownKey() {
        String key = create("READER").text("key");
        char last = key.charAt(key.length() - 1);
        String wrong = key.substring(0, key.length() - 1) + (last == '0' ? '1' : '0');
        assertThat(server.client(wrong).send("{ app { key } }", Map.of()).at("errors", 0, "extensions", "code"))
                .isEqualTo("UNAUTHENTICATED");
    }
}
