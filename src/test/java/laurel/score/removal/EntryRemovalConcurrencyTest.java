package laurel.score.removal;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.Together;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Entries are removed and restored while scores are submitted, on two nodes. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class EntryRemovalConcurrencyTest {
    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private EntryRemovalClient removals;

    @BeforeEach
    void start() {
        removals = new EntryRemovalClient(server, clock);
    }

    /** What is submitted while entries are removed and restored counts, before or after each removal. */
    @Test
    void losesNothingIfRemovalsAndSubmissionsAreConcurrent() {
        removals.create("race", "INCREMENT");
        removals.submit("race", "ann", 1, "a");
        try (var secondNode = server.secondNode(clock)) {
            List<GraphQLClient> nodes = List.of(server.client(), secondNode.client());
            Together.all(8, writer -> IntStream.range(0, 12)
                    .mapToObj(n -> {
                        GraphQLClient node = nodes.get((writer + n) % 2);
                        if (writer == 0) {
                            return node.sendWithRetries(
                                    n % 3 == 2 ? EntryRemovalClient.RESTORE : EntryRemovalClient.REMOVE,
                                    Map.of("input", EntryRemovalClient.selection("race", "ann")));
                        }
                        return node.sendWithRetries(
                                "mutation ($input: SubmitScoreInput!) { submitScore(input: $input) { errors { code } } }",
                                Map.of("input", EntryRemovalClient.input("race", "ann", 1, "a")));
                    })
                    .toList());
        }
        removals.submit("race", "ann", 1, "a");
        long counted =
                server.database().sql().of("""
                    SELECT count(*) FROM score_submission AS s JOIN leaderboard AS l ON l.id = s.leaderboard_id
                    WHERE l.key = 'race' AND l.app_id = :app AND s.id & ((1::bigint << 40) - 1) > coalesce(
                        (SELECT max(r.number) FROM score_removal AS r
                         WHERE r.leaderboard_id = l.id AND r.restored_at IS NULL), 0)
                    """).bind("app", server.appId()).one(Long.class);
        assertThat(removals.entries("race", "ann")).hasSize(2).allMatch(entry -> entry.endsWith("} " + counted));
        removals.remove("race", "ann", Map.of());
        removals.restore("race", "ann", Map.of());
        assertThat(removals.entries("race", "ann")).hasSize(2).allMatch(entry -> entry.endsWith("} 86"));
    }
}
