package laurel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A window whose ranks cannot be stored publishes one event until it succeeds. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class FinalizationFailureTest {
    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private LifecycleClient client;

    @BeforeEach
    void start() {
        client = new LifecycleClient(server);
        client.create("stuck", "windowDefinitions: [{kind: DAILY}]");
        client.submit("stuck", "ann", 5, clock.instant());
        int board = client.one("SELECT id FROM leaderboard WHERE key = 'stuck' AND app_id = " + server.appId());
        client.execute("CREATE FUNCTION stuck() RETURNS trigger LANGUAGE plpgsql AS"
                + " $$ BEGIN RAISE EXCEPTION 'this cannot be stored'; END $$");
        client.execute("CREATE TRIGGER stuck BEFORE UPDATE OF revision ON leaderboard_window FOR EACH ROW WHEN"
                + " (NEW.leaderboard_id = " + board + ") EXECUTE FUNCTION stuck()");
        clock.advance(Duration.ofDays(1));
    }

    @AfterEach
    void drop() {
        client.execute("DROP TRIGGER IF EXISTS stuck ON leaderboard_window");
        client.execute("DROP FUNCTION IF EXISTS stuck()");
    }

    private List<String> events() {
        return server
                .client()
                .ask("{ events { nodes { eventType ... on WindowFinalizationFailedEvent { window { name } } } } }")
                .list("data", "events", "nodes")
                .stream()
                .map(event -> event.text("eventType")
                        + (event.at("window") == null ? "" : " " + event.text("window", "name")))
                .toList();
    }

    private void run(int times) {
        for (int n = 0; n < times; n++) {
            server.bean(Lifecycle.class).run(clock.instant());
        }
    }

    @Test
    void publishesOneEventAfterRepeatedFailures() {
        run(2);
        assertThat(events()).isEmpty();
        run(3);
        assertThat(events()).containsExactly("WINDOW_FINALIZATION_FAILED 2025-07-13");
        drop();
        run(1);
        assertThat(events()).containsExactly("WINDOW_FINALIZATION_FAILED 2025-07-13", "WINDOW_FINALIZED");
    }
}
