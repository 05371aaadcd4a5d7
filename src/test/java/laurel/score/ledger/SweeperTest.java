package laurel.score.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboards;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What boards that are gone have left is removed, all of it and nothing else, in parts and by whoever comes. */
class SweeperTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final String LEFT = "SELECT (SELECT count(*) FROM entry) || ' ' || (SELECT count(*) FROM block)"
            + " || ' ' || (SELECT count(*) FROM final_standing)"
            + " || ' ' || (SELECT count(*) FROM score_submission)"
            + " || ' ' || (SELECT count(*) FROM ranking_deletion) || ' ' || (SELECT count(*) FROM leaderboard_deletion)";

    private static LaurelServer server;
    private static ScoreClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                new TickingClock(NOW),
                Map.of(
                        "laurel.windows.open-every",
                        "1h",
                        "laurel.sweep.every",
                        "1h",
                        "laurel.sweep.part",
                        7,
                        "laurel.index.from",
                        5));
        client = new ScoreClient(server.client());
        fill("kept", 30);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Entries of two windows: many of one score, and one who sent more than a part takes. */
    private static void fill(String board, int participants) {
        client.create(board, "MAX", "{kind: DAILY}, {kind: ALL_TIME}");
        List<Map<String, Object>> batch = IntStream.range(0, participants)
                .mapToObj(n -> ScoreClient.score(board, "who-" + Math.max(n, 10), n % 3))
                .toList();
        assertThat(client.submitAll(batch).at("acceptedCount")).isEqualTo(participants);
    }

    /** As if every window were final: what stands in it is there once more. */
    private static void finish(String board) {
        server.database().sql().of("""
                        INSERT INTO final_standing
                        SELECT e.ranking_id, n, e.participant_id, sort_key, subscore_key, tie_key, achieved_at,
                               submission_id, e.metadata, 1, 1, row_number() OVER (PARTITION BY e.ranking_id, n), 0, 1
                        FROM entry AS e JOIN ranking AS r ON r.id = e.ranking_id
                        JOIN leaderboard AS l ON l.id = r.leaderboard_id, generate_series(1, 2) AS n
                        WHERE l.key = :board
                        """).bind("board", board).execute();
    }

    private static void delete(String board) {
        server.bean(Leaderboards.class).delete(1, board, 1, NOW);
    }

    @Test
    void everythingOfAGoneBoardAndNothingElse() {
        String before = left();
        fill("gone", 30);
        fill("gone-too", 7);
        fill("empty", 0);
        finish("gone");
        List.of("gone", "gone-too", "empty").forEach(SweeperTest::delete);
        assertThat(left()).isNotEqualTo(before);
        server.bean(Sweeper.class).sweep();
        assertThat(left()).isEqualTo(before);
        assertThat(client.stands("kept", "ALL-TIME")).hasSize(20);
    }

    /** As if a node had stopped after one part, and as many going on as like to. */
    @Test
    void whoeverComesGoesOn() {
        String before = left();
        IntStream.range(0, 6).forEach(n -> fill("left-" + n, 25));
        IntStream.range(0, 6).forEach(n -> delete("left-" + n));
        SweepRepository repository = server.bean(SweepRepository.class);
        server.bean(Sql.class).useTransaction(() -> {
            long ranking = repository.nextRanking().orElseThrow();
            repository.sweepEntries(ranking, SweepRepository.Place.START, 3);
        });
        Together.all(4, n -> {
            server.bean(Sweeper.class).sweep();
            return n;
        });
        // Who found the last ones taken has left them to the others.
        assertThat(left()).isEqualTo(before);
    }

    private static String left() {
        return server.database().sql().of(LEFT).one(String.class);
    }
}
