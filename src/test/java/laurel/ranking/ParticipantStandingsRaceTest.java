package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Until;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.Test;

/** An entry that is removed after the participant's rankings were found, and before their standings are read. */
class ParticipantStandingsRaceTest {
    private static final String FIRST_TWO = "{ participant(ref: {external: {externalId: \"p0\"}}) {"
            + " standings(first: 2) { nodes { rank ranking { window { leaderboard { key } } } } pageInfo { hasNextPage } } } }";

    @Test
    void hasNextPageIfAnEntryIsRemovedMeanwhile() {
        try (var server = LaurelServer.start(
                new TickingClock(Instant.parse("2025-07-13T14:30:00Z")), Map.of("laurel.rankindex.threshold", 4))) {
            GraphQLClient client = server.client();
            for (int board = 0; board < 4; board++) {
                fill(client, "board" + board);
            }
            String first = page(client).text("nodes", 0, "ranking", "window", "leaderboard", "key");
            try (var removal = server.database().transaction()) {
                removal.execute("LOCK TABLE rankindex_node IN ACCESS EXCLUSIVE MODE");
                var read = CompletableFuture.supplyAsync(() -> page(client));
                Until.holds(() -> server.database().waitsForLock());
                removal.execute(
                        "DELETE FROM entry WHERE id_key LIKE '%p0' AND ranking_id IN ("
                                + "SELECT r.id FROM ranking AS r JOIN leaderboard AS l ON l.id = r.leaderboard_id WHERE l.key = ?)",
                        first);
                removal.commit();
                assertThat(read.join().at("pageInfo", "hasNextPage")).isEqualTo(true);
            }
        }
    }

    private static Answer page(GraphQLClient client) {
        return client.ask(FIRST_TWO).node("data", "participant", "standings");
    }

    private static void fill(GraphQLClient client, String board) {
        client.ask("mutation { createLeaderboard(input: {key: \"" + board
                + "\", windowDefinitions: [{kind: ALL_TIME}]}) { leaderboard { id } } }");
        for (int n = 0; n < 10; n++) {
            new ScoreClient(client).submit(ScoreClient.score(board, "p" + n, n));
        }
    }
}
