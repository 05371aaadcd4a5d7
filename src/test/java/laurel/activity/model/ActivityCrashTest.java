package laurel.activity.model;

import java.time.Clock;
import java.util.Map;
import laurel.LaurelProcess;
import laurel.LaurelServer;
import laurel.database.CrashingPostgres;
import laurel.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever dies while events are recorded, those that were acknowledged are there, each once, and all that
 * follows from them.
 */
@Timeout(600)
class ActivityCrashTest {
    private static final int ENOUGH = 40;

    @Test
    void losesAndRepeatsNothingWhenServiceIsKilled() throws Exception {
        try (var database = TestDatabase.fresh();
                var service = LaurelProcess.start(database, Map.of());
                var doers = CrashingDoers.start(service.client())) {
            doers.awaitAcknowledged(ENOUGH);
            service.kill();
            doers.awaitFailed();
            try (var restarted = LaurelServer.on(database, Clock.systemUTC())) {
                doers.turnTo(restarted.client());
                doers.awaitAcknowledged(ENOUGH);
                doers.finish();
                doers.check(restarted.client());
            }
        }
    }

    @Test
    void theDatabaseDies() throws Exception {
        try (var postgres = CrashingPostgres.start();
                var server = LaurelServer.on(postgres.url(), Clock.systemUTC());
                var doers = CrashingDoers.start(server.client())) {
            doers.awaitAcknowledged(ENOUGH);
            postgres.kill();
            doers.awaitFailed();
            postgres.restart();
            doers.awaitAcknowledged(ENOUGH);
            doers.finish();
            doers.check(server.client());
        }
    }
}
