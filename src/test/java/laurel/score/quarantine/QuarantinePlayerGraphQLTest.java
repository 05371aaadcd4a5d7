package laurel.score.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Players see their own quarantined submissions, and not those of others. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class QuarantinePlayerGraphQLTest {
    private static final String VIEWER = """
            query ($status: SubmissionStatus) { viewer { submissions(status: $status) { nodes {
              id status score quarantine { reasons decision decisionReason } } } } }
            """;

    @Inject
    LaurelServer server;

    private QuarantineClient client;

    @BeforeEach
    void start() {
        client = new QuarantineClient(server);
        client.create("sum", "INCREMENT", "maxStep: 10, playerSubmissions: true");
        client.submit("sum", "ann", 5);
    }

    @Test
    void showsPlayerItsOwnSubmissionsOnly() {
        String ofBen = client.quarantine("sum", "ben", 100);
        GraphQLClient ann = player("ann");
        Answer sent = ann.ask("""
                        mutation { submitScore(input: {leaderboardKey: "sum", participant: {externalId: "ann"}, score: 50}) {
                          receipt { status submission { id quarantine { reasons } } } } }
                        """).node("data", "submitScore", "receipt");
        assertThat(sent.at("status")).isEqualTo("QUARANTINED");
        String id = sent.text("submission", "id");
        client.decide("rejectSubmission", Map.of("submissionId", id, "reason", "too far"));
        client.quarantine("sum", "ann", 60);
        assertThat(viewer(ann, null))
                .containsExactly(
                        "60 QUARANTINED {reasons=[STEP], decision=null, decisionReason=null}",
                        "50 REJECTED {reasons=[STEP], decision=REJECTED, decisionReason=too far}",
                        "5 COUNTED null");
        assertThat(viewer(ann, "QUARANTINED")).hasSize(1);
        assertThat(viewer(player("newcomer"), null)).isEmpty();
        assertThat(status(ann, id)).isEqualTo("REJECTED");
        assertThat(status(ann, ofBen)).isNull();
        assertThat(status(player("newcomer"), ofBen)).isNull();
        assertThat(status(player("ben"), ofBen)).isEqualTo("QUARANTINED");
        assertThat(status(client.graphQL(), ofBen)).isEqualTo("QUARANTINED");
    }

    private GraphQLClient player(String who) {
        return server.client(client.graphQL()
                .ask("mutation { createPlayerToken(input: {participant: {externalId: \"" + who + "\"}}) { token } }")
                .text("data", "createPlayerToken", "token"));
    }

    private static List<String> viewer(GraphQLClient player, @Nullable String status) {
        Map<String, Object> variables = status == null ? Map.of() : Map.of("status", status);
        return player.ask(VIEWER, variables).list("data", "viewer", "submissions", "nodes").stream()
                .map(node -> node.at("score") + " " + node.at("status") + " " + node.at("quarantine"))
                .toList();
    }

    private static @Nullable Object status(GraphQLClient caller, String id) {
        Answer node = caller.ask("{ node(id: \"" + id + "\") { ... on ScoreSubmission { status } } }");
        return node.at("data", "node") == null ? null : node.at("data", "node", "status");
    }

    @Test
    void hidesLimitsAndDecidersFromPlayers() {
        GraphQLClient ann = player("ann");
        for (String query : List.of(
                "{ leaderboard(key: \"sum\") { maxStep } }",
                "{ leaderboard(key: \"sum\") { maxSubmissionRate { duration } } }",
                "{ viewer { submissions { nodes { quarantine { decidedBy } } } } }",
                "{ submissions(filter: {status: QUARANTINED}) { nodes { id } } }",
                "mutation { approveSubmission(input: {submissionId: \"x\"}) { errors { code } } }")) {
            assertThat(ann.send(query, Map.of()).at("errors", 0, "extensions", "code"))
                    .as(query)
                    .isEqualTo("FORBIDDEN");
        }
    }
}
