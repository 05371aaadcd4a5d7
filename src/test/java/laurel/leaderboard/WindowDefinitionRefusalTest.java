package laurel.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
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

/** Invalid window definitions, grace periods, overrides and archive times are rejected with a code; nothing is stored. */
class WindowDefinitionRefusalTest {
    private static final RawInput GOOD = new RawInput(Map.of("key", "\"new\"", "groupings", "[[], [\"region\"]]"));
    private static final RawInput STORED = new RawInput(
            Map.of("leaderboardKey", "\"stored\"", "expectedVersion", "1", "groupings", "[[], [\"region\"]]"));

    /** Code, path in the window definition, JSON of its other fields. */
    private static final String DEFINITIONS = """
            NUMBER_OUT_OF_RANGE | retainCount | "kind": "DAILY", "retainCount": 0
            NUMBER_OUT_OF_RANGE | retainCount | "kind": "DAILY", "retainCount": -1
            NUMBER_OUT_OF_RANGE | retainCount | "kind": "DAILY", "retainCount": 100001
            FIELD_NOT_ALLOWED | retainCount | "kind": "ALL_TIME", "retainCount": 1
            NUMBER_OUT_OF_RANGE | retainCount | "kind": "CUSTOM", "key": "a", "interval": "PT1H", "retainCount": 0
            FIELD_NOT_ALLOWED | key | "kind": "DAILY", "key": "a"
            FIELD_NOT_ALLOWED | anchorTime | "kind": "SEASON", "anchorTime": "1970-01-01T00:00:00Z"
            FIELD_NOT_ALLOWED | interval | "kind": "HOURLY", "interval": "PT1H"
            FIELD_NOT_ALLOWED | length | "kind": "ALL_TIME", "length": "P1D"
            FIELD_REQUIRED | key | "kind": "CUSTOM", "interval": "PT1H"
            INVALID_KEY | key | "kind": "CUSTOM", "interval": "PT1H", "key": ""
            INVALID_KEY | key | "kind": "CUSTOM", "interval": "PT1H", "key": "DAILY"
            INVALID_KEY | key | "kind": "CUSTOM", "interval": "PT1H", "key": "a#1"
            INVALID_KEY | key | "kind": "CUSTOM", "interval": "PT1H", "key": "a\\u0000"
            INVALID_KEY | key | "kind": "CUSTOM", "interval": "PT1H", "key": "x*65"
            FIELD_REQUIRED | interval | "kind": "CUSTOM", "key": "a"
            FIELD_REQUIRED | interval | "kind": "CUSTOM", "key": "a", "length": "PT1H"
            FIELD_REQUIRED | interval | "kind": "CUSTOM", "key": "a", "interval": null
            INVALID_DURATION | interval | "kind": "CUSTOM", "key": "a", "interval": ""
            INVALID_DURATION | interval | "kind": "CUSTOM", "key": "a", "interval": "P"
            INVALID_DURATION | interval | "kind": "CUSTOM", "key": "a", "interval": "1 day"
            INVALID_DURATION | interval | "kind": "CUSTOM", "key": "a", "interval": 3600
            DURATION_OUT_OF_RANGE | interval | "kind": "CUSTOM", "key": "a", "interval": "PT0S"
            DURATION_OUT_OF_RANGE | interval | "kind": "CUSTOM", "key": "a", "interval": "P0D"
            DURATION_OUT_OF_RANGE | interval | "kind": "CUSTOM", "key": "a", "interval": "PT-6H"
            DURATION_OUT_OF_RANGE | interval | "kind": "CUSTOM", "key": "a", "interval": "-P1D"
            DURATION_OUT_OF_RANGE | interval | "kind": "CUSTOM", "key": "a", "interval": "P-1M"
            INVALID_DURATION | interval | "kind": "CUSTOM", "key": "a", "interval": "P1DT1H"
            INVALID_DURATION | interval | "kind": "CUSTOM", "key": "a", "interval": "P1M1D"
            INVALID_DURATION | interval | "kind": "CUSTOM", "key": "a", "interval": "PT1H0.0000001S"
            DURATION_OUT_OF_RANGE | interval | "kind": "CUSTOM", "key": "a", "interval": "P101Y"
            INVALID_DURATION | interval | "kind": "CUSTOM", "key": "a", "interval": "P2147483647Y"
            INVALID_DURATION | interval | "kind": "CUSTOM", "key": "a", "interval": "P9*20D"
            INVALID_DURATION | interval | "kind": "CUSTOM", "key": "a", "interval": "PT9*18H"
            DURATION_OUT_OF_RANGE | interval | "kind": "CUSTOM", "key": "a", "interval": "PT1S"
            DURATION_OUT_OF_RANGE | interval | "kind": "CUSTOM", "key": "a", "interval": "PT0.000001S"
            DURATION_OUT_OF_RANGE | interval | "kind": "CUSTOM", "key": "a", "interval": "PT4M46S"
            RESERVED_KEY | key | "kind": "CUSTOM", "key": "daily", "interval": "P1D"
            NUMBER_OUT_OF_RANGE | count | "kind": "CUSTOM", "key": "a", "interval": "P1D", "count": 0
            NUMBER_OUT_OF_RANGE | count | "kind": "CUSTOM", "key": "a", "interval": "P1D", "count": -1
            NUMBER_OUT_OF_RANGE | count | "kind": "CUSTOM", "key": "a", "interval": "P1D", "count": 1000001
            FIELD_NOT_ALLOWED | count | "kind": "DAILY", "count": 1
            FIELD_NOT_ALLOWED | endTime | "kind": "SEASON", "endTime": "2025-08-01T00:00:00Z"
            FIELD_NOT_ALLOWED | endTime | "kind": "CUSTOM", "key": "a", "interval": "P1D", "count": 1, "endTime": \
                "2025-08-01T00:00:00Z"
            DURATION_OUT_OF_RANGE | length | "kind": "CUSTOM", "key": "a", "interval": "P1D", "length": "PT0S"
            DURATION_UNITS_DIFFER | length | "kind": "CUSTOM", "key": "a", "interval": "P1D", "length": "PT24H"
            DURATION_UNITS_DIFFER | length | "kind": "CUSTOM", "key": "a", "interval": "PT24H", "length": "P1D"
            DURATION_UNITS_DIFFER | length | "kind": "CUSTOM", "key": "a", "interval": "P7D", "length": "P1M"
            TOO_MANY_CURRENT_WINDOWS | length | "kind": "CUSTOM", "key": "a", "interval": "P1D", "length": "P65D"
            TOO_MANY_CURRENT_WINDOWS | length | "kind": "CUSTOM", "key": "a", "interval": "PT1H", "length": "PT64H0.000001S"
            TOO_MANY_CURRENT_WINDOWS | length | "kind": "CUSTOM", "key": "a", "interval": "P1M", "length": "P5Y5M"
            """;

    /** Code, path, JSON. */
    private static final String FIELDS = """
            DUPLICATE_KEY | windowDefinitions 1 | [{"kind":"DAILY"}, {"kind":"DAILY"}]
            NUMBER_OUT_OF_RANGE | windowDefinitions 1 retainCount | [{"kind": "DAILY"}, {"kind": "WEEKLY", "retainCount": 0}]
            INVALID_DURATION | gracePeriod | ""
            INVALID_DURATION | gracePeriod | "5 min"
            INVALID_DURATION | gracePeriod | 300
            DURATION_OUT_OF_RANGE | gracePeriod | "PT-1S"
            INVALID_DURATION | gracePeriod | "P1M"
            DURATION_OUT_OF_RANGE | gracePeriod | "P7DT0.000001S"
            INVALID_DURATION | gracePeriod | "PT0.0000001S"
            DURATION_OUT_OF_RANGE | archiveAfter | "PT59M59S"
            DURATION_OUT_OF_RANGE | archiveAfter | "P36525DT1S"
            INVALID_DURATION | archiveAfter | "P1Y"
            INVALID_DURATION | archiveAfter | "\\u0000"
            INVALID_TIME_ZONE | groupOverrides 0 timeZone | [{"group": EU, "timeZone": "Mars/Olympus"}]
            INVALID_TIME_ZONE | groupOverrides 1 timeZone | [{"group": {}, "timeZone": "UTC"}, {"group": EU, "timeZone": ""}]
            FIELD_REQUIRED | groupOverrides 0 | [{"group": EU}]
            DUPLICATE_ITEM | groupOverrides 1 group | [{"group": EU, "timeZone": "UTC"}, \
                {"group": EU, "timeZone": "UTC"}]
            MISSING_GROUP_VALUE | groupOverrides 0 group | [{"group": {}, "timeZone": "UTC"}]
            GROUPING_NOT_FOUND | groupOverrides 0 group | [{"group": {"side": "a"}, "timeZone": "UTC"}]
            INVALID_GROUP_VALUE | groupOverrides 0 group region | [{"group": {"region": ""}, "timeZone": "UTC"}]
            INVALID_GROUP_VALUE | groupOverrides 0 group region | [{"group": {"region": "x*65"}, "timeZone": "UTC"}]
            INVALID_GROUP_VALUE | groupOverrides 0 group region | [{"group": {"region": "a\\u0000"}, "timeZone": "UTC"}]
            """;

    private static final String ANSWER =
            "{ leaderboard { id version } errors { code message path ... on LimitExceededError { limit } } } }";
    private static final String EU = "{\"region\": \"eu\"}";

    private static LaurelServer server;
    private static GraphQLClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")));
        client = server.client();
        create(GOOD.with("key", "\"stored\"")).text("id");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void rejectsInvalidWindowDefinition(String code, String field, String json) {
        assertRefused("windowDefinitions", "[{" + json + "}]", code, "input windowDefinitions 0 " + field);
    }

    @ParameterizedTest
    @MethodSource("fields")
    void rejectsInvalidField(String code, String path, String json) {
        assertRefused(path.split(" ", 2)[0], json.replace("EU", EU), code, "input " + path);
    }

    /** On creation and on change. */
    private static void assertRefused(String field, String json, String code, String path) {
        Contents before = Contents.of(server.database().sql());
        for (Answer answer : List.of(create(GOOD.with(field, json)), update(STORED.with(field, json)))) {
            assertThat(answer.at("code")).as("%s", answer).isEqualTo(code);
            assertThat(answer.at("path")).isEqualTo(List.of(path.split(" ")));
            assertThat(answer.text("message")).isNotBlank();
        }
        assertThat(Contents.of(server.database().sql())).isEqualTo(before);
    }

    @Test
    void includesNumbersInLimitMessages() {
        assertThat(create(GOOD.with(
                                "windowDefinitions",
                                "[{\"kind\": \"CUSTOM\", \"key\": \"a\", \"interval\": \"PT1S\"}]"))
                        .text("message"))
                .contains("31556952 windows a year", "110000", "PT4M47S");
        assertThat(create(
                                GOOD.with(
                                        "windowDefinitions",
                                        "[{\"kind\": \"CUSTOM\", \"key\": \"a\", \"interval\": \"PT5M\", \"length\": \"PT24H\"}]"))
                        .text("message"))
                .contains("288 windows at the same time", "64");
    }

    /** The limit of each definition also applies to all together. */
    @Test
    void limitsCurrentWindowsOfAllDefinitionsTogether() {
        String windows = "[{\"kind\": \"DAILY\"}, {\"kind\": \"CUSTOM\", \"key\": \"a\", \"interval\": \"P1D\","
                + " \"length\": \"P32D\"}, {\"kind\": \"CUSTOM\", \"key\": \"b\", \"interval\": \"PT1H\","
                + " \"length\": \"PT%dH\"}]";
        assertRefused(
                "windowDefinitions", windows.formatted(32), "TOO_MANY_CURRENT_WINDOWS", "input windowDefinitions");
        assertThat(create(GOOD.with("windowDefinitions", windows.formatted(32))).text("message"))
                .contains("65 windows at the same time", "64");
        RawInput most = GOOD.with("key", "\"together\"").with("windowDefinitions", windows.formatted(31));
        assertThat(create(most).at("id")).isNotNull();
    }

    /** Windows of clock time are the same in all time zones. */
    @Test
    void countsCurrentWindowsPerTimeZone() {
        String windows = "[{\"kind\": \"ALL_TIME\"}, {\"kind\": \"CUSTOM\", \"key\": \"c\", \"interval\": \"PT1H\","
                + " \"length\": \"PT%dH\"}, {\"kind\": \"CUSTOM\", \"key\": \"a\", \"interval\": \"P1D\","
                + " \"length\": \"P49D\"}]";
        List<String> zones = List.copyOf(new TreeSet<>(ZoneId.getAvailableZoneIds()));
        String overrides = list(20, n -> "{\"group\": {\"region\": \"%d\"}, \"timeZone\": \"%s\"}"
                .formatted(n, n == 0 ? "UTC" : zones.get(n)));
        RawInput most = GOOD.with("key", "\"zones\"").with("groupOverrides", overrides);
        Answer refused =
                create(most.with("windowDefinitions", windows.formatted(13).replace("49", "50")));
        assertThat(refused.at("code")).isEqualTo("TOO_MANY_CURRENT_WINDOWS");
        assertThat(refused.at("limit")).isEqualTo(1000);
        assertThat(refused.at("path")).isEqualTo(List.of("input", "groupOverrides"));
        assertThat(refused.text("message")).contains("20 time zones", "1014 windows at the same time", "1000");
        assertThat(create(most.with("windowDefinitions", windows.formatted(14))).at("id"))
                .isNotNull();
        RawInput more = new RawInput(Map.of("leaderboardKey", "\"zones\"", "expectedVersion", "1"))
                .with("windowDefinitions", windows.formatted(1).replace("49", "50"));
        assertThat(update(more).at("path")).isEqualTo(List.of("input", "windowDefinitions"));
    }

    @Test
    void limitsDefinitionsAndOverrides() {
        String windows = list(17, n -> "{\"kind\": \"CUSTOM\", \"key\": \"a" + n + "\", \"interval\": \"P1D\"}");
        assertRefused("windowDefinitions", windows, "LIST_TOO_LONG", "input windowDefinitions");
        String overrides = list(201, n -> "{\"group\": {\"region\": \"" + n + "\"}, \"timeZone\": \"UTC\"}");
        assertRefused("groupOverrides", overrides, "LIST_TOO_LONG", "input groupOverrides");
    }

    private static String list(int size, IntFunction<String> item) {
        return IntStream.range(0, size).mapToObj(item).toList().toString();
    }

    @Test
    void rejectsOverrideOfRemovedGrouping() {
        create(GOOD.with("key", "\"regions\"")
                        .with("groupOverrides", "[{\"group\": " + EU + ", \"sortOrder\": \"ASCENDING\"}]"))
                .text("id");
        RawInput fewer = new RawInput(Map.of("leaderboardKey", "\"regions\"", "groupings", "[[]]"));
        Answer answer = update(fewer);
        assertThat(answer.at("code")).isEqualTo("GROUPING_NOT_FOUND");
        assertThat(answer.at("path")).isEqualTo(List.of("input", "groupings"));
        assertThat(update(fewer.with("groupOverrides", "[]")).at("version")).isEqualTo(2);
    }

    /** Accepted extremes. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            most-a-year    | windowDefinitions      | [{"kind": "CUSTOM", "key": "x*64", "interval": "PT4M47S"}]
            lower-case     | windowDefinitions      | [{"kind": "CUSTOM", "key": "0", "interval": "pt5m"}]
            most-at-once   | windowDefinitions      | [{"kind": "CUSTOM", "key": "a", "interval": "P1D", "length": "P64D"}]
            gaps           | windowDefinitions      | [{"kind": "CUSTOM", "key": "a", "interval": "P1W", "length": "P2D"}]
            first-of-time  | windowDefinitions      | [{"kind": "CUSTOM", "key": "a", "interval": "P1M", "anchorTime": \
                "0001-01-01T00:00:00Z"}]
            last-of-time   | windowDefinitions      | [{"kind": "CUSTOM", "key": "a", "interval": "PT1H", "anchorTime": \
                "9999-12-31T23:59:59Z"}]
            longest        | windowDefinitions      | [{"kind": "CUSTOM", "key": "a", "interval": "P100Y"}]
            longest-series | windowDefinitions      | [{"kind": "CUSTOM", "key": "a", "interval": "P100Y", "count": 1000000}]
            one-window     | windowDefinitions      | [{"kind": "CUSTOM", "key": "a", "interval": "PT1H", "count": 1}]
            ended-long-ago | windowDefinitions      | [{"kind": "CUSTOM", "key": "a", "interval": "PT1H", "endTime": \
                "0001-01-01T00:00:00Z"}]
            ends-last      | windowDefinitions      | [{"kind": "CUSTOM", "key": "a", "interval": "P1M", "endTime": \
                "9999-12-31T23:59:59Z"}]
            microseconds   | windowDefinitions      | [{"kind": "CUSTOM", "key": "a", "interval": "PT1H0.000001S"}]
            retain | windowDefinitions | [{"kind": "HOURLY", "retainCount": 100000}, {"kind": "SEASON", "retainCount": 1}]
            nulls          | windowDefinitions      | [{"kind": "DAILY", "retainCount": null, "key": null, "interval": null}]
            no-grace       | gracePeriod  | "PT0S"
            most-grace     | gracePeriod  | "P7D"
            least-idle     | archiveAfter | "PT1H"
            most-idle      | archiveAfter | "P36525D"
            never-idle     | archiveAfter | null
            """)
    void acceptsValidWindowDefinition(String key, String field, String json) {
        Answer answer = create(GOOD.with("key", "\"" + key + "\"").with(field, json));
        assertThat(answer.at("id")).as("%s", answer).isNotNull();
    }

    static Stream<Arguments> definitions() {
        return DEFINITIONS
                .lines()
                .map(line -> line.strip().split("\\s*\\|\\s*", 3))
                .map(Arguments::of);
    }

    static Stream<Arguments> fields() {
        return FIELDS.lines().map(line -> line.strip().split("\\s*\\|\\s*", 3)).map(Arguments::of);
    }

    private static Answer create(RawInput input) {
        return mutate("createLeaderboard", "CreateLeaderboardInput!", input);
    }

    private static Answer update(RawInput input) {
        return mutate("updateLeaderboard", "UpdateLeaderboardInput!", input);
    }

    private static Answer mutate(String mutation, String type, RawInput input) {
        Answer answer = client.sendRaw(
                "mutation ($input: " + type + ") { " + mutation + "(input: $input) " + ANSWER,
                "{\"input\": " + input.json() + "}");
        assertThat(answer.at("errors")).as("%s", answer).isNull();
        return answer.node("data", mutation).changed("leaderboard");
    }
}
