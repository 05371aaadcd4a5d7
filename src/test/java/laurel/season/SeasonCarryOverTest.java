package laurel.season;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.annotation.Introspected;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.ranking.PastRankComparison;
import laurel.ranking.PastRankComparison.RankAt;
import laurel.request.AppSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Seasons that carry over a fraction of the previous scores, or delete the previous season. */
class SeasonCarryOverTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final String SEASONS = "windowDefinitions: [{kind: SEASON}, {kind: ALL_TIME}]";
    private static final Map<String, String> EU = Map.of("region", "eu");
    private static final String PLACES = """
            SELECT w.id AS window_id, e.ranking_id, e.participant_id,
                   rank() OVER (PARTITION BY e.ranking_id ORDER BY e.sort_key, e.subscore_key) AS rank
            FROM entry AS e JOIN ranking AS r ON r.id = e.ranking_id JOIN leaderboard_window AS w ON w.id = r.window_id
            JOIN leaderboard AS l ON l.id = w.leaderboard_id
            WHERE l.key = :board AND w.name = :window
            """;

    private static final TickingClock CLOCK = new TickingClock(NOW);
    private static LaurelServer server;
    private static SeasonClient client;

    /** A standing with the rank of SQL's window function. */
    @Introspected
    record Stands(long windowId, long rankingId, long participantId, int rank) {}

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK, Map.of("laurel.rankindex.threshold", 20));
        client = new SeasonClient(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Map<String, Object> of(String region) {
        return Map.of("group", Map.of("region", region));
    }

    @Test
    void carriesOverFractionOfEachScore() {
        client.create("half", "updateMode: INCREMENT, decimals: 1, groupings: [[], [\"region\"]], " + SEASONS);
        client.start("half", Map.of());
        client.submit("half", "ann", "0.5", of("eu"));
        client.submit("half", "ben", "0.7", of("us"));
        client.submit("half", "cat", "-0.5", of("us"));
        client.submit("half", "dan", "9", of("us"));
        client.submit("half", "dan", "1.1", of("eu"));
        CLOCK.advance(Duration.ofHours(1));
        client.start("half", Map.of("carryOver", 0.5));
        // Half of 5, 7, -5 and 101 tenths, rounded half to even.
        assertThat(client.scores("half", "SEASON-2"))
                .isEqualTo(Map.of("ann", "0.2", "ben", "0.4", "cat", "-0.2", "dan", "5.0"));
        assertThat(client.scores("half", "SEASON-2", EU)).isEqualTo(Map.of("ann", "0.2", "dan", "5.0"));
        assertThat(client.scores("half", "SEASON-1"))
                .containsEntry("dan", "10.1")
                .containsEntry("ann", "0.5");
        assertThat(client.scores("half", "ALL-TIME"))
                .containsEntry("dan", "10.1")
                .containsEntry("ann", "0.5");
        String added = client.submit("half", "ann", "3", of("us")).text("submission", "id");
        assertThat(client.scores("half", "SEASON-2")).containsEntry("ann", "3.2");
        assertThat(client.scores("half", "SEASON-2", EU)).isEqualTo(Map.of("dan", "5.0"));
        remove(added);
        assertThat(client.scores("half", "SEASON-2")).containsEntry("ann", "0.2");
        assertThat(client.scores("half", "SEASON-2", EU)).containsEntry("ann", "0.2");
    }

    private static void remove(String id) {
        client.graphQL()
                .ask(
                        "mutation ($id: ID!) { removeSubmission(input: {submissionId: $id})"
                                + " { submission { id } } }",
                        Map.of("id", id))
                .text("data", "removeSubmission", "submission", "id");
    }

    @Test
    void returnsPreviousSeasonOfCarriedScore() {
        client.create("from", SEASONS);
        client.start("from", Map.of());
        client.submit("from", "ann", 8, Map.of());
        CLOCK.advance(Duration.ofHours(1));
        client.start("from", Map.of("carryOver", 0.25));
        Answer submission = client.ask("from", """
                window(select: {name: {name: "SEASON-2"}}) { ranking { standings { edges { node { submissions { edges { node {
                  id score achievedAt carriedFrom { name } } } } } } } } }
                """)
                .node("ranking", "standings", "edges", 0, "node", "submissions", "edges", 0, "node");
        assertThat(submission.text("score")).isEqualTo("2");
        assertThat(submission.text("carriedFrom", "name")).isEqualTo("SEASON-1");
        assertThat(submission.text("achievedAt"))
                .isEqualTo(client.season("from", 2).text("startsAt"));
        remove(submission.text("id"));
        assertThat(client.scores("from", "SEASON-2")).isEmpty();
    }

    /** Enough entries for a rank index, many of them equal. The entries equal those derived from the ledger. */
    @Test
    void derivesCarriedEntriesFromLedgerAndIndexesThem() {
        var random = new Random(5);
        for (String order : List.of("ASCENDING", "DESCENDING")) {
            String board = "derived-" + order.toLowerCase(Locale.ROOT);
            client.create(board, "sortOrder: " + order + ", groupings: [[], [\"region\"]], " + SEASONS);
            client.start(board, Map.of());
            Map<String, Integer> scores = new HashMap<>();
            for (int n = 0; n < 120; n++) {
                int score = random.nextInt(60) - 30;
                scores.put("who-" + n, score);
                client.submit(board, "who-" + n, score, of(n % 3 == 0 ? "eu" : "us"));
            }
            CLOCK.advance(Duration.ofHours(1));
            client.start(board, Map.of("carryOver", 0.75));
            Map<String, String> expected = new HashMap<>();
            scores.forEach((who, score) -> expected.put(who, part(score, "0.75")));
            assertThat(client.scores(board, "SEASON-2")).isEqualTo(expected);
            checkRanks(board, 240);
            checkIndex(board);
            client.submit(board, "who-0", 1_000, of("us"));
            client.submit(board, "who-1", -1_000, of("us"));
            checkRanks(board, 240);
            checkIndex(board);
        }
    }

    private static String part(int score, String fraction) {
        return new BigDecimal(score)
                .multiply(new BigDecimal(fraction))
                .setScale(0, RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    private static void checkRanks(String board, int entries) {
        List<Stands> places = server.database()
                .sql()
                .of(PLACES)
                .bind("board", board)
                .bind("window", "SEASON-2")
                .list(Stands.class);
        assertThat(places).hasSize(entries);
        Map<RankAt, Integer> counted = new HashMap<>();
        places.forEach(
                place -> counted.put(new RankAt(place.rankingId, place.participantId, CLOCK.instant()), place.rank));
        assertThat(PastRankComparison.of(server, AppSource.DEFAULT_APP, counted.keySet()))
                .isEqualTo(counted);
    }

    private static void checkIndex(String board) {
        Answer checked = new JobClient(server).result("checkRankings", Map.of("leaderboardKey", board));
        assertThat(checked.list("wrongRankings")).isEmpty();
        // Everyone and both regions, in both seasons and in the all-time window.
        assertThat(checked.at("checkedCount")).isEqualTo(9);
        assertThat(Integer.parseInt(checked.text("indexRowCount"))).isGreaterThanOrEqualTo(9);
    }

    /** The grace period of the previous season ends early: late submissions would not be carried over. */
    @Test
    void closesPreviousSeasonOnCarryOver() {
        client.create("cut", SEASONS);
        client.start("cut", Map.of());
        client.submit("cut", "ann", 8, Map.of());
        Instant in = CLOCK.instant();
        CLOCK.advance(Duration.ofMinutes(1));
        Answer second = client.start("cut", Map.of("carryOver", 1));
        assertThat(client.season("cut", 1).text("window", "finalizesAt")).isEqualTo(second.text("startsAt"));
        assertThat(client.season("cut", 1).text("state")).isEqualTo("FINAL");
        Map<String, String> late = Map.of("achievedAt", in.toString());
        assertThat(client.acceptingWindows("cut", "ben", 9, late)).containsExactly("ALL-TIME");
        // Also on a node with a slow clock, by which the previous season is open.
        try (var behind = LaurelServer.on(server.database(), new TickingClock(in))) {
            assertThat(new SeasonClient(behind).acceptingWindows("cut", "ben", 10, late))
                    .containsExactly("ALL-TIME");
        }
        assertThat(client.scores("cut", "SEASON-1")).isEqualTo(Map.of("ann", "8"));
        assertThat(client.scores("cut", "SEASON-2")).isEqualTo(Map.of("ann", "8"));
    }

    @Test
    void deletesPreviousSeasonThatIsNotRetained() {
        client.create("gone", SEASONS);
        client.start("gone", Map.of());
        client.submit("gone", "ann", 8, Map.of());
        CLOCK.advance(Duration.ofMinutes(1));
        client.start("gone", Map.of("retainPrevious", false, "carryOver", 0.5));
        assertThat(client.season("gone", 1).text("state")).isEqualTo("EXPIRED");
        assertThat(client.season("gone", 1).text("window", "name")).isEqualTo("SEASON-1");
        assertThat(client.scores("gone", "SEASON-1")).isEmpty();
        assertThat(client.scores("gone", "SEASON-2")).isEqualTo(Map.of("ann", "4"));
        assertThat(client.scores("gone", "ALL-TIME")).isEqualTo(Map.of("ann", "8"));
    }

    /** Seasons without submissions carry over the scores that were carried over to them. */
    @Test
    void startsSeveralDueSeasonsInOrder() {
        client.create("turns", SEASONS);
        client.start("turns", Map.of());
        client.submit("turns", "ann", 16, Map.of());
        for (int n = 1; n <= 3; n++) {
            client.start(
                    "turns",
                    Map.of(
                            "carryOver",
                            0.5,
                            "startsAt",
                            CLOCK.instant().plus(Duration.ofDays(n)).toString()));
        }
        CLOCK.advance(Duration.ofDays(10));
        client.submit("turns", "ben", 1, Map.of());
        assertThat(client.scores("turns", "SEASON-2")).isEqualTo(Map.of("ann", "8"));
        assertThat(client.scores("turns", "SEASON-3")).isEqualTo(Map.of("ann", "4"));
        assertThat(client.scores("turns", "SEASON-4")).isEqualTo(Map.of("ann", "2", "ben", "1"));
    }
}
