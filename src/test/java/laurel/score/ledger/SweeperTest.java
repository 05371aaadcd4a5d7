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

/** Rows of deleted leaderboards, and no others, are removed in parts, by any node. */
class SweeperTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final String ROW_COUNTS =
            "SELECT (SELECT count(*) FROM entry) || ' ' || (SELECT count(*) FROM rankindex_node)"
                    + " || ' ' || (SELECT count(*) FROM final_standing)"
                    + " || ' ' || (SELECT count(*) FROM score_submission)"
                    + " || ' ' || (SELECT count(*) FROM ranking_deletion) || ' ' || (SELECT count(*) FROM leaderboard_deletion)";

    private static LaurelServer server;
    private static ScoreClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                new TickingClock(NOW), Map.of("laurel.sweep.batch-size", 7, "laurel.rankindex.threshold", 5));
        client = new ScoreClient(server.client());
        create("kept", 30);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Creates entries in two windows: many with equal scores, and a participant with more submissions than one part. */
    private static void create(String board, int participants) {
        client.create(board, "MAX", "{kind: DAILY}, {kind: ALL_TIME}");
        List<Map<String, Object>> batch = IntStream.range(0, participants)
                .mapToObj(n -> ScoreClient.score(board, "who-" + Math.max(n, 10), n % 3))
                .toList();
        assertThat(client.submitAll(batch).at("acceptedCount")).isEqualTo(participants);
    }

    /** Stores final standings of every window, in two revisions. */
    private static void storeFinalStandings(String board) {
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
    void removesAllRowsOfDeletedLeaderboardsAndNoOthers() {
        String before = rowCounts();
        create("deleted", 30);
        create("deleted-too", 7);
        create("empty", 0);
        storeFinalStandings("deleted");
        List.of("deleted", "deleted-too", "empty").forEach(SweeperTest::delete);
        assertThat(rowCounts()).isNotEqualTo(before);
        server.bean(Sweeper.class).sweep();
        assertThat(rowCounts()).isEqualTo(before);
        assertThat(client.scores("kept", "ALL-TIME")).hasSize(20);
    }

    /** One node stops after a part, and four continue at the same time. */
    @Test
    void completesInterruptedSweepOnSeveralNodes() {
        String before = rowCounts();
        IntStream.range(0, 6).forEach(n -> create("interrupted-" + n, 25));
        IntStream.range(0, 6).forEach(n -> delete("interrupted-" + n));
        SweepRepository repository = server.bean(SweepRepository.class);
        server.bean(Sql.class).useTransaction(() -> {
            long ranking = repository.nextRanking().orElseThrow();
            repository.sweepEntries(ranking, SweepRepository.SweptEntry.NONE, 3);
        });
        Together.all(4, n -> {
            server.bean(Sweeper.class).sweep();
            return n;
        });
        assertThat(rowCounts()).isEqualTo(before);
    }

    private static String rowCounts() {
        return server.database().sql().of(ROW_COUNTS).one(String.class);
    }
}
