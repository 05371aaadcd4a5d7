package laurel.score;

import static laurel.score.ScoreClient.score;
import static laurel.score.ScoreClient.with;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import org.junit.jupiter.api.Test;

/** With {@code moveEntries} entries stay in windows whose definition was removed, because these accept no submissions. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class MoveEntriesDefinitionGraphQLTest {
    private static final String DAY = "2025-07-13";
    private static final String ALL_TIME = "ALL-TIME";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private String submit(int score) {
        var input = with(score("board", "ann", score), "group", Map.of("campus", "north"));
        return new ScoreClient(server.client()).submit(input).text("submission", "id");
    }

    private List<String> entries(String window) {
        return StoredEntry.of(server, "board", window, "ann");
    }

    private static List<String> in(String campus, int score) {
        return List.of("{\"campus\": \"" + campus + "\"} " + score, "{} " + score);
    }

    @Test
    void keepsEntriesInWindowsOfRemovedDefinition() {
        GraphQLClient client = server.client();
        client.ask("""
                mutation { createLeaderboard(input: {key: "board", updateMode: INCREMENT, groupings: [[], ["campus"]],
                  windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]}) { leaderboard { id } } }
                """).text("data", "createLeaderboard", "leaderboard", "id");
        submit(1);
        String second = submit(2);
        client.ask("""
                mutation { updateLeaderboard(input: {leaderboardKey: "board", windowDefinitions: [{kind: DAILY}]}) {
                  leaderboard { id } } }
                """).text("data", "updateLeaderboard", "leaderboard", "id");
        client.ask("""
                mutation { updateParticipant(input: {participant: {external: {externalId: "ann"}}, moveEntries: true,
                  group: {campus: "south"}}) { participant { id } } }
                """).text("data", "updateParticipant", "participant", "id");
        assertThat(entries(DAY)).isEqualTo(in("south", 3));
        assertThat(entries(ALL_TIME)).isEqualTo(in("north", 3));
        assertThat(client.ask("""
                        { leaderboard(key: "board") { ranking(window: {name: {name: "ALL-TIME"}}, group: {campus: "north"}) {
                          asOf(time: "%s") { entryCount } } } }
                        """.formatted(clock.instant()))
                        .at("data", "leaderboard", "ranking", "asOf", "entryCount"))
                .isEqualTo(1);
        client.ask("mutation { removeSubmission(input: {submissionId: \"" + second + "\"}) { submission { id } } }")
                .text("data", "removeSubmission", "submission", "id");
        assertThat(entries(DAY)).isEqualTo(in("south", 1));
        assertThat(entries(ALL_TIME)).isEqualTo(in("north", 1));
    }
}
