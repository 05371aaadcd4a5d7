package laurel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.CachedPlan;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.Test;

/** Looking for events to publish reads none of those that are published, also with a plan that was made before there were any. */
class StreamPositionPlanTest {
    private static final Instant NOON = Instant.parse("2025-07-14T12:00:00Z");

    private static final String EVENTS = """
            INSERT INTO event (app_id, event_type, leaderboard_id, occurred_at)
            SELECT 1, 'WINDOW_FINALIZED', 1, now() FROM generate_series(1, 5000);
            INSERT INTO stream_position (app_id, event_position) SELECT 1, max(id) FROM event
            """;

    @Test
    void readsNoPublishedEvents() {
        try (LaurelServer server = LaurelServer.start(new TickingClock(NOON))) {
            UUID lease = UUID.randomUUID();
            StreamPositionRepository positions = server.bean(StreamPositionRepository.class);
            assertThat(CachedPlan.rowsRead(
                            server.bean(Sql.class),
                            () -> positions.claim(1, lease, NOON, NOON.plusSeconds(10)),
                            "('%1$s', now(), 1, '%1$s', now())".formatted(lease),
                            "event",
                            EVENTS))
                    .isZero();
        }
    }
}
