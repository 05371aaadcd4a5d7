package laurel.score.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Submissions are approved while others of the same participant arrive, on two nodes. */
class QuarantineConcurrencyTest {
    private static final String APPROVE =
            "mutation ($id: ID!) { approveSubmission(input: {submissionId: $id}) { errors { code } } }";

    private static final TickingClock CLOCK = new TickingClock(Instant.parse("2025-07-13T12:00:00Z"));
    private static LaurelServer service;
    private static LaurelServer secondNode;

    private LaurelServer server;
    private List<GraphQLClient> nodes;
    private QuarantineClient client;

    @BeforeAll
    static void start() {
        service = LaurelServer.shared(CLOCK);
        secondNode = service.secondNode(CLOCK);
    }

    @AfterAll
    static void stop() {
        secondNode.close();
        service.close();
    }

    @BeforeEach
    void inNewApp() {
        server = service.inNewApp();
        nodes = List.of(server.client(), secondNode.client().in(server.appKey()));
        client = new QuarantineClient(server);
        client.create("sum", "INCREMENT", "maxStep: 10");
    }

    @Test
    void countsAllThatArriveMeanwhile() {
        List<String> ids = IntStream.range(0, 10)
                .mapToObj(n -> client.quarantine("sum", "ann", 100))
                .toList();
        Together.all(4, writer -> IntStream.range(0, 10)
                .mapToObj(n -> {
                    GraphQLClient node = nodes.get((writer + n) % 2);
                    return writer == 0
                            ? node.sendWithRetries(APPROVE, Map.of("id", ids.get(n)))
                            : node.sendWithRetries(
                                    QuarantineClient.SUBMIT, Map.of("input", QuarantineClient.input("sum", "ann", 1)));
                })
                .toList());
        assertThat(client.standings("sum")).containsExactly("1 ann 1030");
        assertThat(new JobClient(server).result("checkRankings", Map.of()).at("wrongCount"))
                .isEqualTo(0);
    }

    @Test
    void approvesOnceIfSeveralApprove() {
        String id = client.quarantine("sum", "ann", 100);
        List<String> errors = Together.all(6, n -> nodes.get(n % 2)
                .sendWithRetries(APPROVE, Map.of("id", id))
                .list("data", "approveSubmission", "errors")
                .toString());
        assertThat(errors.stream().filter("[]"::equals)).hasSize(1);
        assertThat(errors.stream().filter(error -> error.contains("code=ALREADY_APPROVED")))
                .hasSize(5);
        assertThat(client.standings("sum")).containsExactly("1 ann 100");
    }
}
