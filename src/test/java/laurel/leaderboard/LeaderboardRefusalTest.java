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

/** Invalid leaderboards are rejected with a code, and nothing is stored. */
class LeaderboardRefusalTest {
    private static final RawInput GOOD = new RawInput(Map.of("key", "\"new\""));
    /** A valid leaderboard. */
    private static final RawInput SCORED =
            new RawInput(Map.of("key", "\"scored\"", "groupings", "[[], [\"region\"], [\"region\", \"platform\"]]"));

    private static final String CREATE = """
            mutation ($input: CreateLeaderboardInput!) { createLeaderboard(input: $input) {
              leaderboard { id key name description windowDefinitions { kind } minScore maxScore timeZone }
              errors { code message path } } }
            """;

    /** Code, path of the field, JSON: rejected on creation and change. */
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
            INVALID_METADATA    | metadata scoreType | {"scoreType": "x*3000"}
            INVALID_METADATA    | metadata ratingType | {"ratingType": ["x*3000"]}
            INVALID_TIME_ZONE        | timeZone    | ""
            INVALID_TIME_ZONE        | timeZone    | "Mars/Olympus"
            INVALID_TIME_ZONE        | timeZone    | "+02:00"
            INVALID_TIME_ZONE        | timeZone    | "UTC+2"
            INVALID_TIME_ZONE        | timeZone    | "\\u0000"
            NUMBER_OUT_OF_RANGE | decimals    | -1
            NUMBER_OUT_OF_RANGE | decimals    | 10
            SCORE_NOT_A_NUMBER        | minScore    | "low"
            SCORE_NOT_A_NUMBER        | maxScore    | "NaN"
            SCORE_NOT_A_NUMBER        | maxScore    | "Infinity"
            SCORE_OUT_OF_RANGE        | maxScore    | "9223372036854775808"
            SCORE_OUT_OF_RANGE        | minScore    | "-1e400"
            SCORE_TOO_MANY_DECIMALS   | minScore    | "0.5"
            INVALID_SCORE_BOUNDS | minScore    | 11
            LIST_EMPTY          | windowDefinitions | []
            DUPLICATE_KEY       | windowDefinitions 2 | [{"kind": "DAILY"}, {"kind": "WEEKLY"}, {"kind": "DAILY"}]
            LIST_EMPTY          | groupings   | []
            DUPLICATE_ITEM      | groupings 1 | [[], []]
            DUPLICATE_ITEM      | groupings 1 | [["a", "b"], ["b", "a"]]
            DUPLICATE_ITEM      | groupings 0 1 | [["a", "a"]]
            LIST_TOO_LONG       | groupings 0 | [["a", "b", "c", "d", "e"]]
            LIST_TOO_LONG       | groupings   | [["a"],["b"],["c"],["d"],["e"],["f"],["g"],["h"],["i"]]
            INVALID_GROUP_ATTRIBUTE | groupings 0 0 | [[""]]
            INVALID_GROUP_ATTRIBUTE | groupings 0 0 | [["x*33"]]
            INVALID_GROUP_ATTRIBUTE | groupings 0 0 | [["1st"]]
            INVALID_GROUP_ATTRIBUTE | groupings 0 0 | [["_a"]]
            INVALID_GROUP_ATTRIBUTE | groupings 0 0 | [["a-b"]]
            INVALID_GROUP_ATTRIBUTE | groupings 0 0 | [["é"]]
            INVALID_GROUP_ATTRIBUTE | groupings 0 0 | [["a\\n"]]
            INVALID_GROUP_ATTRIBUTE | groupings 0 0 | [["a\\u0000"]]
            LIST_EMPTY          | entityTypes | []
            INVALID_ENTITY_TYPE | entityTypes 0 | ["account"]
            INVALID_ENTITY_TYPE | entityTypes 0 | [""]
            INVALID_ENTITY_TYPE | entityTypes 1 | ["ACCOUNT", "A\\u0000"]
            INVALID_ENTITY_TYPE | entityTypes 0 | ["X*33"]
            LIST_TOO_LONG       | entityTypes | ["A","B","C","D","E","F","G","H","I","J","K","L","M","N","O","P","Q"]
            """;

    /** Rejected on creation only. */
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

    /** Rejected on change only, of a leaderboard at version 1 without scores, or with scores. */
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
            LEADERBOARD_HAS_SCORES | sortOrder   | "ASCENDING"
            LEADERBOARD_HAS_SCORES | updateMode  | "INCREMENT"
            LEADERBOARD_HAS_SCORES | decimals    | 1
            LEADERBOARD_HAS_SCORES | tieRule     | "LATEST"
            LEADERBOARD_HAS_SCORES | timeZone    | "Europe/Paris"
            LEADERBOARD_HAS_SCORES | groupings   | [["region"]]
            LEADERBOARD_HAS_SCORES | groupings   | [[], ["region"], ["region", "platform"], ["platform"]]
            LEADERBOARD_HAS_SCORES | clock       | "SUBMISSIONS"
            """;

    private static LaurelServer server;
    private static GraphQLClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")));
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
    void rejectsInvalidLeaderboardAndStoresNothing(String code, String path, String json) {
        Contents before = contents();
        Answer answer = create(GOOD.with("maxScore", "10").with(field(path), json));
        assertThat(answer.at("code")).as("%s", answer).isEqualTo(code);
        assertThat(answer.at("path")).isEqualTo(List.of(("input " + path).split(" ")));
        assertThat(answer.text("message")).isNotBlank();
        assertThat(contents()).isEqualTo(before);
        assertThat(client.ask("{ leaderboard(key: \"new\") { id } }").at("data", "leaderboard"))
                .isNull();
    }

    @ParameterizedTest
    @MethodSource("casesOfChanges")
    void rejectsInvalidChange(String code, String path, String json) {
        RawInput good = new RawInput(Map.of("leaderboardKey", "\"taken\"", "expectedVersion", "1", "maxScore", "10"));
        assertUnchanged(good.with(field(path), json), code, path);
    }

    @ParameterizedTest
    @MethodSource("casesOfFixed")
    void rejectsChangeOfScoringFieldsOnceThereAreScores(String code, String field, String json) {
        RawInput good =
                new RawInput(Map.of("leaderboardKey", "\"scored\"", "expectedVersion", "1", "name", "\"Else\""));
        assertUnchanged(good.with(field, json), code, field);
    }

    private static String field(String path) {
        return path.split(" ", 2)[0];
    }

    private static void assertUnchanged(RawInput input, String code, String path) {
        Contents before = contents();
        Answer answer = update(input);
        assertThat(answer.at("code")).as("%s", answer).isEqualTo(code);
        assertThat(answer.at("path")).isEqualTo(List.of(("input " + path).split(" ")));
        assertThat(answer.text("message")).isNotBlank();
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void keepsVersionIfValuesAreUnchanged() {
        Contents before = contents();
        RawInput same = new RawInput(Map.of("leaderboardKey", "\"scored\"", "metadata", "{}"));
        assertThat(update(same.with("expectedVersion", "1").with("sortOrder", "\"DESCENDING\""))
                        .at("version"))
                .isEqualTo(1);
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void rejectsNullThatClearsNothing() {
        String fields = "name entityTypes sortOrder updateMode decimals tieRule timeZone groupings groupOverrides"
                + " windowDefinitions gracePeriod clock visibility";
        for (String field : fields.split(" ", -1)) {
            Answer error = client.sendRaw(
                            UPDATE, "{\"input\": {\"leaderboardKey\": \"taken\", \"" + field + "\": null}}")
                    .node("errors", 0);
            assertThat(error.at("extensions", "code")).as(field).isEqualTo("INVALID_ARGUMENT");
            assertThat(error.text("message")).contains("`" + field + "` cannot be null");
        }
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

    /** Returns a row per line, with cells separated by bars. */
    static Stream<Arguments> rows(String table) {
        return table.lines().map(line -> line.strip().split("\\s*\\|\\s*", 3)).map(Arguments::of);
    }

    /** Accepted extremes. */
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
    void acceptsValidLeaderboard(String key, String field, String json) {
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
