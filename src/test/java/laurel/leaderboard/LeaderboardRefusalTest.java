package laurel.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.RawInput;
import laurel.TickingClock;
import laurel.database.Contents;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What no leaderboard can be is refused by name, and nothing is stored. */
class LeaderboardRefusalTest {
    private static final RawInput GOOD = new RawInput(Map.of("key", "\"new\""));
    /** Takes a score, and will have one. */
    private static final RawInput SCORED =
            new RawInput(Map.of("key", "\"scored\"", "groupings", "[[], [\"region\"], [\"region\", \"platform\"]]"));

    private static final String CREATE = """
            mutation ($input: CreateLeaderboardInput!) { createLeaderboard(input: $input) {
              leaderboard { id key name description windowDefinitions { kind } minScore maxScore timeZone }
              errors { code message path } } }
            """;

    /** Code, field, JSON: what no board can be, whether it is new or not. */
    private static final String CASES = """
            INVALID_TEXT        | name        | ""
            INVALID_TEXT        | name        | " "
            INVALID_TEXT        | name        | "x*201"
            INVALID_TEXT        | name        | "a\\u0000"
            INVALID_TEXT        | name        | "a\\nb"
            INVALID_TEXT        | name        | "\\udfff"
            INVALID_TEXT        | description | "x*2001"
            INVALID_TEXT        | description | "a\\u0000"
            INVALID_TEXT        | description | "a\\ud800"
            INVALID_TEXT        | description | "a\\u001b[0m"
            INVALID_METADATA    | metadata    | {"a": "\\u0000"}
            INVALID_METADATA    | metadata    | {"a": "\\ud800"}
            INVALID_METADATA    | metadata    | {"a": "x*4090"}
            INVALID_METADATA    | metadata    | {"a": 1e31}
            INVALID_METADATA    | metadata    | {"scoreType": "x*3000"}
            INVALID_METADATA    | metadata    | {"ratingType": ["x*3000"]}
            INVALID_TIME_ZONE        | timeZone    | ""
            INVALID_TIME_ZONE        | timeZone    | "Mars/Olympus"
            INVALID_TIME_ZONE        | timeZone    | "+02:00"
            INVALID_TIME_ZONE        | timeZone    | "UTC+2"
            INVALID_TIME_ZONE        | timeZone    | "\\u0000"
            INVALID_DECIMALS    | decimals    | -1
            INVALID_DECIMALS    | decimals    | 10
            SCORE_NOT_A_NUMBER        | minScore    | "low"
            SCORE_NOT_A_NUMBER        | maxScore    | "NaN"
            SCORE_NOT_A_NUMBER        | maxScore    | "Infinity"
            SCORE_OUT_OF_RANGE        | maxScore    | "9223372036854775808"
            SCORE_OUT_OF_RANGE        | minScore    | "-1e400"
            SCORE_TOO_MANY_DECIMALS   | minScore    | "0.5"
            INVALID_BOUNDS      | minScore    | 11
            INVALID_WINDOWS     | windowDefinitions     | []
            INVALID_WINDOWS     | windowDefinitions     | [{"kind": "DAILY"}, {"kind": "WEEKLY"}, {"kind": "DAILY"}]
            INVALID_GROUPINGS   | groupings   | []
            INVALID_GROUPINGS   | groupings   | [[], []]
            INVALID_GROUPINGS   | groupings   | [["a", "b"], ["b", "a"]]
            INVALID_GROUPINGS   | groupings   | [["a", "a"]]
            INVALID_GROUPINGS   | groupings   | [["a", "b", "c", "d", "e"]]
            INVALID_GROUPINGS   | groupings   | [["a"],["b"],["c"],["d"],["e"],["f"],["g"],["h"],["i"]]
            INVALID_GROUPINGS   | groupings   | [[""]]
            INVALID_GROUPINGS   | groupings   | [["x*33"]]
            INVALID_GROUPINGS   | groupings   | [["1st"]]
            INVALID_GROUPINGS   | groupings   | [["_a"]]
            INVALID_GROUPINGS   | groupings   | [["a-b"]]
            INVALID_GROUPINGS   | groupings   | [["é"]]
            INVALID_GROUPINGS   | groupings   | [["a\\n"]]
            INVALID_GROUPINGS   | groupings   | [["a\\u0000"]]
            INVALID_ENTITY_TYPE | entityTypes | []
            INVALID_ENTITY_TYPE | entityTypes | ["account"]
            INVALID_ENTITY_TYPE | entityTypes | [""]
            INVALID_ENTITY_TYPE | entityTypes | ["ACCOUNT", "A\\u0000"]
            INVALID_ENTITY_TYPE | entityTypes | ["X*33"]
            INVALID_ENTITY_TYPE | entityTypes | ["A","B","C","D","E","F","G","H","I","J","K","L","M","N","O","P","Q"]
            """;

    /** The same of a new board only. */
    private static final String CASES_OF_KEYS = """
            INVALID_KEY         | key         | ""
            INVALID_KEY         | key         | "Upper"
            INVALID_KEY         | key         | "-first"
            INVALID_KEY         | key         | "a b"
            INVALID_KEY         | key         | "é"
            INVALID_KEY         | key         | "a\\n"
            INVALID_KEY         | key         | "a\\u0000"
            INVALID_KEY         | key         | "\\ud800"
            INVALID_KEY         | key         | "x*65"
            KEY_TAKEN           | key         | "taken"
            """;

    private static final String UPDATE = """
            mutation ($input: UpdateLeaderboardInput!) { updateLeaderboard(input: $input) {
              leaderboard { id version } errors { code message path } } }
            """;

    /** The same of an old board only, which is at version 1 and has no scores, or has scores. */
    private static final String CASES_OF_CHANGES = """
            LEADERBOARD_NOT_FOUND | leaderboardKey | "nope"
            LEADERBOARD_NOT_FOUND | leaderboardKey | "x*9999"
            LEADERBOARD_NOT_FOUND | leaderboardKey | "\\u0000"
            LEADERBOARD_NOT_FOUND | leaderboardKey | "\\ud800"
            VERSION_CONFLICT    | expectedVersion | 0
            VERSION_CONFLICT    | expectedVersion | 2
            VERSION_CONFLICT    | expectedVersion | -2147483648
            """;

    private static final String CASES_OF_FIXED = """
            CANNOT_CHANGE       | sortOrder   | "ASCENDING"
            CANNOT_CHANGE       | updateMode  | "INCREMENT"
            CANNOT_CHANGE       | decimals    | 1
            CANNOT_CHANGE       | tieRule     | "LATEST"
            CANNOT_CHANGE       | timeZone    | "Europe/Paris"
            CANNOT_CHANGE       | groupings   | [["region"]]
            CANNOT_CHANGE       | groupings   | [[], ["region"], ["region", "platform"], ["platform"]]
            CANNOT_CHANGE       | clock       | "SUBMISSIONS"
            """;

    private static LaurelServer server;
    private static GraphQLClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                new TickingClock(Instant.parse("2025-07-13T14:30:00Z")), Map.of("laurel.windows.open-every", "1h"));
        client = server.client();
        create(GOOD.with("key", "\"taken\"")).text("id");
        create(SCORED).text("id");
        client.ask("mutation { submitScore(input: {leaderboardKey: \"scored\", participant: {externalId: \"ann\"},"
                        + " score: 1, group:"
                        + " {region: \"eu\", platform: \"pc\"}})"
                        + " { receipt { submission { id } } } }")
                .text("data", "submitScore", "receipt", "submission", "id");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void refusesAndStoresNothing(String code, String field, String json) {
        Contents before = contents();
        Answer answer = create(GOOD.with("maxScore", "10").with(field, json));
        assertThat(answer.at("code")).as("%s", answer).isEqualTo(code);
        assertThat(answer.at("path")).isEqualTo(List.of("input", field));
        assertThat(answer.text("message")).isNotBlank();
        assertThat(contents()).isEqualTo(before);
        assertThat(client.ask("{ leaderboard(key: \"new\") { id } }").at("data", "leaderboard"))
                .isNull();
    }

    @ParameterizedTest
    @MethodSource("casesOfChanges")
    void noChangeToWhatCannotBe(String code, String field, String json) {
        RawInput good = new RawInput(Map.of("leaderboardKey", "\"taken\"", "expectedVersion", "1", "maxScore", "10"));
        assertUnchanged(good.with(field, json), code, field);
    }

    @ParameterizedTest
    @MethodSource("casesOfFixed")
    void noChangeToWhatScoresWereMadeBy(String code, String field, String json) {
        RawInput good =
                new RawInput(Map.of("leaderboardKey", "\"scored\"", "expectedVersion", "1", "name", "\"Else\""));
        assertUnchanged(good.with(field, json), code, field);
    }

    private static void assertUnchanged(RawInput input, String code, String field) {
        Contents before = contents();
        Answer answer = update(input);
        assertThat(answer.at("code")).as("%s", answer).isEqualTo(code);
        assertThat(answer.at("path")).isEqualTo(List.of("input", field));
        assertThat(answer.text("message")).isNotBlank();
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void whatDoesNotChangeIsNoChange() {
        Contents before = contents();
        RawInput same = new RawInput(Map.of("leaderboardKey", "\"scored\"", "metadata", "{}"));
        for (String field : List.of("sortOrder", "updateMode", "decimals", "tieRule", "timeZone", "clock")) {
            same = same.with(field, "null");
        }
        assertThat(update(same.with("expectedVersion", "1").with("sortOrder", "\"DESCENDING\""))
                        .at("version"))
                .isEqualTo(1);
        assertThat(contents()).isEqualTo(before);
    }

    static Stream<Arguments> casesOfChanges() {
        return Stream.of(CASES_OF_CHANGES, CASES).flatMap(LeaderboardRefusalTest::rows);
    }

    static Stream<Arguments> casesOfFixed() {
        return rows(CASES_OF_FIXED);
    }

    static Stream<Arguments> cases() {
        return Stream.of(CASES_OF_KEYS, CASES).flatMap(LeaderboardRefusalTest::rows);
    }

    /** A row for each line, a cell between each two bars. */
    static Stream<Arguments> rows(String table) {
        return table.lines().map(line -> line.strip().split("\\s*\\|\\s*", 3)).map(Arguments::of);
    }

    /** The extremes of what is allowed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            x*64          | name        | "x*200"
            0             | name        | "🏆*100"
            a.b_c-d       | description | "x*2000"
            with-lines    | description | "one\\ntwo\\tthree"
            nine          | decimals    | 9
            lowest        | minScore    | "-9223372036854775808"
            highest       | maxScore    | "9223372036854775807"
            metadata      | metadata    | {"a": {"b": ["\\\\u0000", null, 1e30, true]}}
            entity-types  | entityTypes | ["X*32", "A_1"]
            kolkata       | timeZone    | "Asia/Kolkata"
            eight-groups  | groupings   | [[],["a"],["b"],["A"],["a","b"],["a","c"],["x*32"],["d","c","B_1","a"]]
            no-everyone   | groupings   | [["region"]]
            all-windows   | windowDefinitions     | [{"kind": "HOURLY"}, {"kind": "YEARLY"}, {"kind": "ALL_TIME"}]
            """)
    void takesWhatIsNoFault(String key, String field, String json) {
        Answer answer = create(GOOD.with("key", "\"" + key + "\"").with(field, json));
        assertThat(answer.at("id")).as("%s", answer).isNotNull();
    }

    private static Answer create(RawInput input) {
        Answer answer = client.sendRaw(CREATE, "{\"input\": " + input.json() + "}");
        assertThat(answer.at("errors")).isNull();
        return answer.node("data", "createLeaderboard").changed("leaderboard");
    }

    private static Answer update(RawInput input) {
        Answer answer = client.sendRaw(UPDATE, "{\"input\": " + input.json() + "}");
        assertThat(answer.at("errors")).isNull();
        return answer.node("data", "updateLeaderboard").changed("leaderboard");
    }

    private static Contents contents() {
        return Contents.of(server.database().sql());
    }
}
