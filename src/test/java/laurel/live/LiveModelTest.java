package laurel.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import laurel.Tries;
import laurel.change.Outbox;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random submissions, removals of submissions and entries, moves between groups and incomplete changes, in several windows and
 * groups, while subscribers join, leave and resume: the copy of each is always equal to the database.
 */
class LiveModelTest {
    private static final List<Map<String, Object>> RANKINGS = List.of(
            LiveBoard.current("daily"),
            LiveBoard.current("all-time"),
            Map.of("window", Map.of("relative", Map.of("definitionKey", "daily")), "group", Map.of("region", "eu")));

    private final LiveBoard board =
            new LiveBoard("windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}], groupings: [[], [\"region\"]]");
    private final List<String> submissions = new ArrayList<>();
    private final List<LiveClient> clients = new ArrayList<>();

    @AfterEach
    void close() {
        board.close();
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Tries.of(1, 20));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void givesRankingWhenDifferencesAreApplied(long seed) {
        Random random = new Random(seed);
        RANKINGS.forEach(ranking -> {
            clients.add(new LiveClient.OfTop(board, ranking, 3));
            clients.add(new LiveClient.OfTop(board, ranking, 40));
            clients.add(new LiveClient.OfRanks(board, ranking, false, "p1", "p2", "p19"));
            clients.add(new LiveClient.OfRanks(board, ranking, true, "p2", "p3", "p4", "p5"));
            clients.add(new LiveClient.OfAround(board, ranking, "p6", 2, 2, false));
            clients.add(new LiveClient.OfAround(board, ranking, "p6", 0, 3, false));
            clients.add(new LiveClient.OfAround(board, ranking, "p7", 0, 0, false));
            clients.add(new LiveClient.OfAround(board, ranking, "p8", 1, 2, true));
            clients.add(new LiveClient.OfAround(board, ranking, "p9", 30, 1, false));
        });
        clients.forEach(LiveClient::subscribe);
        for (int tick = 0; tick < Tries.of(30, 60); tick++) {
            for (int n = random.nextInt(5); n > 0; n--) {
                change(random);
            }
            board.evaluate();
            clients.forEach(client -> client.check(board));
            clients.forEach(client -> client.subscribeOrLeave(random));
        }
        assertThat(clients.stream().mapToInt(LiveClient::resumed).sum()).isGreaterThan(10);
    }

    private void change(Random random) {
        board.clock.advance(Duration.ofSeconds(random.nextInt(3)));
        switch (random.nextInt(18)) {
            case 0, 1, 2 -> remove(random);
            case 14 -> correctEntry(random, "removeEntry");
            case 15 -> correctEntry(random, "restoreEntry");
            case 16 -> correctEntry(random, "hideParticipant");
            case 17 -> correctEntry(random, "unhideParticipant");
            case 3 -> recordIncompleteChange();
            case 4 -> board.clock.advance(Duration.ofHours(random.nextInt(30)));
            default -> {
                String group = "{region: \"" + (random.nextBoolean() ? "eu" : "us") + "\"}";
                submissions.add(board.submit("p" + random.nextInt(20), random.nextInt(8), group));
            }
        }
    }

    private void remove(Random random) {
        if (!submissions.isEmpty()) {
            board.client.ask(
                    "mutation ($id: ID!) { removeSubmission(input: {submissionId: $id}) { errors { code } } }",
                    Map.of("id", submissions.get(random.nextInt(submissions.size()))));
        }
    }

    /** Removes, restores or hides an entry, if the participant has one, or shows it again. */
    private void correctEntry(Random random, String mutation) {
        board.client.ask("mutation { " + mutation
                + "(input: {leaderboardKey: \"board\", participant: {external: {externalId: \"p" + random.nextInt(20)
                + "\"}}}) { errors { code } } }");
    }

    /** A change without moves. */
    private void recordIncompleteChange() {
        board.server.bean(Sql.class).useTransaction(() -> board.server
                .bean(Outbox.class)
                .appendWithoutMoves(board.board().id(), board.clock.instant()));
    }
}
