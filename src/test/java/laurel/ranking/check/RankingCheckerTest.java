package laurel.ranking.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.ranking.check.RankingCheckRepository.CheckedRanking;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rankings that are deleted between the listing and the check. */
class RankingCheckerTest {
    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                new TickingClock(Instant.parse("2025-07-13T14:30:00Z")), Map.of("laurel.rankindex.threshold", 4));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void skipsRankingWhoseEntriesAreStillThere(boolean repair) {
        CheckedRanking ranking = listed("deleted-" + repair);
        delete(ranking);
        assertThat(checker().check(ranking, repair)).isEmpty();
        assertThat(server.database()
                        .sql()
                        .of("SELECT count(*) FROM rankindex_node WHERE ranking_id = " + ranking.id())
                        .list(Integer.class))
                .isEqualTo(List.of(0));
    }

    @Test
    void skipsRankingWhoseTableWasDropped() {
        CheckedRanking ranking = listed("dropped");
        delete(ranking);
        execute("DROP TABLE entry_" + (ranking.id() >> 40));
        assertThat(checker().check(ranking, false)).isEmpty();
    }

    private static RankingChecker checker() {
        return server.bean(RankingChecker.class);
    }

    /** A ranking of ten participants in a partition of its own. */
    private static CheckedRanking listed(String board) {
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"" + board
                        + "\", windowDefinitions: [{kind: ALL_TIME}]}) { leaderboard { id } } }");
        var scores = new ScoreClient(server.client());
        for (int n = 0; n < 10; n++) {
            scores.submit(ScoreClient.score(board, "p" + n, n));
        }
        return checker()
                .list(new RankingChecker.RankingFilter(server.appId(), board, 0, 10))
                .getFirst();
    }

    private static void delete(CheckedRanking ranking) {
        execute("DELETE FROM rankindex_node WHERE ranking_id = " + ranking.id());
        execute("DELETE FROM ranking WHERE id = " + ranking.id());
    }

    private static void execute(String sql) {
        server.database().sql().execute(sql);
    }
}
