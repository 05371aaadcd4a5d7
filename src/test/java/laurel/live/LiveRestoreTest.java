package laurel.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import laurel.HealthPages;
import laurel.LaurelServer;
import laurel.database.CrashingPostgres;
import laurel.database.Until;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Followed rankings of a service whose database loses the last commits: sequences are used again. */
@Timeout(300)
class LiveRestoreTest {
    @Test
    void emitsSnapshotAfterTheRestore() throws Exception {
        try (var postgres = CrashingPostgres.start();
                var board = new LiveBoard(
                        "windowDefinitions: [{kind: DAILY}]", clock -> LaurelServer.on(postgres.url(), clock))) {
            var follower = new Follower();
            board.submit("ann", 10);
            board.top(follower, 5);
            try (var backup = postgres.backup()) {
                available(board.server);
                board.submit("bob", 5);
                board.evaluateLater();
                assertThat(follower.top().upserted()).hasSize(2);
                backup.restore();
            }
            available(board.server);
            board.submit("cid", 7);
            board.markAll();
            board.evaluateLater();
            RankingEvents.TopStandingsEvent after = follower.top();
            assertThat(after.baseCursor()).isNull();
            assertThat(after.upserted())
                    .extracting(standing -> standing.key().idKey())
                    .containsExactly("ACCOUNT\u0001ann", "ACCOUNT\u0001cid");
        }
    }

    private static void available(LaurelServer server) throws Exception {
        HealthPages.WELL.await(server.address());
        Until.holds(() -> server.client()
                        .send("{ leaderboards { nodes { key } } }", Map.of())
                        .at("errors")
                == null);
    }
}
