package laurel.api.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import graphql.schema.idl.RuntimeWiring;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import laurel.graphql.Input;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that caches may keep without a time limit. */
class ResponseImmutabilityTest {
    private static final String KEY = "key-of-the-caches-0123456789";
    private static final String SCHEMA = """
            directive @immutable(given: String) on FIELD_DEFINITION
            type Query { stone(id: ID!): Stone @immutable  river: Stone  count: Int!
              page(revision: Int): Stone @immutable(given: "revision")
              found(by: By!): Stone @immutable(given: "by.id")  all(by: [By!]!): [Stone!]! @immutable(given: "by.id") }
            input By { id: ID  name: String }
            type Stone { weight: Int! @immutable  note: String @immutable  owner: String
              pieces: [Stone!]! @immutable  lost: Stone @immutable }
            """;
    private static final Map<String, Object> PEBBLE = Map.of("weight", 1, "owner", "me", "pieces", List.of());
    private static final Map<String, Object> STONE =
            Map.of("weight", 7, "owner", "me", "pieces", List.of(PEBBLE, PEBBLE));

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer(
                SCHEMA, ResponseImmutabilityTest::bind, Map.of("laurel.cors.allowed-origins", "https://game.example"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ stone(id: 1) { weight } }",
                "{ stone(id: 1) { __typename weight note } }",
                "{ stone(id: 1) { pieces { weight note pieces { weight } } } }",
                "{ a: stone(id: 1) { weight } b: page(revision: 2) { weight } }",
                "query ($n: Int = 5) { page(revision: $n) { weight } }",
                "{ stone(id: 1) { ...S } } fragment S on Stone { weight }",
                "{ found(by: {id: 1}) { weight } }",
                "{ all(by: [{id: 1}, {id: 2, name: \"two\"}]) { weight } }",
            })
    void allowsCachingOfImmutableResponse(String query) {
        Answer answer = get(query);
        assertThat(answer.at("errors")).isNull();
        assertThat(answer.header("cache-control")).isEqualTo("public, max-age=31536000, immutable");
        assertThat(answer.header("vary")).isEqualTo("Accept, Authorization, Laurel-App, Origin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ stone(id: 1) { weight owner } }",
                "{ stone(id: 1) { pieces { owner } } }",
                "{ river { weight } }",
                "{ stone(id: 1) { weight } count }",
                "{ page { weight } }",
                "{ found(by: {name: \"one\"}) { weight } }",
                "{ found(by: {id: null}) { weight } }",
                "{ all(by: [{id: 1}, {name: \"two\"}]) { weight } }",
                "{ page(revision: null) { weight } }",
                "query ($n: Int) { page(revision: $n) { weight } }",
                "{ a: page(revision: 1) { weight } b: page { weight } }",
                "{ stone(id: \"none\") { weight } }",
                "{ a: stone(id: 1) { weight } b: stone(id: \"none\") { weight } }",
                "{ stone(id: 1) { lost { weight } } }",
                "{ stone(id: 1) { pieces { lost { weight } } } }",
                "{ __typename }",
                "{ __typename stone(id: 1) { weight } }",
                "{ __schema { queryType { name } } }",
                "{ stone(id: 1) @skip(if: true) { weight } }",
                "{ nothing }",
                "{ stone",
            })
    void forbidsCachingOfMutableResponse(String query) {
        Answer answer = get(query);
        assertThat(answer.header("cache-control")).isEqualTo("no-store");
        assertThat(answer.header("vary")).isEqualTo("Accept, Origin");
    }

    @Test
    void forbidsCachingOfPost() {
        Answer answer = server.query("{ stone(id: 1) { weight } }");
        assertThat(answer.at("data", "stone", "weight")).hasToString("7");
        assertThat(answer.header("cache-control")).isEqualTo("no-store");
    }

    @Test
    void allowsOnlyPrivateCachingWithKey() {
        try (var locked = new TestServer(SCHEMA, ResponseImmutabilityTest::bind, Map.of("laurel.keys", KEY))) {
            HttpRequest.Builder request = HttpRequest.newBuilder(locked.uri(url("{ stone(id: 1) { weight } }")))
                    .header("Authorization", "Bearer " + KEY);
            assertThat(locked.send(request).header("cache-control")).isEqualTo("private, max-age=31536000, immutable");
            assertThat(locked.send(HttpRequest.newBuilder(locked.uri(url("{ stone(id: 1) { weight } }"))))
                            .header("cache-control"))
                    .isEqualTo("no-store");
        }
    }

    private static void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher(
                        "stone", env -> Input.of(env).string("id").equals("none") ? null : STONE)
                .dataFetcher("page", env -> STONE)
                .dataFetcher("found", env -> STONE)
                .dataFetcher("all", env -> List.of(STONE))
                .dataFetcher("river", env -> STONE)
                .dataFetcher("count", env -> 3));
    }

    private static Answer get(String query) {
        return server.send(HttpRequest.newBuilder(server.uri(url(query))));
    }

    private static String url(String query) {
        return "/graphql?query=" + URLEncoder.encode(query, UTF_8);
    }
}
