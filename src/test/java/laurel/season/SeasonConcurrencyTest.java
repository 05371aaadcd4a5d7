package laurel.season;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Seasons are started concurrently on two nodes during submissions: each starts once, and each score counts in exactly one
 * season.
 */
class SeasonConcurrencyTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");

    private static final TickingClock CLOCK = new TickingClock(NOW);
    private static LaurelServer server;
    private static LaurelServer secondNode;
    private static List<SeasonClient> nodes;

    @BeforeAll
    static void start() {
        server = LaurelServer.shared(CLOCK);
        secondNode = server.secondNode(CLOCK);
        nodes = List.of(new SeasonClient(server), new SeasonClient(secondNode));
    }

    @AfterAll
    static void stop() {
        secondNode.close();
        server.close();
    }

    @Test
    void startsNextSeasonOnceIfManyTry() {
        SeasonClient client = nodes.getFirst();
        client.create("wanted", "windowDefinitions: [{kind: SEASON}]");
        for (int number = 1; number <= 3; number++) {
            int version = client.version("wanted");
            List<Answer> answers =
                    Together.all(12, n -> nodes.get(n % 2).start("wanted", version, Map.of("name", "by " + n)));
            List<Answer> won =
                    answers.stream().filter(answer -> answer.at("code") == null).toList();
            assertThat(won).hasSize(1);
            assertThat(won.getFirst().at("number")).isEqualTo(number);
            assertThat(nodes.getLast().season("wanted", number).at("name"))
                    .isEqualTo(won.getFirst().at("name"));
            assertThat(answers.stream().filter(answer -> "VERSION_CONFLICT".equals(answer.at("code"))))
                    .hasSize(11);
            CLOCK.advance(Duration.ofMinutes(1));
        }
    }

    /**
     * Submissions on both nodes and two schedulers find the season due. Each participant has points in at least one season.
     */
    @Test
    void startsDueSeasonOnceFromSubmissionsAndSchedulers() {
        SeasonClient client = nodes.getFirst();
        client.create("due", "updateMode: INCREMENT, windowDefinitions: [{kind: SEASON}, {kind: ALL_TIME}]");
        client.start("due", Map.of());
        for (int round = 1; round <= 5; round++) {
            client.start(
                    "due", Map.of("startsAt", CLOCK.instant().plusSeconds(60).toString(), "carryOver", 1));
            int version = client.version("due");
            CLOCK.advance(Duration.ofMinutes(1));
            Together.all(8, n -> {
                LaurelServer node = n % 2 == 0 ? server : secondNode;
                Leaderboard board = node.bean(Leaderboards.class)
                        .byKey(server.appId(), "due")
                        .orElseThrow();
                if (n < 2) {
                    node.bean(SeasonStarts.class).startDue(board, Instant.MIN, CLOCK.instant());
                    return n;
                }
                assertThat(nodes.get(n % 2).acceptingWindows("due", "who-" + n, 1, Map.of()))
                        .hasSize(2);
                return n;
            });
            assertThat(client.version("due")).isEqualTo(version + 1);
            assertThat(client.scores("due", "SEASON-" + (round + 1)))
                    .isEqualTo(client.scores("due", "ALL-TIME"))
                    .hasSize(6)
                    .containsEntry("who-7", Integer.toString(round));
        }
        long started = server.database()
                .sql()
                .of("SELECT count(*) FROM event WHERE event_type = 'SEASON_STARTED' AND leaderboard_id ="
                        + " (SELECT id FROM leaderboard WHERE app_id = :app AND key = 'due')")
                .bind("app", server.appId())
                .one(Long.class);
        assertThat(started).isEqualTo(6);
    }

    /** All points of the previous season are carried over, and none is added to it afterwards. */
    @Test
    void carriesOverEveryScoreUnderLoad() {
        SeasonClient client = nodes.getFirst();
        client.create("slips", "updateMode: INCREMENT, windowDefinitions: [{kind: SEASON}, {kind: ALL_TIME}]");
        client.start("slips", Map.of());
        CLOCK.advance(Duration.ofMinutes(1));
        Instant late = CLOCK.instant().minusSeconds(30);
        int version = client.version("slips");
        Together.all(9, n -> {
            SeasonClient node = nodes.get(n % 2);
            if (n == 4) {
                return node.start("slips", version, Map.of("carryOver", 1));
            }
            for (int time = 0; time < 15; time++) {
                node.submit("slips", "who-" + n, 1, Map.of("achievedAt", late.toString()));
            }
            return node;
        });
        assertThat(client.season("slips", 2).text("state")).isEqualTo("OPEN");
        assertThat(client.scores("slips", "SEASON-2")).isEqualTo(client.scores("slips", "SEASON-1"));
        assertThat(client.scores("slips", "ALL-TIME")).hasSize(8).containsEntry("who-0", "15");
    }
}
