package laurel.score;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.season.SeasonClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A group may combine scores in another way than its leaderboard, from the same submissions. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class GroupUpdateModeGraphQLTest {
    private static final String ALL_TIME = "ALL-TIME";
    private static final String SPRINT = "{\"league\": \"sprint\"} ";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private GraphQLClient client;

    @BeforeEach
    void start() {
        client = server.client();
    }

    /** Everyone is ranked by the most points, the sprint league by the least seconds. */
    @ParameterizedTest
    @CsvSource({
        "MAX, DESCENDING, sortOrder: ASCENDING, MIN, 3, 9",
        "MIN, ASCENDING, sortOrder: DESCENDING, MAX, 9, 3",
        "MIN, DESCENDING, sortOrder: ASCENDING, MIN, 3, 3",
        "MAX, DESCENDING, sortOrder: DESCENDING, , 9, 9",
        "MAX, DESCENDING, timeZone: \"UTC\", , 9, 9",
        "INCREMENT, DESCENDING, sortOrder: ASCENDING, , 17, 17",
        "REPLACE, DESCENDING, sortOrder: ASCENDING, , 5, 5",
        "MAX, DESCENDING, updateMode: INCREMENT, INCREMENT, 17, 9",
        "MAX, DESCENDING, 'sortOrder: ASCENDING, updateMode: MAX', MAX, 9, 9"
    })
    void combinesScoresByModeOfGroup(
            String mode, String order, String override, @Nullable String expected, String inGroup, String ofEveryone) {
        Answer board = create("mode", mode, "sortOrder: " + order, override);
        assertThat(board.at("groupOverrides", 0, "updateMode")).isEqualTo(expected);
        List.of(3, 9, 5).forEach(score -> submit("mode", "ann", score, "sprint"));
        assertThat(entries("mode", "ann")).containsExactly(SPRINT + inGroup, "{} " + ofEveryone);
    }

    @Test
    void replacesEntryThatMovesToGroupWithAnotherMode() {
        create("moves", "MAX", "", "sortOrder: ASCENDING");
        submit("moves", "ann", 9, "long");
        Answer moved = submit("moves", "ann", 10, "sprint");
        assertThat(moved.at("changes", 1, "previousScore")).isEqualTo("9");
        assertThat(entries("moves", "ann")).containsExactly(SPRINT + "10", "{} 10");
        submit("moves", "ann", 4, "sprint");
        Answer back = submit("moves", "ann", 2, "long");
        assertThat(entries("moves", "ann")).containsExactly("{\"league\": \"long\"} 2", "{} 10");
        remove(back);
        assertThat(entries("moves", "ann")).containsExactly(SPRINT + "4", "{} 10");
        remove(moved);
        assertThat(entries("moves", "ann")).containsExactly(SPRINT + "4", "{} 9");
    }

    /** Scores were combined by the former group's mode, so the entry stays there until the next submission. */
    @ParameterizedTest
    @CsvSource({
        "MAX, DESCENDING, sortOrder: ASCENDING, 9, 4, 4, 9",
        "MIN, ASCENDING, sortOrder: DESCENDING, 3, 8, 8, 3",
        "MAX, DESCENDING, updateMode: INCREMENT, 9, 4, 4, 9"
    })
    void keepsEntryInGroupIfParticipantMovesToGroupWithAnotherMode(
            String mode, String order, String override, String best, int next, String inGroup, String ofEveryone) {
        create("own", mode, "sortOrder: " + order, override);
        List.of(3, 9, 5).forEach(score -> submit("own", "ann", score, "long"));
        move("ann", "sprint");
        assertThat(entries("own", "ann")).containsExactly("{\"league\": \"long\"} " + best, "{} " + best);
        Answer submitted = new ScoreClient(client).submit(ScoreClient.score("own", "ann", next));
        assertThat(entries("own", "ann")).containsExactly(SPRINT + inGroup, "{} " + ofEveryone);
        remove(submitted);
        assertThat(entries("own", "ann")).containsExactly("{\"league\": \"long\"} " + best, "{} " + best);
    }

    /** The order differs, but not how scores combine: the entry moves, and is ranked by the order of its new group. */
    @Test
    void movesEntryToGroupWithAnotherOrderAndSameMode() {
        create("order", "INCREMENT", "", "sortOrder: ASCENDING");
        List.of(3, 9).forEach(score -> submit("order", "ann", score, "long"));
        submit("order", "ben", 5, "sprint");
        move("ann", "sprint");
        assertThat(entries("order", "ann")).containsExactly(SPRINT + "12", "{} 12");
        assertThat(standings("order", Map.of("league", "sprint"))).containsExactly("ben 1", "ann 2");
        assertThat(standings("order", Map.of())).containsExactly("ann 1", "ben 2");
        submit("order", "ann", 1, "sprint");
        assertThat(entries("order", "ann")).containsExactly(SPRINT + "13", "{} 13");
    }

    /** Sets the own group of a participant, and moves its entries. */
    private void move(String who, String league) {
        assertThat(client.ask(
                                "mutation ($id: String!, $group: GroupValues!) { updateParticipant(input: {group: $group,"
                                        + " participant: {external: {externalId: $id}}, moveEntries: true}) { errors { code } } }",
                                Map.of("id", who, "group", Map.of("league", league)))
                        .at("data", "updateParticipant", "errors"))
                .isEqualTo(List.of());
    }

    /** Returns participants and ranks. */
    private List<String> standings(String board, Map<String, String> group) {
        return client
                .ask(
                        "query ($board: String!, $group: GroupValues!) { leaderboard(key: $board) { ranking(group: $group) {"
                                + " standings { nodes { rank participant { externalId } } } } } }",
                        Map.of("board", board, "group", group))
                .list("data", "leaderboard", "ranking", "standings", "nodes")
                .stream()
                .map(node -> node.text("participant", "externalId") + " " + node.at("rank"))
                .toList();
    }

    /** In a group whose mode is REPLACE, a null score removes the entry; elsewhere it changes nothing. */
    @Test
    void removesEntryByNullInGroupThatReplaces() {
        create("nulls", "MAX", "", "updateMode: REPLACE");
        submit("nulls", "ann", 9, "sprint");
        submit("nulls", "ann", null, "long");
        assertThat(entries("nulls", "ann")).containsExactly(SPRINT + "9", "{} 9");
        submit("nulls", "ann", null, "sprint");
        assertThat(entries("nulls", "ann")).containsExactly("{} 9");
    }

    @Test
    void checksBoundsOfSumsOnlyInGroupsThatSum() {
        create("bounded", "MAX", "maxScore: 10", "updateMode: INCREMENT");
        submit("bounded", "ann", 6, "sprint");
        assertThat(submit("bounded", "ann", 5, "sprint").at("code")).isEqualTo("SCORE_OUT_OF_BOUNDS");
        assertThat(submit("bounded", "ann", 11, "long").at("code")).isEqualTo("SCORE_OUT_OF_BOUNDS");
        submit("bounded", "ann", 5, "long");
        submit("bounded", "ann", 5, "sprint");
        assertThat(entries("bounded", "ann")).containsExactly(SPRINT + "5", "{} 6");
    }

    @Test
    void fillsNewWindowsByModeOfGroup() {
        create("filled", "MAX", "", "sortOrder: ASCENDING");
        List.of(5, 3, 9).forEach(score -> submit("filled", "ann", score, "sprint"));
        submit("filled", "ben", 7, "long");
        submit("filled", "ben", 8, "sprint");
        client.ask("""
                mutation { updateLeaderboard(input: {leaderboardKey: "filled", expectedVersion: 1,
                  windowDefinitions: [{kind: ALL_TIME}, {kind: YEARLY}]}) { leaderboard { id } errors { message } } }
                """).text("data", "updateLeaderboard", "leaderboard", "id");
        assertThat(new JobClient(server)
                        .result("backfillWindows", Map.of("leaderboardKey", "filled", "windowDefinitionKey", "yearly"))
                        .at("windowCount"))
                .isEqualTo(1);
        for (String who : List.of("ann", "ben")) {
            assertThat(StoredEntry.of(server, "filled", "2025", who))
                    .as(who)
                    .isEqualTo(entries("filled", who))
                    .hasSize(2);
        }
    }

    /** Each grouping carries its own score over, also after a removal derives the entry again. */
    @Test
    void carriesScoreOfEachGroupingOver() {
        create("carried", "MAX", "", "sortOrder: ASCENDING", "{kind: SEASON}");
        SeasonClient seasons = new SeasonClient(server);
        seasons.start("carried", Map.of());
        List.of(8, 2, 4).forEach(score -> submit("carried", "ann", score, "sprint"));
        submit("carried", "ben", 6, "long");
        clock.advance(Duration.ofHours(1));
        seasons.start("carried", Map.of("carryOver", 0.5));
        assertThat(seasons.scores("carried", "SEASON-2")).isEqualTo(Map.of("ann", "4", "ben", "3"));
        assertThat(seasons.scores("carried", "SEASON-2", Map.of("league", "sprint")))
                .isEqualTo(Map.of("ann", "1"));
        remove(submit("carried", "ann", 9, "long"));
        assertThat(seasons.scores("carried", "SEASON-2")).isEqualTo(Map.of("ann", "4", "ben", "3"));
        assertThat(seasons.scores("carried", "SEASON-2", Map.of("league", "sprint")))
                .isEqualTo(Map.of("ann", "1"));
        assertThat(seasons.scores("carried", "SEASON-2", Map.of("league", "long")))
                .isEqualTo(Map.of("ben", "3"));
    }

    @Test
    void rejectsRatingsIfGroupDoesNotReplace() {
        create("rated", "REPLACE", "", "updateMode: MAX");
        assertThat(client.ask("""
                mutation { submitFeedEvents(input: {items: [{leaderboardKey: "rated", participant: {externalId: "ann"},
                  externalId: "one", feedKind: RATING, score: 5, group: {league: "long"}}]}) { results { errors { code } } } }
                """).at("data", "submitFeedEvents", "results", 0, "errors", 0, "code"))
                .isEqualTo("NOT_FOR_RATINGS");
    }

    private List<String> entries(String board, String who) {
        return StoredEntry.of(server, board, ALL_TIME, who);
    }

    private Answer create(String key, String mode, String fields, String override) {
        return create(key, mode, fields, override, "{kind: ALL_TIME}");
    }

    private Answer create(String key, String mode, String fields, String override, String windows) {
        return client.ask("""
                mutation { createLeaderboard(input: {key: "%s", updateMode: %s, groupings: [[], ["league"]], %s
                  windowDefinitions: [%s], groupOverrides: [{group: {league: "sprint"}, %s}]}) {
                  leaderboard { id groupOverrides { updateMode } } errors { code message path } } }
                """.formatted(key, mode, fields, windows, override))
                .node("data", "createLeaderboard")
                .changed("leaderboard");
    }

    /** Returns the receipt or the error. */
    private Answer submit(String board, String who, @Nullable Integer score, String league) {
        Map<String, Object> input = new HashMap<>(Map.of(
                "leaderboardKey", board, "participant", Map.of("externalId", who), "group", Map.of("league", league)));
        input.put("score", score);
        return new ScoreClient(client).submit(input);
    }

    private void remove(Answer... receipts) {
        Arrays.stream(receipts).forEach(receipt -> client.ask(
                        "mutation ($id: ID!) { removeSubmission(input: {submissionId: $id}) { submission { id } } }",
                        Map.of("id", receipt.text("submission", "id")))
                .text("data", "removeSubmission", "submission", "id"));
    }
}
