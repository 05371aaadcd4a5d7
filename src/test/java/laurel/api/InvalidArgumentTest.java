package laurel.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import laurel.api.TestServer.Answer;
import laurel.graphql.Binding;
import laurel.graphql.Scalars;
import laurel.request.StrictJson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of the wrong type, as variables or literals: the error has the path and the reason. */
final class InvalidArgumentTest {
    private static final String SDL = """
            type Query { take(facts: [Fact!], rows: [[Int!]!], one: Fact, n: Int): Int }
            input Fact { who: Who! score: Float! at: DateTime speed: Speed! = FAST tags: [String!]! = [] extra: Any }
            input Who { id: String! name: String }
            enum Speed { FAST SLOW }
            scalar DateTime
            scalar Any
            """;
    private static final Binding BINDING = wiring -> {
        wiring.scalar(Scalars.DATE_TIME)
                .scalar(Scalars.JSON_OBJECT.transform(any -> any.name("Any")))
                .type("Query", type -> type.dataFetcher("take", env -> 1));
    };
    private static final String QUERY =
            "query ($i: [Fact!]!, $rows: [[Int!]!], $n: Int = 1) { take(facts: $i, rows: $rows, n: $n) }";
    private static final String GOOD = "{who: {id: 'a'}, score: 1, at: '2026-11-21T10:00:00Z'}";

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer(SDL, BINDING, Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** An invalid second item of three, its path and the reason. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
                    {who: {id: 'b'}, score: 1, at: '2026-11-21 10:00'}; i[1].at; at; This is not a time such as
                    {who: {id: 'b'}, score: 1, at: {}}; i[1].at; at; This is not a time such as
                    {who: {id: 7}, score: 1}; i[1].who.id; who,id; String
                    {who: {}, score: 1}; i[1].who.id; who,id; String!
                    {who: 'b', score: 1}; i[1].who; who; Who
                    {who: {id: 'b', nick: 1}, score: 1}; i[1].who.nick; who,nick; Who
                    {who: {id: 'b'}, scroe: 1}; i[1].scroe; scroe; Fact
                    {who: {id: 'b'}, score: null}; i[1].score; score; Float!
                    {who: {id: 'b'}, score: 'x'}; i[1].score; score; string
                    {who: {id: 'b'}}; i[1].score; score; Float!
                    {score: 1}; i[1].who; who; Who!
                    {who: {id: 'b'}, score: 1, speed: 'QUICK'}; i[1].speed; speed; QUICK
                    {who: {id: 'b'}, score: 1, speed: null}; i[1].speed; speed; Speed!
                    {who: {id: 'b'}, score: 1, tags: 5}; i[1].tags; tags; String
                    {who: {id: 'b'}, score: 1, extra: 5}; i[1].extra; extra; JSON object
                    """)
    void returnsPathOfInvalidValueInVariable(String second, String place, String path, String reason) {
        Answer answer = ask("{i: [" + GOOD + ", " + second + ", " + GOOD + "]}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("INVALID_ARGUMENT");
        assertThat(answer.message())
                .asString()
                .startsWith("Variable '" + place + "' ")
                .contains(reason);
        assertThat(answer.text()).doesNotContain("LinkedHashMap", "Map", "null for", "Exception");
        assertThat(answer.at("errors", 0, "extensions", "path"))
                .asString()
                .isEqualTo("[i, 1, " + path.replace(",", ", ") + "]");
        assertThat(answer.at("errors", 0, "locations", 0, "column")).hasToString("8");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
                    {}; i; [Fact!]!
                    {i: null}; i; [Fact!]!
                    {i: [null]}; i[0]; Fact!
                    {i: 5}; i; Fact
                    {i: {who: {id: 'a'}}}; i.score; Float!
                    {i: [], rows: [[1], [2, 'x']]}; rows[1][1]; string
                    {i: [], rows: [[1], 2, null]}; rows[2]; [Int!]!
                    {i: [], n: 1.5}; n; Int
                    """)
    void returnsNameOfInvalidVariable(String variables, String place, String reason) {
        Answer answer = ask(variables);
        assertThat(answer.code()).isEqualTo("INVALID_ARGUMENT");
        assertThat(answer.message())
                .asString()
                .startsWith("Variable '" + place + "' ")
                .contains(reason);
    }

    @Test
    void acceptsValidVariables() {
        assertThat(ask("{i: [" + GOOD + ", {who: {id: 'b', name: null}, score: 2}], n: null, other: 1}")
                        .status())
                .isEqualTo(200);
        assertThat(ask("{i: " + GOOD + ", rows: [1, [2]]}").status()).isEqualTo(200);
    }

    @Test
    void truncatesLongNames() {
        Answer answer = ask("{i: [{'" + "x".repeat(1_000) + "': 1}]}");
        assertThat(answer.message()).asString().contains("Fact").hasSizeLessThan(200);
        assertThat(answer.text().length()).isLessThan(1_000);
    }

    /** An invalid second item of three, and the reason. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
                    {who: {id: "b"}, score: 1, points: 2}; contains a field not in 'Fact': 'points'
                    {who: {id: "b"}}; is missing required fields '[score]'
                    {who: {id: "' is not a valid 'x"}}; is missing required fields '[score]'
                    {who: {id: "' with value 'x"}}; is missing required fields '[score]'
                    {who: 5, score: 1}; 'facts[1].who' must be an object type
                    {who: {id: "b"}, score: [1]}; 'facts[1].score' is not a valid 'Float'
                    {who: {id: "b"}, score: "NaN"}; with value '"NaN"' is not a valid 'Float'
                    {who: {id: "b"}, score: 1, at: "x"}; with value '"x"' is not a valid 'DateTime' - This is not a time
                    {who: {id: "b"}, score: 1, speed: QUICK}; with value 'QUICK' is not a valid 'Speed'
                    {who: {id: "b"}, score: true}; with value 'true' is not a valid 'Float'
                    {who: {id: "b"}, score: null}; must not be null
                    """)
    void returnsReasonForInvalidLiteral(String second, String reason) {
        String longer = "{who: {id: \"" + "a".repeat(400) + "\"}, score: 1, tags: [\"a\", \"b\"]}";
        Answer answer = server.query("{ take(facts: [" + longer + ", " + second + ", " + longer + "]) }");
        assertThat(answer.code()).isEqualTo("GRAPHQL_VALIDATION_FAILED");
        assertThat(answer.message()).asString().contains("argument 'facts[1]", reason);
        assertThat(answer.text()).doesNotContain("Value{", "NullValue");
    }

    @ParameterizedTest
    @CsvSource({"40", "4000"})
    void returnsReasonForInvalidLongLiteral(int length) {
        String name = "{id: \"" + "a".repeat(length) + "\"}";
        Answer missing = server.query("{ take(one: {who: " + name + ", tags: [\"" + "b".repeat(length) + "\"]}) }");
        assertThat(missing.message()).asString().contains("is missing required fields '[score]'");
        Answer time = server.query("{ take(one: {score: 1, who: " + name + ", at: \"" + "9".repeat(length) + "\"}) }");
        assertThat(time.message()).asString().contains("'one.at'", "This is not a time");
        Answer standard = server.query("query ($f: Fact = {who: " + name + ", scroe: 1}) { take(one: $f) }");
        assertThat(standard.message()).asString().contains("for type 'Fact'");
        assertThat(standard.text()).doesNotContain("Value{");
    }

    private static Answer ask(String variables) {
        String json = variables.replace('\'', '"').replaceAll("([{ ])([a-z]\\w*):", "$1\"$2\":");
        Object object = StrictJson.read(json.getBytes(UTF_8), json);
        assertThat(object).isInstanceOf(Map.class);
        return server.post("{\"query\": \"" + QUERY + "\", \"variables\": " + json + "}");
    }
}
