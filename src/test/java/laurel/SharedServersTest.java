package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import laurel.database.TestDatabase;
import org.junit.jupiter.api.Test;

class SharedServersTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");

    @Test
    void givesSeparateServicesToConcurrentTests() {
        try (var one = LaurelServer.shared(new TickingClock(NOW));
                var other = LaurelServer.shared(new TickingClock(NOW))) {
            assertThat(one.address()).isNotEqualTo(other.address());
        }
    }

    @Test
    void givesEmptyAppAndSeparateTimeToEachTest() {
        for (int day = 0; day < 3; day++) {
            TickingClock clock = new TickingClock(NOW.plus(Duration.ofDays(day)));
            try (var server = LaurelServer.shared(clock)) {
                assertThat(createdAt(server)).isEqualTo(clock.instant());
                clock.advance(Duration.ofHours(1));
                assertThat(createdAt(server.inNewApp())).isEqualTo(clock.instant());
            }
        }
    }

    @Test
    void sendsRequestsOfClientsToAppOfTest() {
        try (var server = LaurelServer.shared(new TickingClock(NOW))) {
            createdAt(server);
            assertThat(server.database()
                            .sql()
                            .of("SELECT count(*) FROM leaderboard WHERE app_id = :app AND key = 'board'")
                            .bind("app", server.appId())
                            .one(Integer.class))
                    .isEqualTo(1);
        }
    }

    @Test
    void leavesNoWindowsThatAreDueToLaterTests() {
        TestDatabase database;
        try (var server = LaurelServer.shared(new TickingClock(NOW))) {
            server.client()
                    .ask("mutation { createLeaderboard(input: {key: \"board\", windowDefinitions: [{kind: DAILY}]})"
                            + " { leaderboard { id } } }")
                    .text("data", "createLeaderboard", "leaderboard", "id");
            database = server.database();
            assertThat(dueWindows(database)).isPositive();
        }
        assertThat(dueWindows(database)).isZero();
    }

    private static int dueWindows(TestDatabase database) {
        return database.sql().of("""
                        SELECT count(*) FROM leaderboard_window
                        WHERE finalizes_at < 'infinity' AND expired_at IS NULL OR requested_revision > revision
                        """).one(Integer.class);
    }

    /** Creates a leaderboard, and returns when it was created. */
    private static Instant createdAt(LaurelServer server) {
        return Instant.parse(server.client()
                .ask("mutation { createLeaderboard(input: {key: \"board\"}) { leaderboard { createdAt } } }")
                .text("data", "createLeaderboard", "leaderboard", "createdAt"));
    }
}
