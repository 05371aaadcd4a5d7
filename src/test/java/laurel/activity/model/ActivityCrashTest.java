package laurel.activity.model;

import java.time.Clock;
import java.util.Map;
import laurel.LaurelProcess;
import laurel.LaurelServer;
import laurel.Tries;
import laurel.database.CrashingPostgres;
import laurel.database.TestDatabase;
import laurel.database.Until;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Kills the service or the database while events are recorded. Every acknowledged event must be counted once in tallies,
 * day scores and entries.
 */
@Timeout(600)
class ActivityCrashTest {
    private static final int BATCHES = Tries.of(20, 40);
    private static final String UNSCORED = "SELECT count(*) FROM scoring_changed_day";
    /** Most batches have more days, which are scored in the background. */
    private static final Map<String, Object> SETTINGS = Map.of("laurel.activity.immediate-days", 3);

    @Test
    void countsEventsOnceWhenServiceIsKilled() throws Exception {
        try (var database = TestDatabase.fresh();
                var service = LaurelProcess.start(database, SETTINGS);
                var clients = RetryingClients.start(service.client())) {
            clients.awaitAcknowledged(BATCHES);
            service.kill();
            clients.awaitFailed();
            try (var restarted = LaurelServer.on(database, Clock.systemUTC(), SETTINGS)) {
                clients.switchTo(restarted.client());
                clients.awaitAcknowledged(BATCHES);
                clients.finish();
                awaitScored(restarted);
                clients.check(restarted.client());
            }
        }
    }

    @Test
    void countsEventsOnceWhenDatabaseIsKilled() throws Exception {
        try (var postgres = CrashingPostgres.start();
                var server = LaurelServer.on(postgres.url(), Clock.systemUTC(), SETTINGS);
                var clients = RetryingClients.start(server.client())) {
            clients.awaitAcknowledged(BATCHES);
            postgres.kill();
            clients.awaitFailed();
            postgres.restart();
            clients.awaitAcknowledged(BATCHES);
            clients.finish();
            awaitScored(server);
            clients.check(server.client());
        }
    }

    private static void awaitScored(LaurelServer server) {
        Until.holds(() -> {
            server.drainActivity();
            return server.bean(Sql.class).of(UNSCORED).one(Integer.class) == 0;
        });
    }
}
