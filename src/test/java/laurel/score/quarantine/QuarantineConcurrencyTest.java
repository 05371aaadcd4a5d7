package laurel.score.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.Together;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Submissions are approved while others of the same participant arrive, on two nodes. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class QuarantineConcurrencyTest {
    private static final String APPROVE =
            "mutation ($id: ID!) { approveSubmission(input: {submissionId: $id}) { errors { code } } }";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private QuarantineClient client;

    @BeforeEach
    void start() {
        client = new QuarantineClient(server);
        client.create("sum", "INCREMENT", "maxStep: 10");
    }

    @Test
    void countsAllThatArriveMeanwhile() {
        List<String> ids = IntStream.range(0, 10)
                .mapToObj(n -> client.quarantine("sum", "ann", 100))
                .toList();
        try (var second = server.secondNode(clock)) {
            List<GraphQLClient> nodes = List.of(server.client(), second.client());
            Together.all(4, writer -> IntStream.range(0, 10)
                    .mapToObj(n -> {
                        GraphQLClient node = nodes.get((writer + n) % 2);
                        return writer == 0
                                ? node.sendWithRetries(APPROVE, Map.of("id", ids.get(n)))
                                : node.sendWithRetries(
                                        QuarantineClient.SUBMIT,
                                        Map.of("input", QuarantineClient.input("sum", "ann", 1)));
                    })
                    .toList());
        }
        assertThat(client.standings("sum")).containsExactly("1 ann 1030");
        assertThat(new JobClient(server).result("checkRankings", Map.of()).at("wrongCount"))
                .isEqualTo(0);
    }

    @Test
    void approvesOnceIfSeveralApprove() {
        String id = client.quarantine("sum", "ann", 100);
        try (var second = server.secondNode(clock)) {
            List<GraphQLClient> nodes = List.of(server.client(), second.client());
            List<String> errors = Together.all(6, n -> nodes.get(n % 2)
                    .sendWithRetries(APPROVE, Map.of("id", id))
                    .list("data", "approveSubmission", "errors")
                    .toString());
            assertThat(errors.stream().filter("[]"::equals)).hasSize(1);
            assertThat(errors.stream().filter(error -> error.contains("code=ALREADY_APPROVED")))
                    .hasSize(5);
        }
        assertThat(client.standings("sum")).containsExactly("1 ann 100");
    }
}
