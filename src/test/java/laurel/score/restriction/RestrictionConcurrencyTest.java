package laurel.score.restriction;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import laurel.score.StoredEntry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Participants are banned and hidden while scores are submitted, on two nodes. */
class RestrictionConcurrencyTest {
    private static final String SUBMIT =
            "mutation ($input: SubmitScoreInput!) { submitScore(input: $input) { receipt { status } errors { code } } }";
    private static final List<String> BOARDS = List.of("race-a", "race-b", "race-c");

    private static final TickingClock CLOCK = new TickingClock(Instant.parse("2025-07-13T12:00:00Z"));
    private static LaurelServer service;
    private static LaurelServer secondNode;

    private LaurelServer server;
    private List<GraphQLClient> nodes;
    private RestrictionClient client;

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
        client = new RestrictionClient(server);
        BOARDS.forEach(board -> client.create(board, "INCREMENT"));
        client.submit("race-a", "ann", 1, "a");
    }

    private boolean submits(GraphQLClient node, String board) {
        return node.sendWithRetries(SUBMIT, Map.of("input", RestrictionClient.input(board, "ann", 1, "a")))
                        .at("data", "submitScore", "receipt")
                != null;
    }

    private int change(GraphQLClient node, String mutation) {
        String document = RestrictionClient.mutation(mutation);
        String sent = mutation.startsWith("opt")
                ? document.substring(0, document.indexOf("restriction {")) + "errors { code } } }"
                : document;
        node.sendWithRetries(sent, Map.of("input", RestrictionClient.scope(null, "ann")));
        return 0;
    }

    /** The first writer bans in the middle; the others count what is accepted on their leaderboard. */
    @Test
    void countsNothingOfBannedParticipantAndEverythingThatWasAcceptedAfterwards() {
        List<Integer> accepted = Together.all(
                7,
                writer -> writer == 0
                        ? change(nodes.getFirst(), "banParticipant")
                        : (int) IntStream.range(0, 10)
                                .filter(n -> submits(nodes.get((writer + n) % 2), BOARDS.get(writer % 3)))
                                .count());
        for (int n = 0; n < BOARDS.size(); n++) {
            assertThat(StoredEntry.of(server, BOARDS.get(n))).isEmpty();
            assertThat(submits(nodes.get(n % 2), BOARDS.get(n))).isFalse();
        }
        client.change("unbanParticipant", null, "ann");
        checkSums(accepted);
    }

    private void checkSums(List<Integer> accepted) {
        for (int n = 0; n < BOARDS.size(); n++) {
            int board = n;
            int sum = (n == 0 ? 1 : 0)
                    + IntStream.range(1, accepted.size())
                            .filter(writer -> writer % 3 == board)
                            .map(accepted::get)
                            .sum();
            List<String> expected = sum == 0 ? List.of() : List.of("{\"team\": \"a\"} " + sum, "{} " + sum);
            assertThat(StoredEntry.of(server, BOARDS.get(n), "ALL-TIME", "ann")).isEqualTo(expected);
            assertThat(StoredEntry.of(server, BOARDS.get(n), "2025-07-13", "ann"))
                    .isEqualTo(expected);
        }
    }

    /** All submissions to a participant that is hidden and shown, or opts out and in, are accepted, and count in the end. */
    @ParameterizedTest
    @CsvSource({"hideParticipant, unhideParticipant", "optOutOfRankings, optInToRankings"})
    void losesNothingWhileParticipantIsHiddenAndShown(String hide, String show) {
        Together.all(7, writer -> IntStream.range(0, 10)
                .map(n -> writer == 0
                        ? change(nodes.get(n / 2 % 2), n % 2 == 0 ? hide : show)
                        : (submits(nodes.get((writer + n) % 2), BOARDS.get(writer % 3)) ? 1 : 0))
                .sum());
        checkSums(List.of(0, 10, 10, 10, 10, 10, 10));
        change(server.client(), hide);
        assertThat(StoredEntry.of(server, "race-a")).isEmpty();
        change(server.client(), show);
        checkSums(List.of(0, 10, 10, 10, 10, 10, 10));
        assertThat(server.database()
                        .sql()
                        .of("SELECT app_id FROM restriction_task")
                        .list(Integer.class))
                .isEmpty();
    }
}
