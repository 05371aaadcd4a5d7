package laurel.score;

import java.time.Clock;
import java.util.Map;
import laurel.LaurelProcess;
import laurel.LaurelServer;
import laurel.database.CrashingPostgres;
import laurel.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * If the database or the service is killed, acknowledged submissions are stored, submissions that are repeated until they
 * are acknowledged are stored once, and ranks are those of the stored entries.
 */
@Timeout(600)
class ScoreCrashTest {
    private static final int ACKNOWLEDGED = 100;

    /** Nodes are so small that each submission changes several, and many submissions split or join some. */
    private static final Map<String, Object> SMALL_NODES =
            Map.of("laurel.rankindex.threshold", 2, "laurel.rankindex.leaf-size", 2, "laurel.rankindex.fanout", 4);

    @Test
    void losesAndRepeatsNothingWhenDatabaseIsKilled() throws Exception {
        try (var postgres = CrashingPostgres.start();
                var server = LaurelServer.on(postgres.url(), Clock.systemUTC(), SMALL_NODES);
                var writers = CrashWriters.start(new ScoreClient(server.client()))) {
            writers.awaitAcknowledged(ACKNOWLEDGED);
            postgres.kill();
            writers.awaitFailed();
            postgres.restart();
            writers.awaitAcknowledged(ACKNOWLEDGED);
            CrashWriters.checkRankings(server);
            writers.finish();
            writers.check(postgres.sql(), server);
        }
    }

    @Test
    void losesAndRepeatsNothingWhenServiceIsKilled() throws Exception {
        try (var database = TestDatabase.fresh();
                var service = LaurelProcess.start(database, SMALL_NODES);
                var writers = CrashWriters.start(new ScoreClient(service.client()))) {
            writers.awaitAcknowledged(ACKNOWLEDGED);
            service.kill();
            writers.awaitFailed();
            try (var restarted = LaurelServer.on(database, Clock.systemUTC(), SMALL_NODES)) {
                CrashWriters.checkRankings(restarted);
                writers.use(new ScoreClient(restarted.client()));
                writers.awaitAcknowledged(ACKNOWLEDGED);
                writers.finish();
                writers.check(database.sql(), restarted);
            }
        }
    }
}
