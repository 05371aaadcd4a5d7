package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rankings of windows that overlap, have gaps between them, or have expired. */
@LaurelTest
class WindowLifecycleGraphQLTest {
    private static final String SEASONS = """
            [{"number": 1, "name": "First", "startsAt": "2025-07-01T00:00:00Z", "endsAt": "2025-07-05T00:00:00Z",
              "retainPrevious": true, "startedAt": "2025-07-01T00:00:00Z"},
             {"number": 2, "name": "Second", "startsAt": "2025-07-09T00:00:00Z", "retainPrevious": true,
              "startedAt": "2025-07-09T00:00:00Z"}]
            """;

    @Inject
    LaurelServer shared;

    @Inject
    TickingClock clock;

    private LaurelServer server;
    private LifecycleLeaderboards boards;
    private FinalWindows windows;

    @BeforeEach
    void start() {
        use(shared);
    }

    private void use(LaurelServer other) {
        server = other;
        boards = new LifecycleLeaderboards(other);
        windows = new FinalWindows(other);
    }

    @Test
    void comparesOverlappingWindowsByTheirStarts() {
        boards.create("board", "[" + LifecycleLeaderboards.ROLLING + "]");
        boards.submit("board", "a", 5);
        boards.submit("board", "b", 4);
        clock.advance(Duration.ofHours(6));
        boards.submit("board", "b", 9);
        // The first scores count in #771 to #774, the last in #772 to #775.
        assertThat(movement("board", "rolling#771", "b")).isNull();
        assertThat(movement("board", "rolling#772", "b")).hasToString("{previousRank=2, rank=1, rankChange=1}");
        assertThat(movement("board", "rolling#775", "b")).hasToString("{previousRank=1, rank=1, rankChange=0}");
    }

    @Test
    void comparesWindowsAcrossAGap() {
        boards.create("board", "[" + LifecycleLeaderboards.WEEKEND + "]");
        boards.submit("board", "a", 5);
        boards.submit("board", "b", 4);
        clock.advance(Duration.ofDays(7));
        boards.submit("board", "b", 9);
        assertThat(movement("board", "weekend#28", "b")).hasToString("{previousRank=2, rank=1, rankChange=1}");
        clock.advance(Duration.ofDays(14));
        boards.submit("board", "b", 9);
        // Weekend 29 has no entries.
        assertThat(movement("board", "weekend#30", "b")).isNull();
    }

    @Test
    void comparesWithThePreviousSeasonAfterAnyPause() {
        boards.create("board", "[{\"kind\": \"SEASON\", \"key\": \"season\"}]", SEASONS, "[]");
        clock.set(Instant.parse("2025-07-04T10:00:00Z"));
        boards.submit("board", "a", 5);
        boards.submit("board", "b", 4);
        clock.set(Instant.parse("2025-07-10T10:00:00Z"));
        boards.submit("board", "b", 9);
        assertThat(movement("board", "SEASON-1", "b")).isNull();
        assertThat(movement("board", "SEASON-2", "b")).hasToString("{previousRank=2, rank=1, rankChange=1}");
        windows.store("board", "SEASON-1", clock.instant());
        assertThat(movement("board", "SEASON-2", "b")).hasToString("{previousRank=2, rank=1, rankChange=1}");
        windows.expire("board", "SEASON-1");
        assertThat(movement("board", "SEASON-2", "b")).isNull();
    }

    private @Nullable Object movement(String board, String window, String who) {
        Answer standing = boards.board(
                        board,
                        "window(select: {name: {name: \"" + window + "\"}}) { ranking {"
                                + " standing(participant: {external: {externalId: \""
                                + who + "\"}}) { rank movement { previousRank rank rankChange } } } }")
                .node("window", "ranking", "standing");
        assertThat(standing.at("rank")).isNotNull();
        return standing.node("movement").json();
    }

    @Test
    void ordersStandingsInOverlappingWindowsByStart() {
        boards.create(
                "board",
                "[{\"kind\": \"DAILY\", \"key\": \"daily\"}, " + LifecycleLeaderboards.WEEKEND + "," + " "
                        + LifecycleLeaderboards.ROLLING + "]");
        boards.submit("board", "a", 5);
        List<String> expected = new ArrayList<>();
        for (String window :
                List.of("rolling#774", "rolling#773", "2025-07-13", "rolling#772", "rolling#771", "weekend#27")) {
            expected.add(window + " null");
            expected.add(window + " a");
        }
        assertThat(standings("first: 100")).isEqualTo(expected);
        assertThat(standings("first: 100, windowKinds: [CUSTOM]"))
                .isEqualTo(expected.stream()
                        .filter(standing -> !standing.startsWith("2025"))
                        .toList());
        List<String> shown = new ArrayList<>();
        String after = "";
        for (int n = 0; n < 12; n++) {
            Answer page = page("first: 1" + after);
            shown.addAll(names(page));
            after = ", after: \"" + page.at("pageInfo", "endCursor") + "\"";
            assertThat(page.at("pageInfo", "hasNextPage")).isEqualTo(n < 11);
        }
        assertThat(shown).isEqualTo(expected);
    }

    private List<String> standings(String arguments) {
        return names(page(arguments));
    }

    private Answer page(String arguments) {
        return server.client()
                .ask("{ participant(ref: {external: {externalId: \"a\"}}) { standings(" + arguments
                        + ") { edges { node { rank ranking {"
                        + " group { name } window { name } } } } pageInfo { hasNextPage endCursor } } } }")
                .node("data", "participant", "standings");
    }

    private static List<String> names(Answer page) {
        return page.list("edges").stream()
                .map(edge -> edge.node("node", "ranking"))
                .map(ranking -> ranking.text("window", "name") + " " + ranking.at("group", "name"))
                .toList();
    }

    @Test
    void listsExpiredWindowWithoutRankings() {
        boards.create("board", "[{\"kind\": \"DAILY\", \"key\": \"daily\"}]");
        boards.submit("board", "a", 5);
        String id = boards.board(
                        "board", "window(select: {relative: {definitionKey: \"daily\"}}) { ranking { id" + " } }")
                .text("window", "ranking", "id");
        clock.advance(Duration.ofDays(1));
        boards.submit("board", "a", 6);
        windows.store("board", "2025-07-13", clock.instant());
        assertThat(boards.board(
                                "board",
                                "window(select: {relative: {definitionKey: \"daily\", offset: 1}})"
                                        + " { ranking { finalRanking { entryCount } } }")
                        .at("window", "ranking", "finalRanking", "entryCount"))
                .isEqualTo(1);
        windows.expire("board", "2025-07-13");
        assertThat(boards.board(
                                "board",
                                "window(select: {relative: {definitionKey: \"daily\", offset: 1}}) { name"
                                        + " state ranking { entryCount }"
                                        + " ofA: ranking(group: {side: \"a\"}) { entryCount }"
                                        + " rankings(grouping: []) { edges { cursor } } }")
                        .at("window"))
                .hasToString("{name=2025-07-13, state=EXPIRED, ranking=null, ofA=null, rankings={edges=[]}}");
        assertThat(server.client().ask("{ node(id: \"" + id + "\") { id } }").at("data", "node"))
                .isNull();
        assertThat(standings("first: 9, time: \"2025-07-13T14:30:00Z\"")).isEmpty();
        assertThat(standings("first: 9")).hasSize(2);
        assertThat(movement("board", "2025-07-14", "a")).isNull();
        server.database()
                .sql()
                .of("DELETE FROM ranking AS r USING leaderboard_window AS w"
                        + " WHERE w.id = r.window_id AND w.expired_at IS NOT NULL AND w.app_id = :app")
                .bind("app", server.appId())
                .execute();
        assertThat(boards.board("board", "window(select: {relative: {definitionKey: \"daily\", offset: 1}}) { state }")
                        .at("window"))
                .hasToString("{state=EXPIRED}");
    }

    /** Once a slice is marked as expired, no statement names its tables. */
    @Test
    void readsNullAfterTablesOfExpiredSliceWereDropped() {
        // The windows of a day share tables across apps.
        try (var alone = LaurelServer.start(clock)) {
            use(alone);
            boards.create("board", "[{\"kind\": \"DAILY\", \"key\": \"daily\"}]");
            boards.submit("board", "a", 5);
            clock.advance(Duration.ofDays(1));
            boards.submit("board", "a", 6);
            windows.store("board", "2025-07-13", clock.instant());
            windows.expire("board", "2025-07-13");
            server.database().sql().useConnected(() -> {
                int slice = server.database()
                        .sql()
                        .of("UPDATE window_slice SET retired_at = opened_at WHERE name = 'day-2025-07-13' RETURNING id")
                        .one(Integer.class);
                server.database().sql().execute("DROP TABLE entry_" + slice);
                server.database().sql().execute("DROP TABLE final_standing_" + slice);
            });
            assertThat(standings("first: 9, time: \"2025-07-13T14:30:00Z\"")).isEmpty();
            assertThat(standings("first: 9")).hasSize(2);
            assertThat(boards.board(
                                    "board",
                                    "rankHistory(participant: {external: {externalId: \"a\"}},"
                                            + " windowDefinitionKey: \"daily\") { edges {"
                                            + " node { standing { rank } } } }")
                            .list("rankHistory", "edges"))
                    .hasSize(1);
            Answer checked = new JobClient(server).result("checkRankings", Map.of());
            assertThat(checked.at("checkedCount")).isNotEqualTo(0);
            assertThat(checked.at("wrongCount")).isEqualTo(0);
        }
    }
}
