package laurel.score;

import java.time.Clock;
import laurel.LaurelProcess;
import laurel.LaurelServer;
import laurel.database.CrashingPostgres;
import laurel.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever dies, what was acknowledged stands, and what was repeated until acknowledged stands once. */
@Timeout(120)
class ScoreCrashTest {
    private static final int ENOUGH = 100;

    @Test
    void theDatabaseDies() throws Exception {
        try (var postgres = CrashingPostgres.start();
                var server = LaurelServer.on(postgres.url(), Clock.systemUTC());
                var writers = CrashWriters.start(new ScoreClient(server.client()))) {
            writers.awaitAcknowledged(ENOUGH);
            postgres.kill();
            writers.awaitFailed();
            postgres.restart();
            writers.awaitAcknowledged(ENOUGH);
            writers.finish();
            writers.check(postgres.jdbi(), new ScoreClient(server.client()));
        }
    }

    @Test
    void theServiceDies() throws Exception {
        try (var database = TestDatabase.fresh();
                var service = LaurelProcess.start(database);
                var writers = CrashWriters.start(new ScoreClient(service.client()))) {
            writers.awaitAcknowledged(ENOUGH);
            service.kill();
            writers.awaitFailed();
            try (var restarted = LaurelServer.on(database, Clock.systemUTC())) {
                writers.turnTo(new ScoreClient(restarted.client()));
                writers.awaitAcknowledged(ENOUGH);
                writers.finish();
                writers.check(database.jdbi(), new ScoreClient(restarted.client()));
            }
        }
    }
}
