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

/** Windows, graces, overrides and idle times that no leaderboard can have are refused by name, and nothing is stored. */
class WindowDefinitionRefusalTest {
    private static final RawInput GOOD = new RawInput(Map.of("key", "\"new\"", "groupings", "[[], [\"region\"]]"));
    private static final RawInput STORED =
            new RawInput(Map.of("key", "\"stored\"", "version", "1", "groupings", "[[], [\"region\"]]"));

    /** Where in the window definition, what else it says in JSON. */
    private static final String DEFINITIONS = """
            keep   | "kind": "DAILY", "keep": 0
            keep   | "kind": "DAILY", "keep": -1
            keep   | "kind": "DAILY", "keep": 100001
            keep   | "kind": "ALL_TIME", "keep": 1
            keep   | "kind": "CUSTOM", "name": "a", "every": "PT1H", "keep": 0
            name   | "kind": "DAILY", "name": "a"
            anchor | "kind": "SEASON", "anchor": "1970-01-01T00:00:00Z"
            every  | "kind": "HOURLY", "every": "PT1H"
            length | "kind": "ALL_TIME", "length": "P1D"
            name   | "kind": "CUSTOM", "every": "PT1H"
            name   | "kind": "CUSTOM", "every": "PT1H", "name": ""
            name   | "kind": "CUSTOM", "every": "PT1H", "name": "DAILY"
            name   | "kind": "CUSTOM", "every": "PT1H", "name": "a#1"
            name   | "kind": "CUSTOM", "every": "PT1H", "name": "a\\u0000"
            name   | "kind": "CUSTOM", "every": "PT1H", "name": "x*65"
            every  | "kind": "CUSTOM", "name": "a"
            every  | "kind": "CUSTOM", "name": "a", "length": "PT1H"
            every  | "kind": "CUSTOM", "name": "a", "every": null
            every  | "kind": "CUSTOM", "name": "a", "every": ""
            every  | "kind": "CUSTOM", "name": "a", "every": "P"
            every  | "kind": "CUSTOM", "name": "a", "every": "1 day"
            every  | "kind": "CUSTOM", "name": "a", "every": 3600
            every  | "kind": "CUSTOM", "name": "a", "every": "PT0S"
            every  | "kind": "CUSTOM", "name": "a", "every": "P0D"
            every  | "kind": "CUSTOM", "name": "a", "every": "PT-6H"
            every  | "kind": "CUSTOM", "name": "a", "every": "-P1D"
            every  | "kind": "CUSTOM", "name": "a", "every": "P-1M"
            every  | "kind": "CUSTOM", "name": "a", "every": "P1DT1H"
            every  | "kind": "CUSTOM", "name": "a", "every": "P1M1D"
            every  | "kind": "CUSTOM", "name": "a", "every": "PT1H0.0000001S"
            every  | "kind": "CUSTOM", "name": "a", "every": "P101Y"
            every  | "kind": "CUSTOM", "name": "a", "every": "P2147483647Y"
            every  | "kind": "CUSTOM", "name": "a", "every": "P9*20D"
            every  | "kind": "CUSTOM", "name": "a", "every": "PT9*18H"
            every  | "kind": "CUSTOM", "name": "a", "every": "PT1S"
            every  | "kind": "CUSTOM", "name": "a", "every": "PT0.000001S"
            every  | "kind": "CUSTOM", "name": "a", "every": "PT4M46S"
            length | "kind": "CUSTOM", "name": "a", "every": "P1D", "length": "PT0S"
            length | "kind": "CUSTOM", "name": "a", "every": "P1D", "length": "PT24H"
            length | "kind": "CUSTOM", "name": "a", "every": "PT24H", "length": "P1D"
            length | "kind": "CUSTOM", "name": "a", "every": "P7D", "length": "P1M"
            length | "kind": "CUSTOM", "name": "a", "every": "P1D", "length": "P65D"
            length | "kind": "CUSTOM", "name": "a", "every": "PT1H", "length": "PT64H0.000001S"
            length | "kind": "CUSTOM", "name": "a", "every": "P1M", "length": "P5Y5M"
            """;

    /** Code, path, JSON. */
    private static final String FIELDS = """
            INVALID_WINDOWS         | windows                  | [{"kind": "CUSTOM", "name": "a", "every": "PT1H"}, \
                                                                 {"kind": "CUSTOM", "name": "a", "every": "PT2H"}]
            INVALID_WINDOWS         | windows 1 keep           | [{"kind": "DAILY"}, {"kind": "WEEKLY", "keep": 0}]
            INVALID_GRACE           | grace                    | ""
            INVALID_GRACE           | grace                    | "5 min"
            INVALID_GRACE           | grace                    | 300
            INVALID_GRACE           | grace                    | "PT-1S"
            INVALID_GRACE           | grace                    | "P1M"
            INVALID_GRACE           | grace                    | "P7DT0.000001S"
            INVALID_GRACE           | grace                    | "PT0.0000001S"
            INVALID_ARCHIVE_AFTER   | archiveAfter             | "PT59M59S"
            INVALID_ARCHIVE_AFTER   | archiveAfter             | "P36525DT1S"
            INVALID_ARCHIVE_AFTER   | archiveAfter             | "P1Y"
            INVALID_ARCHIVE_AFTER   | archiveAfter             | "\\u0000"
            INVALID_TIME_ZONE            | groupOverrides 0 zone    | [{"group": EU, "zone": "Mars/Olympus"}]
            INVALID_TIME_ZONE            | groupOverrides 1 zone    | [{"group": {}, "zone": "UTC"}, {"group": EU, "zone": ""}]
            INVALID_GROUP_OVERRIDES | groupOverrides 0         | [{"group": EU}]
            INVALID_GROUP_OVERRIDES | groupOverrides 1 group   | [{"group": EU, "zone": "UTC"}, {"group": EU, "zone": "UTC"}]
            INVALID_GROUP_OVERRIDES | groupOverrides 0 group   | [{"group": {}, "zone": "UTC"}]
            INVALID_GROUP_OVERRIDES | groupOverrides 0 group   | [{"group": {"side": "a"}, "zone": "UTC"}]
            INVALID_GROUP_OVERRIDES | groupOverrides 0 group   | [{"group": {"region": ""}, "zone": "UTC"}]
            INVALID_GROUP_OVERRIDES | groupOverrides 0 group   | [{"group": {"region": "x*65"}, \
                                                                  "zone": "UTC"}]
            INVALID_GROUP_OVERRIDES | groupOverrides 0 group   | [{"group": {"region": "a\\u0000"}, \
                                                                  "zone": "UTC"}]
            """;

    private static final String ANSWER = "{ ... on Leaderboard { id version } ... on Refusal { code message path } } }";
    private static final String EU = "{\"region\": \"eu\"}";

    private static LaurelServer server;
    private static GraphQLClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                new TickingClock(Instant.parse("2025-07-13T14:30:00Z")), Map.of("laurel.windows.open-every", "1h"));
        client = server.client();
        create(GOOD.with("key", "\"stored\"")).text("id");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void refusesADefinition(String field, String json) {
        assertRefused("windows", "[{" + json + "}]", "INVALID_WINDOWS", "input windows 0 " + field);
    }

    @ParameterizedTest
    @MethodSource("fields")
    void refusesAField(String code, String path, String json) {
        assertRefused(path.split(" ", 2)[0], json.replace("EU", EU), code, "input " + path);
    }

    /** Of a new board, and of a change of an old one. */
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
    void whatIsTooMuchIsSaidInNumbers() {
        assertThat(create(GOOD.with("windows", "[{\"kind\": \"CUSTOM\", \"name\": \"a\", \"every\": \"PT1S\"}]"))
                        .text("message"))
                .contains("31556952 windows a year", "110000");
        assertThat(create(
                                GOOD.with(
                                        "windows",
                                        "[{\"kind\": \"CUSTOM\", \"name\": \"a\", \"every\": \"PT5M\", \"length\": \"PT24H\"}]"))
                        .text("message"))
                .contains("288 windows at once", "64");
    }

    /** What each definition may have, all of them together may have. */
    @Test
    void definitionsShareTheWindowsThatThereMayBeAtOnce() {
        String windows = "[{\"kind\": \"DAILY\"}, {\"kind\": \"CUSTOM\", \"name\": \"a\", \"every\": \"P1D\","
                + " \"length\": \"P32D\"}, {\"kind\": \"CUSTOM\", \"name\": \"b\", \"every\": \"PT1H\","
                + " \"length\": \"PT%dH\"}]";
        assertRefused("windows", windows.formatted(32), "INVALID_WINDOWS", "input windows");
        assertThat(create(GOOD.with("windows", windows.formatted(32))).text("message"))
                .contains("65 windows at once", "64");
        RawInput most = GOOD.with("key", "\"together\"").with("windows", windows.formatted(31));
        assertThat(create(most).at("id")).isNotNull();
    }

    /** Windows of the clock are the same in every zone. */
    @Test
    void zonesMultiplyTheWindowsThatThereAreAtOnce() {
        String windows = "[{\"kind\": \"ALL_TIME\"}, {\"kind\": \"CUSTOM\", \"name\": \"c\", \"every\": \"PT1H\","
                + " \"length\": \"PT%dH\"}, {\"kind\": \"CUSTOM\", \"name\": \"a\", \"every\": \"P1D\","
                + " \"length\": \"P49D\"}]";
        List<String> zones = List.copyOf(new TreeSet<>(ZoneId.getAvailableZoneIds()));
        String overrides = list(20, n -> "{\"group\": {\"region\": \"%d\"}, \"zone\": \"%s\"}"
                .formatted(n, n == 0 ? "UTC" : zones.get(n)));
        RawInput most = GOOD.with("key", "\"zones\"").with("groupOverrides", overrides);
        Answer refused = create(most.with("windows", windows.formatted(13).replace("49", "50")));
        assertThat(refused.at("code")).isEqualTo("INVALID_GROUP_OVERRIDES");
        assertThat(refused.at("path")).isEqualTo(List.of("input", "groupOverrides"));
        assertThat(refused.text("message")).contains("20 zones", "1014 windows at once", "1000");
        assertThat(create(most.with("windows", windows.formatted(14))).at("id")).isNotNull();
        RawInput more = new RawInput(Map.of("key", "\"zones\"", "version", "1"))
                .with("windows", windows.formatted(1).replace("49", "50"));
        assertThat(update(more).at("path")).isEqualTo(List.of("input", "windows"));
    }

    @Test
    void thereAreLimitsToHowMany() {
        String windows = list(17, n -> "{\"kind\": \"CUSTOM\", \"name\": \"a" + n + "\", \"every\": \"P1D\"}");
        assertRefused("windows", windows, "INVALID_WINDOWS", "input windows");
        String overrides = list(201, n -> "{\"group\": {\"region\": \"" + n + "\"}, \"zone\": \"UTC\"}");
        assertRefused("groupOverrides", overrides, "INVALID_GROUP_OVERRIDES", "input groupOverrides");
    }

    private static String list(int size, IntFunction<String> item) {
        return IntStream.range(0, size).mapToObj(item).toList().toString();
    }

    @Test
    void anOverrideIsOfAGroupThatStays() {
        create(GOOD.with("key", "\"regions\"")
                        .with("groupOverrides", "[{\"group\": " + EU + ", \"sortOrder\": \"ASCENDING\"}]"))
                .text("id");
        RawInput fewer = new RawInput(Map.of("key", "\"regions\"", "version", "1", "groupings", "[[]]"));
        Answer answer = update(fewer);
        assertThat(answer.at("code")).isEqualTo("INVALID_GROUP_OVERRIDES");
        assertThat(answer.at("path")).isEqualTo(List.of("input", "groupings"));
        assertThat(update(fewer.with("groupOverrides", "[]")).at("version")).isEqualTo(2);
    }

    /** The extremes of what is allowed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            most-a-year    | windows      | [{"kind": "CUSTOM", "name": "x*64", "every": "PT4M47S"}]
            lower-case     | windows      | [{"kind": "CUSTOM", "name": "0", "every": "pt5m"}]
            most-at-once   | windows      | [{"kind": "CUSTOM", "name": "a", "every": "P1D", "length": "P64D"}]
            gaps           | windows      | [{"kind": "CUSTOM", "name": "a", "every": "P1W", "length": "P2D"}]
            first-of-time  | windows      | [{"kind": "CUSTOM", "name": "a", "every": "P1M", "anchor": "0001-01-01T00:00:00Z"}]
            last-of-time   | windows      | [{"kind": "CUSTOM", "name": "a", "every": "PT1H", "anchor": "9999-12-31T23:59:59Z"}]
            longest        | windows      | [{"kind": "CUSTOM", "name": "a", "every": "P100Y"}]
            microseconds   | windows      | [{"kind": "CUSTOM", "name": "a", "every": "PT1H0.000001S"}]
            keep           | windows      | [{"kind": "HOURLY", "keep": 100000}, {"kind": "DAILY", "keep": 1}, \
                                             {"kind": "SEASON", "keep": 1}]
            two-customs    | windows      | [{"kind": "CUSTOM", "name": "a", "every": "P1D"}, \
                                             {"kind": "CUSTOM", "name": "b", "every": "P1D"}]
            nulls          | windows      | [{"kind": "DAILY", "keep": null, "name": null, "every": null}]
            no-grace       | grace        | "PT0S"
            most-grace     | grace        | "P7D"
            least-idle     | archiveAfter | "PT1H"
            most-idle      | archiveAfter | "P36525D"
            never-idle     | archiveAfter | null
            """)
    void takesWhatIsNoFault(String key, String field, String json) {
        Answer answer = create(GOOD.with("key", "\"" + key + "\"").with(field, json));
        assertThat(answer.at("id")).as("%s", answer).isNotNull();
    }

    static Stream<Arguments> definitions() {
        return DEFINITIONS
                .lines()
                .map(line -> line.strip().split("\\s*\\|\\s*", 2))
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
        return answer.node("data", mutation);
    }
}
