package laurel.score.restriction;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Restrictions in a whole app hold on each of its leaderboards. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class AppRestrictionGraphQLTest {
    private static final String DAY = "2025-07-13";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private RestrictionClient client;

    @BeforeEach
    void start() {
        client = new RestrictionClient(server);
    }

    private void create(String board) {
        client.create(board, "MAX");
        client.submit(board, "ann", 5, "a");
        client.submit(board, "bob", 3, "a");
    }

    @Test
    void restrictsInWholeAppAndOnOneLeaderboard() {
        create("one");
        create("two");
        client.change("banParticipant", null, "ann");
        client.change("hideParticipant", "two", "ann");
        assertThat(client.standings("one", DAY)).containsExactly("1 bob 3");
        assertThat(client.standings("two", DAY)).containsExactly("1 bob 3");

        client.change("unbanParticipant", null, "ann");
        assertThat(client.standings("one", DAY)).containsExactly("1 ann 5", "2 bob 3");
        assertThat(client.standings("two", DAY)).containsExactly("1 bob 3");

        client.change("unhideParticipant", "two", "ann");
        assertThat(client.standings("two", DAY)).containsExactly("1 ann 5", "2 bob 3");
    }

    @Test
    void restrictsOnMoreLeaderboardsThanOneRequestSettles() {
        List<String> boards =
                IntStream.rangeClosed(1, 105).mapToObj(i -> "many-" + i).toList();
        boards.forEach(board -> client.create(board, "MAX"));
        new ScoreClient(server.client())
                .submitAll(boards.stream()
                        .flatMap(board -> Stream.of(
                                RestrictionClient.input(board, "ann", 5, "a"),
                                RestrictionClient.input(board, "bob", 3, "a")))
                        .toList());
        client.change("banParticipant", null, "ann");
        assertThat(boards)
                .filteredOn(board -> client.standings(board, DAY).size() == 1)
                .hasSize(100);
        client.expire(clock.instant());
        assertThat(boards)
                .allSatisfy(board -> assertThat(client.standings(board, DAY)).containsExactly("1 bob 3"));

        client.change("unbanParticipant", null, "ann");
        client.expire(clock.instant());
        assertThat(boards)
                .allSatisfy(board -> assertThat(client.standings(board, DAY)).containsExactly("1 ann 5", "2 bob 3"));
    }
}
