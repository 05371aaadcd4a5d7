package laurel.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.request.AppSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The opener opens missing windows and locks nothing else. */
class WindowOpenerTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final Instant TOMORROW = NOW.plus(Duration.ofDays(1));

    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(NOW), Map.of("laurel.windows.open-every", "1h"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void doesNotWaitForLeaderboardsWithOpenWindows() {
        Windows windows = server.bean(Windows.class);
        Leaderboard open = board("open");
        Leaderboard closed = board("closed");
        windows.open(RequiredWindows.of(open, TOMORROW), TOMORROW);
        long before = opened(closed);
        server.database().sql().useTransaction(() -> {
            server.database()
                    .sql()
                    .of("SELECT id FROM leaderboard WHERE id = :id FOR UPDATE")
                    .bind("id", open.id())
                    .one(Integer.class);
            windows.open(RequiredWindows.of(List.of(open, closed), TOMORROW), TOMORROW);
        });
        assertThat(opened(closed)).isEqualTo(before + 1);
    }

    private static long opened(Leaderboard board) {
        return server.database()
                .sql()
                .of("SELECT count(*) FROM leaderboard_window WHERE leaderboard_id = :id")
                .bind("id", board.id())
                .one(Long.class);
    }

    private static Leaderboard board(String key) {
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"" + key
                        + "\", windowDefinitions: [{kind: DAILY}]}) { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        return server.bean(Leaderboards.class).byKey(AppSource.DEFAULT_APP, key).orElseThrow();
    }
}
