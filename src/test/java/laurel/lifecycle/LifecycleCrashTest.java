package laurel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import laurel.database.sql.Sql;
import laurel.window.WindowOpener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** If a node dies at any step of a window's life, the step is done completely or not at all, and the next node continues. */
class LifecycleCrashTest {
    private static final Instant START = Instant.parse("2024-12-31T12:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    /** Includes the ends of a year and two months, or of two years. */
    private static final int DAYS = Tries.of(62, 366);

    private static final String FINALIZED = "SELECT count(*) FROM leaderboard_window WHERE finalized_at IS NOT NULL";
    private static final String NOT_ONCE = """
            SELECT count(*) FROM leaderboard_window AS w
            WHERE w.finalized_at IS NOT NULL
                  AND (w.revision <> 1 OR w.requested_revision <> 1
                       OR (SELECT count(*) FROM event AS e WHERE e.window_id = w.id AND e.event_type = 'WINDOW_FINALIZED') <> 1)
               OR (SELECT count(*) FROM event AS e WHERE e.window_id = w.id AND e.event_type = 'WINDOW_EXPIRED')
                  <> CASE WHEN w.expired_at IS NULL THEN 0 ELSE 1 END
            """;
    private static final String ORDERED = """
            SELECT count(*) FROM (
                SELECT w.finalizes_at, lag(w.finalizes_at) OVER (PARTITION BY w.leaderboard_id ORDER BY e.id) AS before
                FROM event AS e JOIN leaderboard_window AS w ON w.id = e.window_id
                WHERE e.event_type = 'WINDOW_FINALIZED') AS event_count
            WHERE finalizes_at < before
            """;

    private final TickingClock clock = new TickingClock(START);
    private LaurelServer server;
    private LifecycleClient client;
    private SimulatedCrash killing;

    @BeforeEach
    void start() {
        server = LaurelServer.start(clock, Map.of("laurel.lifecycle.drop-after", "1s"));
        client = new LifecycleClient(server);
        client.create(
                "all",
                "windowDefinitions: [{kind: DAILY}, {kind: WEEKLY}, {kind: MONTHLY}, {kind: YEARLY}, {kind: ALL_TIME}]");
        client.keep("all", 3);
        killing = new SimulatedCrash(server.bean(Sql.class));
    }

    @AfterEach
    void stop() {
        killing.close();
        server.close();
    }

    /** Submits two scores of a day, and sets the clock to just after midnight. */
    private Instant day(int day) {
        Instant now = START.plus(DAY.multipliedBy(day));
        clock.set(now);
        server.bean(WindowOpener.class).openAhead(now);
        client.submit("all", "who-" + day % 7, day % 5, now);
        client.submit("all", "who-" + day % 3, day % 11, now);
        Instant after = now.plus(Duration.ofHours(13));
        clock.set(after);
        return after;
    }

    private void run(Instant now) {
        server.bean(Lifecycle.class).run(now);
        server.bean(Housekeeping.class).run(now);
    }

    private void check() {
        assertThat(client.one(NOT_ONCE)).isZero();
        assertThat(client.one(ORDERED)).isZero();
        assertThat(client.differences()).isZero();
    }

    @Test
    void continuesAfterNodeDiesAtAnyStepOfANight() {
        int deaths = 0;
        for (int day = 0; day < DAYS; day++) {
            Instant now = day(day);
            deaths += killing.crashed(day % 50, () -> run(now)) ? 1 : 0;
            run(now);
        }
        assertThat(deaths).isGreaterThan(DAYS / 2);
        check();
        assertThat(client.one(FINALIZED)).isEqualTo(DAYS + weeks() + months() + years());
        assertThat(client.one(FINALIZED + " AND expired_at IS NULL"))
                .isEqualTo(Math.min(3, DAYS) + Math.min(3, weeks()) + Math.min(3, months()) + Math.min(3, years()));
        dropped();
    }

    /** After each night the previous day is final; after a Sunday also the week, and so on. */
    private static long ended(Predicate<LocalDate> first) {
        LocalDate start = START.atZone(ZoneOffset.UTC).toLocalDate();
        return start.plusDays(1)
                .datesUntil(start.plusDays(DAYS + 1))
                .filter(first)
                .count();
    }

    private static int weeks() {
        return (int) ended(day -> day.getDayOfWeek() == DayOfWeek.MONDAY);
    }

    private static int months() {
        return (int) ended(day -> day.getDayOfMonth() == 1);
    }

    private static int years() {
        return (int) ended(day -> day.getDayOfYear() == 1);
    }

    @Test
    void continuesAfterNodeDiesAtEveryStepOfOneNight() {
        List.of(0, 1, 2, 3).forEach(day -> run(day(day)));
        int before = client.one("SELECT count(*) FROM event");
        Instant now = day(4);
        assertThat(killing.crashAtEachStep(() -> server.bean(Lifecycle.class).run(now)))
                .isGreaterThan(15);
        assertThat(killing.crashAtEachStep(() -> server.bean(Housekeeping.class).run(now)))
                .isGreaterThan(15);
        Instant later = now.plus(DAY);
        // The slice that was retired last night is dropped.
        assertThat(killing.crashAtEachStep(() -> server.bean(Housekeeping.class).run(later)))
                .isGreaterThan(15);
        assertThat(client.one("SELECT count(*) FROM event")).isEqualTo(before + 2);
        check();
        dropped();
    }

    /** Dropped slices have no rows and tables, and all others are complete. */
    private void dropped() {
        assertThat(client.one("SELECT count(*) FROM window_slice WHERE dropped_at IS NOT NULL"))
                .isPositive();
        for (String parent : List.of("entry", "final_standing")) {
            assertThat(client.one(
                            "SELECT count(*) FROM window_slice WHERE (dropped_at IS NULL) <> EXISTS (SELECT FROM pg_inherits"
                                    + " WHERE inhparent = '" + parent + "'::regclass AND inhrelid = to_regclass('"
                                    + parent
                                    + "_' || id))"))
                    .as(parent)
                    .isZero();
            assertThat(client.one("SELECT count(*) FROM window_slice WHERE dropped_at IS NOT NULL AND to_regclass('"
                            + parent + "_' || id) IS NOT NULL"))
                    .as(parent)
                    .isZero();
        }
        assertThat(client.one("SELECT count(*) FROM ranking AS r JOIN window_slice AS s ON s.id = r.id >> 40"
                        + " WHERE s.dropped_at IS NOT NULL"))
                .isZero();
    }
}
