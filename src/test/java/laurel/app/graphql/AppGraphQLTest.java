package laurel.app.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import laurel.database.Contents;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operators create and read apps; clients read their own app. */
class AppGraphQLTest {
    private static final String BOUND = "key-of-the-game-0123456789";
    private static final String CREATE = """
            mutation ($input: CreateAppInput!) { createApp(input: $input) {
              app { __typename id key name createdAt } errors { code message path } } }
            """;
    private static final String APPS = """
            query ($first: Int, $after: String) { apps(first: $first, after: $after) {
              edges { cursor node { key } } nodes { key } pageInfo { hasNextPage hasPreviousPage endCursor } } }
            """;

    private static LaurelServer server;
    private static GraphQLClient operator;
    private static GraphQLClient game;

    @BeforeAll
    static void start() {
        var clock = new TickingClock(Instant.parse("2025-07-13T14:30:00Z"));
        server = LaurelServer.start(clock, Map.of("laurel.keys", LaurelServer.KEY + ",game:" + BOUND));
        operator = server.client();
        game = server.client(BOUND);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void returnsDefaultApp() {
        Answer app = operator.ask("{ app { key name createdAt } }").node("data", "app");
        assertThat(app.json())
                .isEqualTo(Map.of("key", "default", "name", "default", "createdAt", "2000-01-01T00:00:00Z"));
    }

    @Test
    void createsAppThatRequestsCanUse() {
        Answer made = create(Map.of("key", "chess", "name", "Chess club"));
        assertThat(made.at("name")).isEqualTo("Chess club");
        assertThat(made.at("createdAt")).isEqualTo("2025-07-13T14:30:00Z");
        Answer own = operator.in("chess").ask("{ app { __typename id key name createdAt } }");
        assertThat(own.at("data", "app")).isEqualTo(made.json());
        assertThat(create(Map.of("key", "go")).at("name")).isEqualTo("go");
    }

    @Test
    void acceptsBoundKeyOnlyInItsExistingApp() {
        assertThat(code(game.send("{ app { key } }", Map.of()))).isEqualTo("APP_NOT_FOUND");
        create(Map.of("key", "game"));
        assertThat(game.ask("{ app { key } }").at("data", "app", "key")).isEqualTo("game");
        assertThat(game.in("game").ask("{ app { key } }").at("data", "app", "key"))
                .isEqualTo("game");
        assertThat(code(game.in("default").send("{ app { key } }", Map.of()))).isEqualTo("FORBIDDEN");
        Contents before = contents();
        assertThat(code(game.send(CREATE, Map.of("input", Map.of("key", "mine")))))
                .isEqualTo("FORBIDDEN");
        assertThat(contents()).isEqualTo(before);
        assertThat(code(game.send("mutation { updateApp(input: {appKey: \"game\"}) { app { key } } }", Map.of())))
                .isEqualTo("FORBIDDEN");
        Answer known = game.ask("{ app(key: \"game\") { key } other: app(key: \"default\") { key } }");
        assertThat(known.at("data", "app", "key")).isEqualTo("game");
        assertThat(known.at("data", "other")).isNull();
        Answer apps = game.send(APPS, Map.of("first", 1));
        assertThat(code(apps)).isEqualTo("FORBIDDEN");
        assertThat(apps.at("data", "apps")).isNull();
        assertNodeIsVisibleOnlyToAppAndOperator();
    }

    private static void assertNodeIsVisibleOnlyToAppAndOperator() {
        String first = operator.ask("{ app { id } }").text("data", "app", "id");
        String own = game.ask("{ app { id } }").text("data", "app", "id");
        String node = "query ($id: ID!) { node(id: $id) { ... on App { key } } }";
        assertThat(game.ask(node, Map.of("id", own)).at("data", "node", "key")).isEqualTo("game");
        assertThat(game.ask(node, Map.of("id", first)).at("data", "node")).isNull();
        assertThat(operator.ask(node, Map.of("id", own)).at("data", "node", "key"))
                .isEqualTo("game");
    }

    @Test
    void looksUpAppsByKey() {
        create(Map.of("key", "looked-up", "name", "Looked up"));
        create(Map.of("key", "bound-elsewhere"));
        String app = "query ($key: String) { app(key: $key) { key name } }";
        assertThat(operator.ask(app, Map.of("key", "looked-up")).at("data", "app", "name"))
                .isEqualTo("Looked up");
        assertThat(operator.ask(app, Map.of("key", "none")).at("data", "app")).isNull();
        assertThat(operator.ask(app, Map.of("key", "no\u0000key")).at("data", "app"))
                .isNull();
        GraphQLClient one = operator.in("looked-up");
        assertThat(one.ask(app, Collections.singletonMap("key", null)).at("data", "app", "key"))
                .isEqualTo("looked-up");
        assertThat(one.ask(app, Map.of("key", "default")).at("data", "app", "key"))
                .isEqualTo("default");
    }

    @Test
    void updatesName() {
        create(Map.of("key", "renamed", "name", "Before"));
        assertThat(update(Map.of("appKey", "renamed")).at("app", "name")).isEqualTo("Before");
        assertThat(update(Map.of("appKey", "renamed", "name", "After")).at("app", "name"))
                .isEqualTo("After");
        assertThat(operator.in("renamed").ask("{ app { name } }").at("data", "app", "name"))
                .isEqualTo("After");
        assertThat(update(Map.of("appKey", "renamed", "name", " ")).at("errors", 0, "code"))
                .isEqualTo("INVALID_TEXT");
        var cleared = new HashMap<String, Object>(Map.of("appKey", "renamed"));
        cleared.put("name", null);
        assertThat(update(cleared).at("app", "name")).isEqualTo("renamed");
        for (String key : List.of("none", "\u0000")) {
            for (Map<String, Object> input :
                    List.<Map<String, Object>>of(Map.of("appKey", key), Map.of("appKey", key, "name", "x"))) {
                Answer refused = update(input);
                assertThat(refused.at("app")).isNull();
                assertThat(refused.at("errors", 0, "code")).isEqualTo("APP_NOT_FOUND");
                assertThat(refused.at("errors", 0, "path")).isEqualTo(List.of("input", "appKey"));
            }
        }
    }

    private static Answer update(Map<String, Object> input) {
        String update = "mutation ($input: UpdateAppInput!) { updateApp(input: $input) {"
                + " app { name } errors { code path } } }";
        return operator.ask(update, Map.of("input", input)).node("data", "updateApp");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            INVALID_KEY  | key  | ''        | Name
            INVALID_KEY  | key  | Chess     | Name
            INVALID_KEY  | key  | a:b       | Name
            INVALID_KEY  | key  | a,b       | ''
            INVALID_TEXT | name | new       | ''
            INVALID_TEXT | name | default   | ' '
            KEY_TAKEN    | key  | default   | Name
            """)
    void rejectsInvalidAppAndStoresNothing(String code, String field, String key, String name) {
        Contents before = contents();
        Answer refused = refused(Map.of("key", key, "name", name));
        assertThat(refused.at("code")).isEqualTo(code);
        assertThat(refused.at("path")).isEqualTo(List.of("input", field));
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void rejectsTextsThatPostgresCannotStore() {
        assertThat(refused(Map.of("key", "a\u0000")).at("code")).isEqualTo("INVALID_KEY");
        assertThat(refused(Map.of("key", "a", "name", "\u0000")).at("code")).isEqualTo("INVALID_TEXT");
        assertThat(refused(Map.of("key", "a", "name", "x".repeat(201))).at("code"))
                .isEqualTo("INVALID_TEXT");
    }

    @Test
    void pagesAppsInOrderOfKey() {
        List.of("page-c", "page-a", "page-b").forEach(key -> create(Map.of("key", key)));
        List<?> all = keys(operator.ask(APPS, Map.of("first", 1_000)));
        assertThat(all.stream().map(Object::toString)).isSorted().contains("default", "page-a", "page-b", "page-c");
        Answer page = operator.ask(APPS, Map.of("first", all.size() - 1));
        assertThat(keys(page)).isEqualTo(all.subList(0, all.size() - 1));
        assertThat(page.at("data", "apps", "pageInfo", "hasNextPage")).isEqualTo(true);
        String end = page.text("data", "apps", "pageInfo", "endCursor");
        Answer last = operator.ask(APPS, Map.of("first", 1, "after", end));
        assertThat(keys(last)).isEqualTo(all.subList(all.size() - 1, all.size()));
        assertThat(last.at("data", "apps", "pageInfo", "hasNextPage")).isEqualTo(false);
        for (int first : new int[] {0, 1_001}) {
            assertThat(code(operator.send(APPS, Map.of("first", first)))).isEqualTo("INVALID_PAGE_SIZE");
        }
        assertThat(code(operator.send(APPS, Map.of("first", 1, "after", "x")))).isEqualTo("INVALID_CURSOR");
    }

    /** On two nodes: one creates the app, the others get an error, and all nodes find it. */
    @Test
    void createsAppOnceUnderConcurrency() {
        try (var other = LaurelServer.on(server.database(), new TickingClock(Instant.parse("2025-07-13T14:30:00Z")))) {
            List<GraphQLClient> nodes = List.of(operator, other.client());
            List<Boolean> made = Together.all(
                    16,
                    n -> nodes.get(n % 2)
                                    .ask(CREATE, Map.of("input", Map.of("key", "raced", "name", "Number " + n)))
                                    .at("data", "createApp", "app")
                            != null);
            assertThat(made).containsOnlyOnce(true).hasSize(16);
            for (GraphQLClient node : nodes) {
                assertThat(node.in("raced").ask("{ app { key } }").at("data", "app", "key"))
                        .isEqualTo("raced");
            }
        }
    }

    @Test
    void findsKnownAppWithoutStatement() {
        create(Map.of("key", "known"));
        GraphQLClient known = operator.in("known");
        known.ask("{ __typename }");
        try (var statements = Statements.of(server.bean(Sql.class))) {
            known.ask("{ __typename }");
            operator.in("default").ask("{ __typename }");
            assertThat(statements.take()).isEmpty();
            operator.in("unknown").send("{ __typename }", Map.of());
            assertThat(statements.take()).hasSize(1);
            operator.in("no key").send("{ __typename }", Map.of());
            assertThat(statements.take()).isEmpty();
        }
    }

    private static Answer create(Map<String, Object> input) {
        return operator.ask(CREATE, Map.of("input", input)).node("data", "createApp", "app");
    }

    private static Answer refused(Map<String, Object> input) {
        return operator.ask(CREATE, Map.of("input", input)).node("data", "createApp", "errors", 0);
    }

    private static List<?> keys(Answer answer) {
        List<Object> keys = answer.list("data", "apps", "edges").stream()
                .map(edge -> edge.at("node", "key"))
                .toList();
        assertThat(answer.list("data", "apps", "nodes"))
                .extracting(node -> node.at("key"))
                .isEqualTo(keys);
        return keys;
    }

    private static String code(Answer answer) {
        return answer.text("errors", 0, "extensions", "code");
    }

    private static Contents contents() {
        return Contents.of(server.database().sql());
    }
}
