package laurel.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
    private static final String JAPAN = ", group: {region: \"jp\"}";

    private static final Instant NOW = Instant.parse("2025-07-13T16:00:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOW);
    private static LaurelServer server;
    private static int boards;

    /** Each test's own. */
    private StepsBoard board;

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
        board = StepsBoard.create(server, "steps-" + boards++);
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
        assertThat(board.window(arguments, "name")).isEqualTo(name);
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
        assertThat(board.window(arguments + JAPAN, "name")).isEqualTo(name);
        assertThat(board.window(arguments + JAPAN, "startsAt")).isEqualTo(startsAt);
        assertThat(board.window(arguments + JAPAN, "zone")).isEqualTo(zone);
    }

    @Test
    void groupsWithoutAZoneHaveTheBoards() {
        for (String group : List.of("low", "eu")) {
            assertThat(board.window("kind: DAILY, group: {region: \"" + group + "\"}", "zone"))
                    .isEqualTo("UTC");
        }
        assertThat(board.window("kind: DAILY, group: {}", "zone")).isEqualTo("UTC");
        assertThat(board.window("kind: DAILY, group: {side: \"a\"}", "zone")).isNull();
    }

    @Test
    void whatIsTold() {
        assertThat(board.window("definition: \"rolling\"", "kind")).isEqualTo("CUSTOM");
        assertThat(board.window("definition: \"rolling\"", "definition")).isEqualTo("rolling");
        assertThat(board.window("kind: DAILY", "definition")).isEqualTo("DAILY");
        assertThat(board.window("kind: DAILY", "finalizesAt")).isEqualTo("2025-07-14T01:00:00Z");
        assertThat(board.window("kind: DAILY", "finalizedAt")).isNull();
        assertThat(board.window("kind: DAILY", "revision")).isEqualTo(0);
    }

    @Test
    void theyAreListedByDefinitionAndGroup() {
        CLOCK.advance(Duration.ofDays(1));
        server.bean(WindowOpener.class).openAhead(CLOCK.instant());
        assertThat(board.windows("kind: DAILY")).containsExactly("2025-07-14", "2025-07-13");
        assertThat(board.windows("kind: DAILY" + JAPAN)).containsExactly("2025-07-15", "2025-07-14");
        assertThat(board.windows("definition: \"rolling\", first: 2"))
                .containsExactly("rolling#20283", "rolling#20282");
        assertThat(board.windows("definition: \"odd\"")).containsExactly("odd#10141");
        assertThat(board.windows("definition: \"none\"")).isEmpty();
        assertThat(board.windows("definition: \"\\u0000\"")).isEmpty();
        assertThat(board.windows("kind: DAILY, group: {side: \"a\"}")).isEmpty();
        Object cursor = board.list("kind: DAILY, first: 1").at("pageInfo", "endCursor");
        assertThat(board.windows("kind: DAILY, after: \"" + cursor + "\"")).containsExactly("2025-07-13");
        assertThat(board.code(
                        "windows(kind: DAILY, after: \"" + cursor + "\"" + JAPAN + ") { pageInfo { endCursor } }"))
                .as("a cursor of another calendar's list")
                .isEqualTo("INVALID_CURSOR");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "window { name }",
                "window(kind: CUSTOM) { name }",
                "windows { pageInfo { endCursor } }",
                "windows(kind: CUSTOM) { pageInfo { endCursor } }",
                "resetsAt(kind: CUSTOM)",
                "window(name: \"2025-07-13\", back: 1) { name }",
                "window(name: \"2025-07-13\", at: \"2025-07-13T00:00:00Z\") { name }"
            })
    void whatCannotBeAskedIsAnError(String field) {
        assertThat(board.code(field)).isIn("INVALID_ARGUMENT", "UNKNOWN_WINDOW_DEFINITION");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kind: DAILY                                                          | 2025-07-14T00:00:00Z
            kind: DAILY, group: {region: "jp"}             | 2025-07-14T15:00:00Z
            kind: DAILY, group: {side: "jp"}               |
            kind: ALL_TIME                                                       |
            kind: WEEKLY                                                         |
            definition: "rolling"                                                | 2025-07-14T00:00:00Z
            definition: "six"                                                    | 2025-07-13T18:00:00Z
            definition: "none"                                                   |
            group: {}                                                            | 2025-07-13T18:00:00Z
            """)
    void aBoardKnowsWhenItResets(String arguments, @Nullable String at) {
        assertThat(board.ask("resetsAt(" + arguments + ")").at("resetsAt")).isEqualTo(at);
    }

    @Test
    void whereNothingIsOpenWhatComesNextResets() {
        CLOCK.set(Instant.parse("2025-07-14T01:00:00Z"));
        assertThat(board.ask("resetsAt(definition: \"odd\")").at("resetsAt")).isEqualTo("2025-07-16T00:00:00Z");
        assertThat(board.ask("resetsAt").at("resetsAt")).isEqualTo("2025-07-14T06:00:00Z");
    }
}
