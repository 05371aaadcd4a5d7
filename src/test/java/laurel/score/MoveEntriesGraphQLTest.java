package laurel.score;

import static laurel.score.ScoreClient.with;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.database.Contents;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With {@code moveEntries} a participant's entries in open windows move to the rankings of its new groups. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class MoveEntriesGraphQLTest {
    private static final String MOVE = """
            mutation ($id: String!, $group: GroupValues, $move: Boolean) {
              updateParticipant(input: {participant: {external: {externalId: $id}}, group: $group, moveEntries: $move}) {
                participant { group } errors { code path } } }
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private GraphQLClient client;
    private ScoreClient scores;

    @BeforeEach
    void start() {
        client = server.client();
        scores = new ScoreClient(client);
        create("board", "", "{kind: DAILY}, {kind: ALL_TIME}");
    }

    private void create(String key, String fields, String windows) {
        client.ask("mutation { createLeaderboard(input: {key: \"" + key + "\", updateMode: INCREMENT,"
                        + " groupings: [[], [\"campus\"], [\"campus\", \"house\"]], " + fields
                        + " windowDefinitions: [" + windows + "]}) { leaderboard { id } errors { code } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private String submit(String board, String who, int score, String campus, String house) {
        var input = with(ScoreClient.score(board, who, score), "group", Map.of("campus", campus, "house", house));
        return scores.submit(input).text("submission", "id");
    }

    private Answer move(String who, Map<String, String> group) {
        return client.ask(MOVE, Map.of("id", who, "group", group, "move", true)).node("data", "updateParticipant");
    }

    private List<String> entries(String board, String window, String who) {
        return StoredEntry.of(server, board).stream()
                .filter(entry ->
                        entry.participant().equals(who) && entry.window().equals(window))
                .map(entry -> entry.grouping() + " " + entry.score())
                .sorted()
                .toList();
    }

    private static List<String> in(String campus, String house, int score) {
        return List.of(
                "{\"campus\": \"" + campus + "\"} " + score,
                "{\"house\": \"" + house + "\", \"campus\": \"" + campus + "\"} " + score,
                "{} " + score);
    }

    @Test
    void movesEntriesOfOpenWindowsOnAllLeaderboards() {
        create("other", "", "{kind: ALL_TIME}");
        submit("board", "ann", 1, "north", "red");
        submit("other", "ann", 2, "west", "blue");
        submit("board", "bob", 5, "south", "red");
        clock.advance(Duration.ofDays(1));
        submit("board", "ann", 3, "north", "red");

        assertThat(move("ann", Map.of("campus", "south")).at("participant", "group"))
                .isEqualTo(Map.of("campus", "south"));

        assertThat(entries("board", "2025-07-14", "ann")).isEqualTo(in("south", "red", 3));
        assertThat(entries("board", "ALL-TIME", "ann")).isEqualTo(in("south", "red", 4));
        assertThat(entries("other", "ALL-TIME", "ann")).isEqualTo(in("south", "blue", 2));
        assertThat(entries("board", "2025-07-13", "ann")).isEqualTo(in("north", "red", 1));
        assertThat(entries("board", "ALL-TIME", "bob")).isEqualTo(in("south", "red", 5));
        assertThat(standings("{campus: \"south\"}")).containsExactly("bob 1", "ann 2");
        assertThat(standings("{campus: \"north\"}")).isEmpty();
        assertThat(new JobClient(server)
                        .result("checkRankings", Map.of("leaderboardKey", "board"))
                        .at("wrongCount"))
                .isEqualTo(0);
    }

    private List<String> standings(String group) {
        return client
                .ask("{ leaderboard(key: \"board\") { ranking(window: {name: {name: \"ALL-TIME\"}}, group: " + group
                        + ") { standings { nodes { rank participant { externalId } } } } } }")
                .list("data", "leaderboard", "ranking", "standings", "nodes")
                .stream()
                .map(node -> node.text("participant", "externalId") + " " + node.at("rank"))
                .toList();
    }

    @Test
    void keepsEntriesWithoutMoveEntries() {
        submit("board", "ann", 1, "north", "red");
        client.ask(MOVE, Map.of("id", "ann", "group", Map.of("campus", "south", "house", "red"), "move", false));
        assertThat(entries("board", "ALL-TIME", "ann")).isEqualTo(in("north", "red", 1));
        assertThat(scores.submit(ScoreClient.score("board", "ann", 2)).text("status"))
                .isEqualTo("COUNTED");
        assertThat(entries("board", "ALL-TIME", "ann")).isEqualTo(in("south", "red", 3));
    }

    @Test
    void derivesMovedEntryInNewGroup() {
        submit("board", "ann", 1, "north", "red");
        String second = submit("board", "ann", 2, "north", "red");
        move("ann", Map.of("campus", "south"));
        String third = submit("board", "ann", 4, "west", "blue");
        remove(third);
        assertThat(entries("board", "ALL-TIME", "ann")).isEqualTo(in("south", "red", 3));
        remove(second);
        assertThat(entries("board", "ALL-TIME", "ann")).isEqualTo(in("south", "red", 1));
        assertThat(client.ask("{ node(id: \"" + third + "\") { ... on ScoreSubmission { status } } }")
                        .at("data", "node", "status"))
                .isEqualTo("REMOVED");
    }

    @Test
    void listsOnlyWhatWasSubmitted() {
        String submitted = submit("board", "ann", 1, "north", "red");
        move("ann", Map.of("campus", "south"));
        for (String filter : List.of(
                "participant: {external: {externalId: \"ann\"}}",
                "leaderboardKey: \"board\"",
                "receivedStartTime: \"2025-07-13T00:00:00Z\"")) {
            assertThat(client.ask("{ submissions(filter: {" + filter + "}) { nodes { id } } }")
                            .list("data", "submissions", "nodes"))
                    .as(filter)
                    .extracting(node -> node.text("id"))
                    .containsExactly(submitted);
        }
    }

    /** There is no entry to move, and what is restored is what was submitted. */
    @Test
    void restoresRemovedEntryInGroupOfItsLastSubmission() {
        submit("board", "ann", 1, "north", "red");
        ofEntry("removeEntry");
        move("ann", Map.of("campus", "south"));
        assertThat(entries("board", "ALL-TIME", "ann")).isEmpty();
        ofEntry("restoreEntry");
        assertThat(entries("board", "ALL-TIME", "ann")).isEqualTo(in("north", "red", 1));
        move("ann", Map.of("campus", "south"));
        assertThat(entries("board", "ALL-TIME", "ann")).isEqualTo(in("south", "red", 1));
    }

    private void ofEntry(String mutation) {
        assertThat(client.ask("mutation { " + mutation
                                + "(input: {leaderboardKey: \"board\", participant: {external: {externalId: \"ann\"}}}) {"
                                + " errors { code } } }")
                        .at("data", mutation, "errors"))
                .isEqualTo(List.of());
    }

    private void remove(String id) {
        client.ask("mutation { removeSubmission(input: {submissionId: \"" + id + "\"}) { submission { id } } }")
                .text("data", "removeSubmission", "submission", "id");
    }

    @Test
    void forgetsMoveOfEntryThatIsRemoved() {
        String first = submit("board", "ann", 1, "north", "red");
        move("ann", Map.of("campus", "south"));
        remove(first);
        assertThat(StoredEntry.of(server, "board")).isEmpty();
        String second = submit("board", "ann", 2, "north", "red");
        String third = submit("board", "ann", 2, "north", "red");
        remove(third);
        assertThat(entries("board", "ALL-TIME", "ann")).isEqualTo(in("north", "red", 2));
        remove(second);
        assertThat(StoredEntry.of(server, "board")).isEmpty();
    }

    @Test
    void ranksInFormerGroupBeforeMove() {
        submit("board", "ann", 1, "north", "red");
        clock.advance(Duration.ofMinutes(1));
        String before = clock.instant().toString();
        clock.advance(Duration.ofMinutes(1));
        move("ann", Map.of("campus", "south"));
        String query = "{ leaderboard(key: \"board\") { ranking(window: {name: {name: \"ALL-TIME\"}}, group:"
                + " {campus: \"%s\"}) { asOf(time: \"%s\") { entryCount } } } }";
        assertThat(entryCount(query.formatted("north", before))).isEqualTo(1);
        assertThat(entryCount(query.formatted("south", clock.instant()))).isEqualTo(1);
        assertThat(entryCount(query.formatted("north", clock.instant()))).isEqualTo(0);
    }

    private @Nullable Object entryCount(String query) {
        return client.ask(query).at("data", "leaderboard", "ranking", "asOf", "entryCount");
    }

    @Test
    void backfillsWindowWithGroupOfMove() {
        create("days", "", "{kind: DAILY}");
        submit("days", "ann", 10, "north", "red");
        clock.advance(Duration.ofDays(1));
        String second = submit("days", "ann", 5, "north", "red");
        move("ann", Map.of("campus", "south"));
        client.ask("mutation { updateLeaderboard(input: {leaderboardKey: \"days\", windowDefinitions: [{kind: DAILY},"
                + " {kind: MONTHLY}]}) { leaderboard { id } } }");
        Answer result = new JobClient(server)
                .result("backfillWindows", Map.of("leaderboardKey", "days", "windowDefinitionKey", "monthly"));
        assertThat(result.text("submissionCount")).isEqualTo("2");
        assertThat(entries("days", "2025-07", "ann")).isEqualTo(in("south", "red", 15));
        remove(second);
        remove(submit("days", "ann", 1, "south", "red"));
        assertThat(entries("days", "2025-07", "ann")).isEqualTo(in("south", "red", 10));
    }

    /** Groups in other time zones have other windows; those in which both are ranked are shared. */
    @Test
    void keepsEntriesIfNewGroupHasOtherTimeZone() {
        create(
                "zones",
                "groupOverrides: [{group: {campus: \"tokyo\"}, timeZone: \"Asia/Tokyo\"}],",
                "{kind: DAILY}, {kind: ALL_TIME}");
        submit("zones", "ann", 1, "north", "red");
        move("ann", Map.of("campus", "tokyo", "house", "blue"));
        assertThat(entries("zones", "ALL-TIME", "ann")).isEqualTo(in("tokyo", "blue", 1));
        assertThat(entries("zones", "2025-07-13", "ann"))
                .containsExactly("{\"campus\": \"north\"} 1", "{\"house\": \"blue\", \"campus\": \"tokyo\"} 1", "{} 1");
    }

    @Test
    void sendsMoveToSubscribersOfBothRankings() {
        submit("board", "ann", 1, "north", "red");
        Long before = changes();
        move("ann", Map.of("campus", "south"));
        assertThat(changes()).isGreaterThan(before);
    }

    private Long changes() {
        return server.database().sql().of("SELECT count(*) FROM change_outbox").one(Long.class);
    }

    @Test
    void rejectsMoveWithoutGroup() {
        submit("board", "ann", 1, "north", "red");
        Contents before = Contents.of(server.database().sql());
        Answer refused = client.ask(
                        "mutation { updateParticipant(input: {participant: {external: {externalId: \"ann\"}},"
                                + " moveEntries: true}) { errors { code path } } }")
                .node("data", "updateParticipant", "errors", 0);
        assertThat(refused.at("code")).isEqualTo("FIELD_REQUIRED");
        assertThat(refused.at("path")).isEqualTo(List.of("input", "group"));
        assertThat(move("zoe", Map.of("campus", "south")).at("errors", 0, "code"))
                .isEqualTo("PARTICIPANT_NOT_FOUND");
        assertThat(Contents.of(server.database().sql())).isEqualTo(before);
    }

    @Test
    void rejectsMoveOnMoreThanThousandLeaderboards() {
        submit("board", "ann", 1, "north", "red");
        server.database().sql().of("""
                        INSERT INTO leaderboard (app_id, key, name, entity_types, sort_order, update_mode, decimals, tie_rule,
                                                 time_zone, groupings, window_definitions, clock, visibility, created_at,
                                                 updated_at)
                        SELECT app_id, 'copy-' || n, name, entity_types, sort_order, update_mode, decimals, tie_rule, time_zone,
                               groupings, window_definitions, clock, visibility, created_at, updated_at
                        FROM leaderboard CROSS JOIN generate_series(1, 1000) AS n
                        WHERE app_id = :app AND key = 'board'
                        """).bind("app", server.appId()).execute();
        Answer refused = move("ann", Map.of("campus", "south"));
        assertThat(refused.at("errors", 0, "code")).isEqualTo("LIMIT_REACHED");
        assertThat(refused.at("errors", 0, "path")).isEqualTo(List.of("input", "moveEntries"));
        assertThat(entries("board", "ALL-TIME", "ann")).isEqualTo(in("north", "red", 1));
        assertThat(move("ann", Map.of("other", "south")).at("errors")).isEqualTo(List.of());
        server.database()
                .sql()
                .of("DELETE FROM leaderboard WHERE app_id = :app AND key = 'copy-7'")
                .bind("app", server.appId())
                .execute();
        assertThat(move("ann", Map.of("campus", "south")).at("errors")).isEqualTo(List.of());
        assertThat(entries("board", "ALL-TIME", "ann")).isEqualTo(in("south", "red", 1));
    }
}
