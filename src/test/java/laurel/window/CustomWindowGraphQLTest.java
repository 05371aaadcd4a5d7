package laurel.window;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CUSTOM windows, groups with their own time zone, and reset times. */
@LaurelTest(at = "2025-07-13T16:00:00Z")
class CustomWindowGraphQLTest {
    private static final String JAPAN = ", group: {region: \"jp\"}";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private StepsLeaderboard board;

    @BeforeEach
    void create() {
        board = StepsLeaderboard.create(server, "steps");
    }

    /** 13 July 2025 is day 20,282 since 1970, which is even. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            select: {relative: {definitionKey: "rolling"}} | rolling#20276
            select: {containing: {definitionKey: "rolling", time: "2025-07-14T00:00:00Z"}} | rolling#20277
            select: {name: {name: "rolling#20282"}} | rolling#20282
            select: {name: {name: "rolling#20275"}} |
            select: {name: {name: "rolling#20284"}} |
            select: {relative: {definitionKey: "rolling", offset: 1}} |
            select: {relative: {definitionKey: "six"}} | six#81127
            select: {relative: {definitionKey: "odd"}} | odd#10141
            select: {containing: {definitionKey: "odd", time: "2025-07-14T12:00:00Z"}} |
            select: {containing: {definitionKey: "odd", time: "2025-07-15T12:00:00Z"}} | odd#10142
            select: {relative: {definitionKey: "daily"}} | 2025-07-13
            """)
    void selectsWindowOfDefinition(String arguments, @Nullable String name) {
        assertThat(board.window(arguments, "name")).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            select: {relative: {definitionKey: "daily"}} | 2025-07-14    | 2025-07-13T15:00:00Z | Asia/Tokyo
            select: {name: {name: "2025-07-14"}} | 2025-07-14    | 2025-07-13T15:00:00Z | Asia/Tokyo
            select: {relative: {definitionKey: "rolling"}} | rolling#20277 | 2025-07-07T15:00:00Z | Asia/Tokyo
            select: {name: {name: "rolling#20283"}} | rolling#20283 | 2025-07-13T15:00:00Z | Asia/Tokyo
            select: {relative: {definitionKey: "six"}} | six#81127     | 2025-07-12T18:00:00Z | UTC
            select: {name: {name: "six#81127"}} | six#81127     | 2025-07-12T18:00:00Z | UTC
            select: {name: {name: "ALL-TIME"}} | ALL-TIME      |                      | UTC
            select: {relative: {definitionKey: "all-time"}} | ALL-TIME      |                      | UTC
            """)
    void returnsWindowsInTimeZoneOfGroup(String arguments, String name, @Nullable String startsAt, String zone) {
        assertThat(board.window(arguments + JAPAN, "name")).isEqualTo(name);
        assertThat(board.window(arguments + JAPAN, "startsAt")).isEqualTo(startsAt);
        assertThat(board.window(arguments + JAPAN, "timeZone")).isEqualTo(zone);
    }

    @Test
    void usesLeaderboardTimeZoneForGroupsWithoutOne() {
        for (String group : List.of("low", "eu")) {
            assertThat(board.window(
                            "select: {relative: {definitionKey: \"daily\"}}, group: {region:" + " \"" + group + "\"}",
                            "timeZone"))
                    .isEqualTo("UTC");
        }
        assertThat(board.window("select: {relative: {definitionKey: \"daily\"}}, group: {}", "timeZone"))
                .isEqualTo("UTC");
    }

    @Test
    void returnsFieldsOfCustomWindow() {
        assertThat(board.window("select: {relative: {definitionKey: \"rolling\"}}", "kind"))
                .isEqualTo("CUSTOM");
        assertThat(board.window("select: {relative: {definitionKey: \"rolling\"}}", "definitionKey"))
                .isEqualTo("rolling");
        assertThat(board.window("select: {relative: {definitionKey: \"daily\"}}", "definitionKey"))
                .isEqualTo("daily");
        assertThat(board.window("select: {relative: {definitionKey: \"daily\"}}", "finalizesAt"))
                .isEqualTo("2025-07-14T01:00:00Z");
        assertThat(board.window("select: {relative: {definitionKey: \"daily\"}}", "finalizedAt"))
                .isNull();
        assertThat(board.window("select: {relative: {definitionKey: \"daily\"}}", "revision"))
                .isEqualTo(0);
    }

    @Test
    void listsWindowsByDefinitionAndGroup() {
        clock.advance(Duration.ofDays(1));
        server.bean(WindowOpener.class).openAhead(clock.instant());
        assertThat(board.windows("definitionKey: \"daily\"")).containsExactly("2025-07-14", "2025-07-13");
        assertThat(board.windows("definitionKey: \"daily\"" + JAPAN)).containsExactly("2025-07-15", "2025-07-14");
        assertThat(board.windows("definitionKey: \"rolling\", first: 2"))
                .containsExactly("rolling#20283", "rolling#20282");
        assertThat(board.windows("definitionKey: \"odd\"")).containsExactly("odd#10141");
        Object cursor = board.list("definitionKey: \"daily\", first: 1").at("pageInfo", "endCursor");
        assertThat(board.windows("definitionKey: \"daily\", after: \"" + cursor + "\""))
                .containsExactly("2025-07-13");
        assertThat(board.code("windows(definitionKey: \"daily\", after: \"" + cursor + "\"" + JAPAN
                        + ") { pageInfo { endCursor } }"))
                .as("a cursor of a list in another time zone")
                .isEqualTo("INVALID_CURSOR");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{relative: {}, name: {name: \"2025-07-13\"}}",
                "{relative: {}, containing: {time: \"2025-07-13T00:00:00Z\"}}",
            })
    void rejectsSelectorWithoutExactlyOneField(String selector) {
        assertThat(board.code("window(select: " + selector + ") { name }")).isEqualTo("GRAPHQL_VALIDATION_FAILED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{id: null}",
                "{relative: null}",
                "{relative: {offset: -1}}",
                "{relative: {offset: 10001}}",
                "{containing: {time: \"2025-07-13T00:00:00Z\", offset: -1}}",
                "{name: {name: \"2025-07-13\", timeZone: \"Mars/Olympus\"}}"
            })
    void rejectsSelectorOutOfRange(String selector) {
        assertThat(board.code("window(select: " + selector + ") { name }")).isEqualTo("INVALID_ARGUMENT");
    }

    @Test
    void selectsWindowByIdOnItsOwnLeaderboardOnly() {
        String id = String.valueOf(board.window("select: {relative: {definitionKey: \"six\"}}", "id"));
        assertThat(board.window("select: {id: \"" + id + "\"}", "name")).isEqualTo("six#81127");
        assertThat(StepsLeaderboard.create(server, "other").window("select: {id: \"" + id + "\"}", "name"))
                .isNull();
        assertThat(board.code("window(select: {id: \"nonsense\"}) { name }")).isEqualTo("INVALID_ID");
        String boardId = String.valueOf(board.ask("id").at("id"));
        assertThat(board.code("window(select: {id: \"" + boardId + "\"}) { name }"))
                .isEqualTo("INVALID_ID");
    }

    @Test
    void usesFirstDefinitionByDefault() {
        assertThat(board.ask("window { name }").at("window", "name")).isEqualTo("2025-07-13");
        assertThat(board.window("select: null, group: null", "name")).isEqualTo("2025-07-13");
        assertThat(board.window("select: {relative: {}}", "name")).isEqualTo("2025-07-13");
        assertThat(board.window("select: {relative: {definitionKey: null, offset: null}}", "name"))
                .isEqualTo("2025-07-13");
        assertThat(board.window("select: {containing: {time: \"2025-07-14T00:00:00Z\", offset: 1}}", "name"))
                .isEqualTo("2025-07-13");
        assertThat(board.window("select: {name: {name: \"2025-07-14\", timeZone: \"Asia/Tokyo\"}}", "timeZone"))
                .isEqualTo("Asia/Tokyo");
        assertThat(board.ask("ranking { window { name } }").at("ranking", "window", "name"))
                .isEqualTo("2025-07-13");
        assertThat(board.ask("windows { nodes { name } }").list("windows", "nodes"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "window(select: {relative: {definitionKey: KEY}}) { id }",
                "window(select: {containing: {definitionKey: KEY, time: \"2025-07-14T00:00:00Z\"}}) { id }",
                "windows(definitionKey: KEY) { nodes { id } }",
                "ranking(window: {relative: {definitionKey: KEY}}) { id }",
                "rankHistory(participant: {id: \"x\"}, windowDefinitionKey: KEY) { nodes { window { id } } }"
            })
    void rejectsDefinitionsThatTheLeaderboardNeverHad(String field) {
        String has = "; this leaderboard has `daily`, `all-time`, `rolling`, `six`, `odd`.";
        String named = field.replace("{id: \"x\"}", "{external: {externalId: \"x\"}}");
        for (String key : List.of("dayly", "weekly")) {
            assertThat(board.error(named.replace("KEY", '"' + key + '"')))
                    .isEqualTo("UNKNOWN_WINDOW_DEFINITION No window definition has the key `" + key + "`" + has);
        }
        assertThat(board.error(named.replace("KEY", "\"\\u0000\"")))
                .isEqualTo("UNKNOWN_WINDOW_DEFINITION No window definition has the key `...`" + has);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "window(group: GROUP) { id }",
                "windows(group: GROUP) { nodes { id } }",
                "resetsAt(group: GROUP)",
                "windowDefinition(key: \"daily\") { current(group: GROUP) { id } }",
                "windowDefinition(key: \"daily\") { windows(group: GROUP) { nodes { id } } }",
                "windowDefinition(key: \"daily\") { resetsAt(group: GROUP) }",
                "ranking(group: GROUP) { id }",
                "window { ranking(group: GROUP) { id } }",
                "rankHistory(participant: {external: {externalId: \"x\"}}, group: GROUP) { nodes { window { id } } }"
            })
    void rejectsGroupsOfNoGrouping(String field) {
        assertThat(board.error(field.replace("GROUP", "{side: \"a\"}")))
                .isEqualTo(
                        "UNKNOWN_GROUPING The leaderboard has no grouping by `side`: set `group` to values of `region`,"
                                + " or omit `group`.");
        assertThat(board.error(field.replace("GROUP", "{side: \"a\", region: \"eu\"}")))
                .startsWith("UNKNOWN_GROUPING The leaderboard has no grouping by `side` and `region`");
        assertThat(board.error(field.replace("GROUP", "{region: \" \"}")))
                .isEqualTo("INVALID_ARGUMENT A value of `group` must be 1-64 characters, not all blank and without"
                        + " control characters.");
    }

    @Test
    void findsDefinitionsAsNodes() {
        Answer definition = board.ask("windowDefinition(key: \"six\") { id key kind interval length timeZone"
                        + " current { name definition { key } } windows { nodes { name } } }")
                .node("windowDefinition");
        assertThat(definition.at("interval")).isEqualTo("PT6H");
        assertThat(definition.at("current", "name")).isEqualTo("six#81127");
        assertThat(definition.at("current", "definition", "key")).isEqualTo("six");
        assertThat(server.client()
                        .ask("{ node(id: \"" + definition.text("id") + "\") { ... on WindowDefinition { key } } }")
                        .at("data", "node", "key"))
                .isEqualTo("six");
        assertThat(board.ask("windowDefinition(key: \"none\") { id }").at("windowDefinition"))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            windowDefinition(key: "daily") { resetsAt }                          | 2025-07-14T00:00:00Z
            windowDefinition(key: "daily") { resetsAt(group: {region: "jp"}) }   | 2025-07-14T15:00:00Z
            windowDefinition(key: "all-time") { resetsAt }                       |
            windowDefinition(key: "weekly") { resetsAt }                         |
            windowDefinition(key: "rolling") { resetsAt }                        | 2025-07-14T00:00:00Z
            windowDefinition(key: "six") { resetsAt }                            | 2025-07-13T18:00:00Z
            resetsAt(group: {})                                                  | 2025-07-13T18:00:00Z
            resetsAt(group: null)                                                | 2025-07-13T18:00:00Z
            """)
    void returnsNextResetTime(String field, @Nullable String at) {
        Answer answer = board.ask(field);
        assertThat(field.startsWith("resets") ? answer.at("resetsAt") : answer.at("windowDefinition", "resetsAt"))
                .isEqualTo(at);
    }

    @Test
    void returnsEndOfNextWindowAsResetIfNoneIsOpen() {
        clock.set(Instant.parse("2025-07-14T01:00:00Z"));
        assertThat(board.ask("windowDefinition(key: \"odd\") { resetsAt" + " }").at("windowDefinition", "resetsAt"))
                .isEqualTo("2025-07-16T00:00:00Z");
        assertThat(board.ask("resetsAt").at("resetsAt")).isEqualTo("2025-07-14T06:00:00Z");
    }
}
