package laurel.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CUSTOM windows, groups with calendars of their own, and when what resets. */
class DefinitionGraphQLTest {
    private static final String BOARD = """
            mutation { createLeaderboard(input: {key: "KEY", groupings: [[], ["region"]], grace: "PT1H",
              groupOverrides: [{group: [{attribute: "region", value: "jp"}], zone: "Asia/Tokyo"},
                               {group: [{attribute: "region", value: "low"}], sortOrder: ASCENDING}],
              windows: [{kind: DAILY}, {kind: ALL_TIME}, {kind: CUSTOM, name: "rolling", every: "P1D", length: "P7D"},
                        {kind: CUSTOM, name: "six", every: "PT6H", length: "PT24H"},
                        {kind: CUSTOM, name: "odd", every: "P2D", length: "P1D"}]}) { __typename } }
            """;
    private static final String JAPAN = ", group: [{attribute: \"region\", value: \"jp\"}]";

    private static final Instant NOW = Instant.parse("2025-07-13T16:00:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOW);
    private static LaurelServer server;
    private static int boards;

    /** Each test's own. */
    private String key = "";

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK, Map.of("laurel.windows.open-every", "1h"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        CLOCK.set(NOW);
        key = "steps-" + boards++;
        server.client().ask(BOARD.replace("KEY", key));
    }

    /** 13 July 2025 is day 20,282 since 1970, which is even. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            definition: "rolling"                                        | rolling#20276
            definition: "rolling", kind: CUSTOM                          | rolling#20276
            definition: "rolling", at: "2025-07-14T00:00:00Z"            | rolling#20277
            name: "rolling#20282"                                        | rolling#20282
            name: "rolling#20282", definition: "rolling"                 | rolling#20282
            name: "rolling#20282", definition: "six"                     |
            name: "rolling#20275"                                        |
            name: "rolling#20284"                                        |
            definition: "rolling", back: 1                               |
            definition: "six"                                            | six#81127
            definition: "odd"                                            | odd#10141
            definition: "odd", at: "2025-07-14T12:00:00Z"                |
            definition: "odd", at: "2025-07-15T12:00:00Z"                | odd#10142
            definition: "none"                                           |
            definition: "\\u0000"                                        |
            definition: "rolling", kind: DAILY                           |
            kind: DAILY                                                  | 2025-07-13
            """)
    void aWindowOfADefinition(String arguments, @Nullable String name) {
        assertThat(window(arguments, "name")).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kind: DAILY                    | 2025-07-14    | 2025-07-13T15:00:00Z | Asia/Tokyo
            name: "2025-07-14"             | 2025-07-14    | 2025-07-13T15:00:00Z | Asia/Tokyo
            definition: "rolling"          | rolling#20277 | 2025-07-07T15:00:00Z | Asia/Tokyo
            name: "rolling#20283"          | rolling#20283 | 2025-07-13T15:00:00Z | Asia/Tokyo
            definition: "six"              | six#81127     | 2025-07-12T18:00:00Z | UTC
            name: "six#81127"              | six#81127     | 2025-07-12T18:00:00Z | UTC
            name: "ALL-TIME"               | ALL-TIME      |                      | UTC
            kind: ALL_TIME                 | ALL-TIME      |                      | UTC
            """)
    void aGroupHasTheWindowsOfItsZone(String arguments, String name, @Nullable String startsAt, String zone) {
        assertThat(window(arguments + JAPAN, "name")).isEqualTo(name);
        assertThat(window(arguments + JAPAN, "startsAt")).isEqualTo(startsAt);
        assertThat(window(arguments + JAPAN, "zone")).isEqualTo(zone);
    }

    @Test
    void groupsWithoutAZoneHaveTheBoards() {
        for (String group : List.of("value: \"low\"", "value: \"eu\"")) {
            assertThat(window("kind: DAILY, group: [{attribute: \"region\", " + group + "}]", "zone"))
                    .isEqualTo("UTC");
        }
        assertThat(window("kind: DAILY, group: []", "zone")).isEqualTo("UTC");
        assertThat(window("kind: DAILY, group: [{attribute: \"side\", value: \"a\"}]", "zone"))
                .isNull();
    }

    @Test
    void whatIsTold() {
        assertThat(window("definition: \"rolling\"", "kind")).isEqualTo("CUSTOM");
        assertThat(window("definition: \"rolling\"", "definition")).isEqualTo("rolling");
        assertThat(window("kind: DAILY", "definition")).isEqualTo("DAILY");
        assertThat(window("kind: DAILY", "finalizesAt")).isEqualTo("2025-07-14T01:00:00Z");
        assertThat(window("kind: DAILY", "finalizedAt")).isNull();
        assertThat(window("kind: DAILY", "revision")).isEqualTo(0);
    }

    @Test
    void theyAreListedByDefinitionAndGroup() {
        CLOCK.advance(Duration.ofDays(1));
        server.bean(WindowOpener.class).openAhead(CLOCK.instant());
        assertThat(windows("kind: DAILY")).containsExactly("2025-07-14", "2025-07-13");
        assertThat(windows("kind: DAILY" + JAPAN)).containsExactly("2025-07-15", "2025-07-14");
        assertThat(windows("definition: \"rolling\", first: 2")).containsExactly("rolling#20283", "rolling#20282");
        assertThat(windows("definition: \"odd\"")).containsExactly("odd#10141");
        assertThat(windows("definition: \"none\"")).isEmpty();
        assertThat(windows("definition: \"\\u0000\"")).isEmpty();
        assertThat(windows("kind: DAILY, group: [{attribute: \"side\", value: \"a\"}]"))
                .isEmpty();
        Object cursor = list("kind: DAILY, first: 1").at("pageInfo", "endCursor");
        assertThat(windows("kind: DAILY, after: \"" + cursor + "\"")).containsExactly("2025-07-13");
        assertThat(code("windows(kind: DAILY, after: \"" + cursor + "\"" + JAPAN + ") { pageInfo { endCursor } }"))
                .as("a cursor of another calendar's list")
                .isEqualTo("BAD_USER_INPUT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "window { name }",
                "window(kind: CUSTOM) { name }",
                "windows { pageInfo { endCursor } }",
                "windows(kind: CUSTOM) { pageInfo { endCursor } }",
                "resetsAt(kind: CUSTOM)",
                "resetsAt(group: [{attribute: \"region\", value: \"a\"}, {attribute: \"region\", value: \"b\"}])",
                "window(name: \"2025-07-13\", back: 1) { name }",
                "window(name: \"2025-07-13\", at: \"2025-07-13T00:00:00Z\") { name }"
            })
    void whatCannotBeAskedIsAnError(String field) {
        assertThat(code(field)).isEqualTo("BAD_USER_INPUT");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kind: DAILY                                                          | 2025-07-14T00:00:00Z
            kind: DAILY, group: [{attribute: "region", value: "jp"}]             | 2025-07-14T15:00:00Z
            kind: DAILY, group: [{attribute: "side", value: "jp"}]               |
            kind: ALL_TIME                                                       |
            kind: WEEKLY                                                         |
            definition: "rolling"                                                | 2025-07-14T00:00:00Z
            definition: "six"                                                    | 2025-07-13T18:00:00Z
            definition: "none"                                                   |
            group: []                                                            | 2025-07-13T18:00:00Z
            """)
    void aBoardKnowsWhenItResets(String arguments, @Nullable String at) {
        assertThat(ask("resetsAt(" + arguments + ")").at("resetsAt")).isEqualTo(at);
    }

    @Test
    void whereNothingIsOpenWhatComesNextResets() {
        CLOCK.set(Instant.parse("2025-07-14T01:00:00Z"));
        assertThat(ask("resetsAt(definition: \"odd\")").at("resetsAt")).isEqualTo("2025-07-16T00:00:00Z");
        assertThat(ask("resetsAt").at("resetsAt")).isEqualTo("2025-07-14T06:00:00Z");
    }

    /** The newest is number 20,283, which has been opened ahead. */
    @Test
    void aNameOfWindowsAlwaysMeansTheSameOnceThereAreScores() {
        server.client()
                .ask("mutation { submitScore(input: {leaderboard: \"" + key
                        + "\", participant: {id: \"ann\"}, score: 1,"
                        + " group: [{attribute: \"region\", value: \"eu\"}]}) { ... on ScoreReceipt { replayed } } }")
                .text("data", "submitScore", "replayed");
        String rolling = "kind: CUSTOM, name: \"rolling\", ";
        assertThat(change(1, rolling + "every: \"P1D\", length: \"P6D\"")).isEqualTo("CANNOT_CHANGE");
        assertThat(change(1, rolling + "every: \"PT24H\", length: \"PT168H\""))
                .as("the same")
                .isEqualTo(2);
        assertThat(change(2, "kind: DAILY")).isEqualTo(3);
        assertThat(change(3, rolling + "every: \"P7D\""))
                .as("of a name that it had")
                .isEqualTo("CANNOT_CHANGE");
        assertThat(change(3, rolling + "every: \"P1D\", length: \"P7D\", anchor: \"1970-01-02T00:00:00Z\""))
                .isEqualTo("CANNOT_CHANGE");
        assertThat(windows("definition: \"rolling\", first: 1")).containsExactly("rolling#20282");
        assertThat(window("definition: \"rolling\"", "name"))
                .as("had, and has no more")
                .isNull();
        assertThat(change(3, rolling + "every: \"P1D\", length: \"P7D\"")).isEqualTo(4);
        assertThat(window("definition: \"rolling\"", "name")).isEqualTo("rolling#20276");
    }

    @Test
    void whereNothingStandsWindowsBecomeOthers() {
        assertThat(change(1, "kind: CUSTOM, name: \"rolling\", every: \"P1D\", length: \"P2D\""))
                .isEqualTo(2);
        assertThat(windows("definition: \"rolling\"")).containsExactly("rolling#20282", "rolling#20281");
        server.client()
                .ask("mutation { updateLeaderboard(input: {key: \"" + key + "\", version: 2, windows: [{kind: DAILY}],"
                        + " groupOverrides: []}) { ... on Leaderboard { version } } }")
                .text("data", "updateLeaderboard", "version");
        assertThat(count("zone = 'Asia/Tokyo'")).isZero();
        assertThat(count("definition = 'DAILY'")).isEqualTo(2);
    }

    @Test
    void whatAnotherGraceChanges() {
        server.client()
                .ask("mutation { updateLeaderboard(input: {key: \"" + key + "\", version: 1, grace: \"PT0S\"})"
                        + " { ... on Leaderboard { version } } }")
                .text("data", "updateLeaderboard", "version");
        assertThat(window("kind: DAILY", "finalizesAt")).as("as it was opened").isEqualTo("2025-07-14T01:00:00Z");
        CLOCK.advance(Duration.ofDays(2));
        server.bean(WindowOpener.class).openAhead(CLOCK.instant());
        assertThat(window("kind: DAILY", "finalizesAt")).isEqualTo("2025-07-16T00:00:00Z");
    }

    /** The new version, or why there is none. */
    private @Nullable Object change(int version, String definition) {
        Answer answer = server.client()
                .ask("mutation { updateLeaderboard(input: {key: \"" + key + "\", version: " + version + ", windows: [{"
                        + definition + "}]}) { ... on Leaderboard { version } ... on Refusal { code } } }")
                .node("data", "updateLeaderboard");
        return answer.at("code") == null ? answer.at("version") : answer.at("code");
    }

    private int count(String condition) {
        return server.database().jdbi().withHandle(handle -> handle.createQuery(
                        "SELECT count(*) FROM leaderboard_window AS w JOIN leaderboard AS l ON l.id = leaderboard_id"
                                + " WHERE key = :key AND w." + condition)
                .bind("key", key)
                .mapTo(Integer.class)
                .one());
    }

    private @Nullable Object window(String arguments, String field) {
        return ask("window(" + arguments + ") { " + field + " }").at("window", field);
    }

    private List<String> windows(String arguments) {
        return list(arguments).list("edges").stream()
                .map(edge -> edge.text("node", "name"))
                .toList();
    }

    private Answer list(String arguments) {
        return ask("windows(" + arguments + ") { edges { node { name } } pageInfo { endCursor } }")
                .node("windows");
    }

    private Answer ask(String field) {
        return server.client()
                .ask("{ leaderboard(key: \"" + key + "\") { " + field + " } }")
                .node("data", "leaderboard");
    }

    private @Nullable Object code(String field) {
        return server.client()
                .send("{ leaderboard(key: \"" + key + "\") { " + field + " } }", Map.of())
                .at("errors", 0, "extensions", "code");
    }
}
