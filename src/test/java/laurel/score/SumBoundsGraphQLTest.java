package laurel.score;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.Test;

@LaurelTest
class SumBoundsGraphQLTest {
    private static final String CREATE = """
            mutation { createLeaderboard(input: {key: "bounded", updateMode: INCREMENT, minScore: 0, maxScore: 100}) {
              leaderboard { id } } }
            """;
    private static final String REMOVE = """
            mutation ($id: ID!) { removeSubmission(input: {submissionId: $id}) { changes { score } } }
            """;

    @Inject
    LaurelServer server;

    @Test
    void acceptsSubmissionThatBringsSumNearerToItsBounds() {
        GraphQLClient client = server.client();
        ScoreClient scores = new ScoreClient(client);
        client.ask(CREATE).text("data", "createLeaderboard", "leaderboard", "id");
        String fifty = scores.submit(ScoreClient.score("bounded", "ann", 50)).text("submission", "id");
        scores.submit(ScoreClient.score("bounded", "ann", -50));
        assertThat(client.ask(REMOVE, Map.of("id", fifty)).at("data", "removeSubmission", "changes", 0, "score"))
                .isEqualTo("-50");
        for (int further : new int[] {0, -1, 151}) {
            assertThat(scores.submit(ScoreClient.score("bounded", "ann", further))
                            .at("code"))
                    .as("%s", further)
                    .isEqualTo("SCORE_OUT_OF_BOUNDS");
        }
        assertThat(scores.submit(ScoreClient.score("bounded", "ann", 10)).at("changes", 0, "score"))
                .isEqualTo("-40");
        assertThat(scores.submit(ScoreClient.score("bounded", "ann", 50)).at("changes", 0, "score"))
                .isEqualTo("10");
    }
}
