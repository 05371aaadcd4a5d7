package laurel.scoring.day;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import laurel.scoring.JoinedStreaks;
import laurel.scoring.PolicyClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StreakJoinTest {
    private static final TickingClock CLOCK = new TickingClock(Instant.parse("2026-08-20T14:00:00Z"));
    private static final LocalDate MISSING = LocalDate.parse("2026-08-20").minusDays(JoinedStreaks.DAYS_AFTER);
    private static final int PARTICIPANTS = Integer.getInteger("laurel.n", 12);
    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK, Map.of("laurel.activity.every", "1h"));
        new PolicyClient(server.client()).installSocial(Map.of()).text("key");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void joins() {
        JoinedStreaks streaks = new JoinedStreaks(server.client(), MISSING, "joined-", PARTICIPANTS);
        streaks.recordOthers();
        server.drainActivity();
        System.err.println("JOIN " + streaks.totals().size());
        long began = System.nanoTime();
        streaks.join();
        System.err.println("JOINED " + (System.nanoTime() - began) / 1000000);
        server.drainActivity();
        System.err.println("SCORED " + (System.nanoTime() - began) / 1000000);
        assertThat(streaks.totals()).isEqualTo(streaks.joinedTotals());
    }
}
