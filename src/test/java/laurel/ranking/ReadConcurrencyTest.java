package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queries of concurrent requests share statements; each request gets its own results. */
@LaurelTest
class ReadConcurrencyTest {
    private static final int PARTICIPANTS = 20;
    private static final List<String> FIELDS = List.of(
            "standing(participant: {external: {externalId: \"who-N\"}}) { rank score }",
            "standing(participant: {external: {externalId: \"who-N\"}}) { score participant { externalId } }",
            "standingAt(place: {position: N}) { rank participant { externalId } }",
            "around(participant: {external: {externalId: \"who-N\"}}, above: 2, below: 1) { nodes { position"
                    + " participant { externalId } } }",
            "standings(first: N) { edges { node { rank score } } }",
            "standings(order: WORST_FIRST, last: N) { nodes { rank } } standing(participant: {external: {externalId:"
                    + " \"unknown-N\"}}) { rank }");

    @Inject
    LaurelServer server;

    private GraphQLClient client;

    @BeforeEach
    void start() {
        client = server.client();
        for (String board : List.of("board-0", "board-1")) {
            client.ask("mutation { createLeaderboard(input: {key: \"" + board
                    + "\", windowDefinitions: [{kind: ALL_TIME}]}) { __typename } }");
            for (int who = 0; who < PARTICIPANTS; who++) {
                client.ask("""
                        mutation { submitScore(input: {leaderboardKey: "%s", participant: {externalId: "who-%d"}, score: %d})
                          { __typename } }
                        """.formatted(board, who, board.hashCode() % 7 * who));
            }
        }
    }

    @Test
    void returnsTheSameResultsAsSequentialRequests() throws Exception {
        List<String> documents = IntStream.range(0, 600)
                .mapToObj(n -> "{ leaderboard(key: \"board-" + n / 6 % 3 + "\") { window(select: {relative:"
                        + " {definitionKey: \"all-time\"}}) { ranking { "
                        + FIELDS.get(n % FIELDS.size()).replace("N", "" + (1 + n / 7 % PARTICIPANTS)) + " } } } }")
                .toList();
        List<String> alone = documents.stream().map(this::answer).toList();
        List<FutureTask<String>> together = new ArrayList<>();
        try (var statements = Statements.of(server.bean(Sql.class))) {
            for (String document : documents) {
                together.add(new FutureTask<>(() -> answer(document)));
                Thread.ofVirtual().start(together.getLast());
            }
            for (int n = 0; n < documents.size(); n++) {
                assertThat(together.get(n).get()).as(documents.get(n)).isEqualTo(alone.get(n));
            }
            assertThat(statements.take())
                    .as("four for each request without batching")
                    .hasSizeLessThan(1800);
        }
    }

    private String answer(String document) {
        GraphQLClient.Answer answer = client.ask(document);
        assertThat(answer.at("errors")).as(document).isNull();
        return String.valueOf(answer.at("data"));
    }
}
