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
 * Whatever dies, what was acknowledged stands, and what was repeated until acknowledged stands once; and ranks are those of
 * what stands.
 */
@Timeout(600)
class ScoreCrashTest {
    private static final int ENOUGH = 100;

    /** So small that every submission changes several blocks, and many split or join some. */
    private static final Map<String, Object> BLOCKS =
            Map.of("laurel.index.from", 2, "laurel.index.run", 2, "laurel.index.parts", 4);

    @Test
    void theDatabaseDies() throws Exception {
        try (var postgres = CrashingPostgres.start();
                var server = LaurelServer.on(postgres.url(), Clock.systemUTC(), BLOCKS);
                var writers = CrashWriters.start(new ScoreClient(server.client()))) {
            writers.awaitAcknowledged(ENOUGH);
            postgres.kill();
            writers.awaitFailed();
            postgres.restart();
            writers.awaitAcknowledged(ENOUGH);
            CrashWriters.checkRankings(server);
            writers.finish();
            writers.check(postgres.sql(), server);
        }
    }

    @Test
    void losesAndRepeatsNothingWhenServiceIsKilled() throws Exception {
        try (var database = TestDatabase.fresh();
                var service = LaurelProcess.start(database, BLOCKS);
                var writers = CrashWriters.start(new ScoreClient(service.client()))) {
            writers.awaitAcknowledged(ENOUGH);
            service.kill();
            writers.awaitFailed();
            try (var restarted = LaurelServer.on(database, Clock.systemUTC(), BLOCKS)) {
                CrashWriters.checkRankings(restarted);
                writers.turnTo(new ScoreClient(restarted.client()));
                writers.awaitAcknowledged(ENOUGH);
                writers.finish();
                writers.check(database.sql(), restarted);
            }
        }
    }
}
