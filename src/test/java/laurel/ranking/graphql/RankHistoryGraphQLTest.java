package laurel.ranking.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import laurel.ranking.FinalWindows;
import laurel.ranking.LifecycleLeaderboards;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ranks of a participant in consecutive windows. */
@LaurelTest(at = "2025-07-07T14:30:00Z")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RankHistoryGraphQLTest {
    private static final String WINDOWS = "[{\"kind\": \"DAILY\", \"key\": \"daily\"}, {\"kind\":"
            + " \"ALL_TIME\", \"key\": \"all-time\"}, " + LifecycleLeaderboards.ROLLING
            + ", " + LifecycleLeaderboards.WEEKEND + "]";
    private static final String ITEM =
            "edges { node { window { name } standing { rank score ranking { entryCount } } } }";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private LifecycleLeaderboards boards;

    /** From the 7th to the 13th, c leads on even days, a plays on odd days, and b plays every day. */
    @BeforeAll
    void start() {
        boards = new LifecycleLeaderboards(server);
        boards.create("board", WINDOWS);
        boards.create(
                "zones",
                "[{\"kind\": \"DAILY\", \"key\": \"daily\"}]",
                "[]",
                "[{\"group\": {\"side\":" + " \"a\"}, \"timeZone\": \"Asia/Tokyo\"}]");
        for (int day = 7; day <= 13; day++) {
            boards.submit("board", "b", day);
            boards.submit("board", day % 2 == 0 ? "c" : "a", 100 + day);
            clock.advance(Duration.ofDays(day == 13 ? 0 : 1));
        }
        boards.submit("zones", "a", 1);
        boards.submit("zones", "b", 2);
        var windows = new FinalWindows(server);
        windows.store("board", "2025-07-09", clock.instant());
        windows.store("board", "2025-07-07", clock.instant());
        windows.expire("board", "2025-07-07");
    }

    @Test
    void returnsNewestWindowFirstAndNullWithoutEntry() {
        assertThat(history("participant: {external: {externalId: \"a\"}}, windowDefinitionKey: \"daily\""))
                .containsExactly(
                        "2025-07-13 1 of 2",
                        "2025-07-12 -",
                        "2025-07-11 1 of 2",
                        "2025-07-10 -",
                        "2025-07-09 1 of 2",
                        "2025-07-08 -");
        assertThat(history("participant: {external: {externalId: \"b\"}}, windowDefinitionKey: \"daily\", first: 3"))
                .containsExactly("2025-07-13 2 of 2", "2025-07-12 2 of 2", "2025-07-11 2 of 2");
        assertThat(history(
                        "participant: {external: {externalId: \"unknown\"}}, windowDefinitionKey: \"daily\", first: 1"))
                .containsExactly("2025-07-13 -");
        assertThat(history("participant: {external: {externalId: \"a\"}}, windowDefinitionKey: \"all-time\""))
                .containsExactly("ALL-TIME 1 of 3");
    }

    @Test
    void returnsPages() {
        List<String> shown = new ArrayList<>();
        String after = "";
        Answer page;
        do {
            page = board("rankHistory(participant: {external: {externalId: \"a\"}}, windowDefinitionKey:"
                            + " \"daily\", first: 2" + after
                            + ") { " + ITEM + " pageInfo { hasNextPage endCursor } }")
                    .node("rankHistory");
            shown.addAll(texts(page));
            after = ", after: \"" + page.at("pageInfo", "endCursor") + "\"";
        } while (Boolean.TRUE.equals(page.at("pageInfo", "hasNextPage")));
        assertThat(shown)
                .isEqualTo(history("participant: {external: {externalId: \"a\"}}, windowDefinitionKey: \"daily\""));
    }

    @Test
    void requiresDefinitionIfThereAreSeveral() {
        assertThat(history("participant: {external: {externalId: \"b\"}}, windowDefinitionKey: \"weekend\""))
                .containsExactly("weekend#27 3 of 3");
        assertThat(history("participant: {external: {externalId: \"b\"}}, windowDefinitionKey: \"rolling\", first: 3"))
                .containsExactly("rolling#774 2 of 2", "rolling#773 2 of 2", "rolling#772 2 of 2");
        assertThat(history("participant: {external: {externalId: \"b\"}}, windowDefinitionKey: \"daily\", first: 1"))
                .containsExactly("2025-07-13 2 of 2");
    }

    @Test
    void returnsHistoryOfAGroupInItsTimeZone() {
        String side = "group: {side: \"%s\"}";
        assertThat(history("participant: {external: {externalId: \"b\"}}, windowDefinitionKey: \"daily\","
                        + " first: 1, " + side.formatted("b")))
                .containsExactly("2025-07-13 1 of 1");
        assertThat(history("participant: {external: {externalId: \"b\"}}, windowDefinitionKey: \"daily\", first: 1, "
                        + side.formatted("nowhere")))
                .containsExactly("2025-07-13 -");
        for (String who : List.of("a", "b")) {
            Answer history = boards.board(
                    "zones",
                    "rankHistory(participant: {external: {externalId: \"" + who
                            + "\"}}, windowDefinitionKey: \"daily\", first: 1, " + side.formatted(who) + ") { " + ITEM
                            + " }");
            assertThat(texts(history.node("rankHistory"))).containsExactly("2025-07-13 1 of 1");
        }
        assertThat(texts(boards.board(
                                "zones",
                                "rankHistory(participant: {external: {externalId: \"a\"}},"
                                        + " windowDefinitionKey: \"daily\", first: 1) { "
                                        + ITEM + " }")
                        .node("rankHistory")))
                .containsExactly("2025-07-13 2 of 2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            windowDefinitionKey: "none" | UNKNOWN_WINDOW_DEFINITION
            first: 0 | INVALID_PAGE_SIZE
            first: 101 | INVALID_PAGE_SIZE
            after: "nonsense" | INVALID_CURSOR
            windowDefinitionKey: "all-time", after: "CURSOR" | INVALID_CURSOR
            group: {nothing: "a"} | UNKNOWN_GROUPING
            after: "CURSOR", group: {side: "a"} | INVALID_CURSOR
            """)
    void rejectsInvalidArguments(String arguments, String code) {
        String cursor = board("rankHistory(participant: {external: {externalId: \"a\"}}, windowDefinitionKey:"
                        + " \"daily\", first: 1) { pageInfo"
                        + " { endCursor } }")
                .text("rankHistory", "pageInfo", "endCursor");
        assertThat(server.client()
                        .send(
                                "{ leaderboard(key: \"board\") { rankHistory(participant: {external: {externalId: \"a\"}}, "
                                        + arguments.replace("CURSOR", cursor) + ") { edges { cursor } } } }",
                                Map.of())
                        .at("errors", 0, "extensions", "code"))
                .isEqualTo(code);
    }

    @Test
    void runsSameNumberOfStatementsForAnyPageSize() {
        assertThat(statements(
                        "participant: {external: {externalId: \"a\"}}, windowDefinitionKey: \"daily\", first: 100"))
                .hasSameSizeAs(statements(
                        "participant: {external: {externalId: \"a\"}}, windowDefinitionKey: \"daily\", first: 1"))
                .hasSize(3);
    }

    private List<Statements.Executed> statements(String arguments) {
        // From now on, the leaderboard is in memory.
        assertThat(history(arguments)).isNotEmpty();
        try (var recorded = Statements.of(server.bean(Sql.class))) {
            assertThat(history(arguments)).isNotEmpty();
            return recorded.take();
        }
    }

    private List<String> history(String arguments) {
        return texts(board("rankHistory(" + arguments + ") { " + ITEM + " }").node("rankHistory"));
    }

    private static List<String> texts(Answer history) {
        return history.list("edges").stream()
                .map(edge -> edge.node("node"))
                .map(item -> item.text("window", "name")
                        + (item.at("standing") == null
                                ? " -"
                                : " " + item.text("standing", "rank") + " of "
                                        + item.text("standing", "ranking", "entryCount")))
                .toList();
    }

    private Answer board(String fields) {
        return boards.board("board", fields);
    }
}
