package laurel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Emptying;
import laurel.database.OpenTransaction;
import laurel.database.Until;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboards;
import laurel.window.WindowOpener;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Expired windows are deleted and their partitions dropped, without blocking requests. */
class SliceDropperTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final String EXPIRED = "SELECT count(*) FROM leaderboard_window WHERE expired_at IS NOT NULL";
    private static final String DROPPED = "SELECT count(*) FROM window_slice WHERE dropped_at IS NOT NULL";
    /** Rankings of expired windows in slices with a lifetime that are not retired. */
    private static final String BESIDE = """
            SELECT count(*) FROM ranking AS r JOIN leaderboard_window AS w ON w.id = r.window_id
            JOIN window_slice AS s ON s.id = w.slice_id
            WHERE w.expired_at IS NOT NULL AND s.name LIKE '%-8d'
            """;
    /** Locks that the detach of a partition holds or waits for, on tables and on a reader. */
    private static final String LOCKS = """
            SELECT coalesce(c.relname, l.locktype) || ' ' || l.mode || CASE WHEN l.granted THEN '' ELSE ' waiting' END
            FROM pg_stat_activity AS a JOIN pg_locks AS l USING (pid) LEFT JOIN pg_class AS c ON c.oid = l.relation
            WHERE a.query LIKE 'ALTER TABLE entry DETACH%' AND a.state = 'active' AND a.datname = current_database()
              AND (c.relname LIKE 'entry%' OR l.locktype = 'virtualxid' AND NOT l.granted)
            """;

    private static final TickingClock CLOCK = new TickingClock(NOON);

    private static LaurelServer server;
    private static LifecycleClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                CLOCK,
                Map.of("laurel.rankindex.threshold", 2, "laurel.rankindex.leaf-size", 2, "laurel.rankindex.fanout", 2));
        client = new LifecycleClient(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        Emptying.empty(server.database());
        CLOCK.set(NOON);
        client.create("days", "windowDefinitions: [{kind: DAILY}]");
        client.keep("days", 2);
    }

    private void runHousekeeping(Instant now) {
        server.bean(Housekeeping.class).run(now);
    }

    private Instant days(int days) {
        Instant now = NOON;
        for (int day = 0; day < days; day++) {
            now = NOON.plus(DAY.multipliedBy(day));
            CLOCK.set(now);
            server.bean(WindowOpener.class).openAhead(now);
            client.submit("days", "who", day, now);
            server.bean(Lifecycle.class).run(now);
        }
        return now;
    }

    @Test
    void retainsNewestWindowsAndDropsTablesOfOthers() {
        Instant now = days(6);
        runHousekeeping(now);
        assertThat(client.states("days"))
                .containsExactly(
                        "2025-07-13 1 1 expired",
                        "2025-07-14 1 1 expired",
                        "2025-07-15 1 1 expired",
                        "2025-07-16 1 1",
                        "2025-07-17 1 1",
                        "2025-07-18 0 0",
                        "2025-07-19 0 0");
        assertThat(client.one(DROPPED)).as("requests may still be reading them").isZero();
        runHousekeeping(now.plusSeconds(60));
        assertThat(client.one(DROPPED)).isEqualTo(3);
        assertThat(client.one("SELECT count(*) FROM entry")).isEqualTo(3);
        assertThat(client.one("SELECT count(*) FROM final_standing")).isEqualTo(2);
        assertThat(client.one("SELECT count(*) FROM ranking")).isEqualTo(4);
        assertThat(client.one("SELECT count(*) FROM ranking_deletion")).isZero();
        assertThat(client.events().stream().filter(event -> event.startsWith("WINDOW_EXPIRED")))
                .containsExactly(
                        "WINDOW_EXPIRED days 2025-07-13",
                        "WINDOW_EXPIRED days 2025-07-14",
                        "WINDOW_EXPIRED days 2025-07-15");
    }

    @Test
    void keepsSliceWithRetainedWindowOfAnotherLeaderboard() {
        client.create("kept", "windowDefinitions: [{kind: DAILY}]");
        Instant now = days(5);
        runHousekeeping(now);
        runHousekeeping(now.plusSeconds(60));
        assertThat(client.one(EXPIRED)).isEqualTo(2);
        assertThat(client.one(DROPPED)).isZero();
        // Its expired rankings are swept.
        assertThat(client.one("SELECT count(*) FROM ranking_deletion")).isEqualTo(2);
    }

    /**
     * An archived leaderboard retains its last windows forever, and so their slice, which has existed for twice its 8 days.
     */
    @Test
    void sweepsExpiredWindowsOfSliceThatStays() {
        for (String board : List.of("archived", "going")) {
            client.create(board, "windowDefinitions: [{kind: DAILY, retainCount: 2}]");
            client.submit(board, "who", 1, NOON);
        }
        server.bean(Leaderboards.class).archive(1, "archived", null, true, NOON);
        days(6);
        Instant due = NOON.plus(DAY.multipliedBy(17));
        runHousekeeping(due.minusNanos(1_000));
        assertThat(client.one(BESIDE)).isEqualTo(2);
        assertThat(server.bean(ExpiryRepository.class).sweepBeside(due, 1))
                .as("the maximum per statement; the rest follows")
                .isEqualTo(1);
        runHousekeeping(due);
        assertThat(client.one(BESIDE)).isZero();
        assertThat(client.one("SELECT count(*) FROM ranking_deletion AS d JOIN window_slice AS s ON s.id = d.id >> 40"
                        + " WHERE s.name LIKE '%-8d'"))
                .isEqualTo(2);
        assertThat(client.one("SELECT count(*) FROM ranking AS r JOIN leaderboard AS l ON l.id = r.leaderboard_id"
                        + " WHERE l.key = 'archived'"))
                .isEqualTo(2);
    }

    @Test
    void opensNewSliceForNameOfDroppedOne() {
        Instant now = days(5);
        runHousekeeping(now);
        runHousekeeping(now.plusSeconds(60));
        client.create("again", "windowDefinitions: [{kind: DAILY}]");
        server.bean(WindowOpener.class).openAhead(NOON);
        assertThat(client.one("SELECT count(*) FROM window_slice WHERE name LIKE 'day-2025-07-13%'"))
                .isEqualTo(2);
        assertThat(client.one("SELECT count(*) FROM leaderboard_window AS w JOIN window_slice AS s ON s.id = w.slice_id"
                        + " WHERE w.expired_at IS NULL AND s.retired_at IS NOT NULL"))
                .isZero();
    }

    @Test
    void keepsSliceWhileWindowIsBeingOpened() {
        Instant now = days(5);
        Sql sql = server.database().sql();
        sql.useTransaction(() -> {
            sql.of("SELECT open_slice('day-2025-07-13', :now)").bind("now", now).one(Integer.class);
            runHousekeeping(now);
            assertThat(client.one("SELECT count(*) FROM window_slice WHERE retired_at IS NOT NULL"))
                    .isEqualTo(1);
        });
        runHousekeeping(now);
        assertThat(client.one("SELECT count(*) FROM window_slice WHERE retired_at IS NOT NULL"))
                .isEqualTo(2);
    }

    @Test
    void delaysDropButNotSubmissionsDuringLongQuery() {
        Instant now = days(4);
        runHousekeeping(now);
        CompletableFuture<Void> dropping;
        try (OpenTransaction reader = server.database().transaction()) {
            assertThat(client.one("SELECT count(*) FROM entry")).isEqualTo(4);
            reader.execute("SELECT count(*) FROM entry");
            dropping = CompletableFuture.runAsync(() -> runHousekeeping(now.plusSeconds(60)));
            // It holds no table lock while it waits for the reader.
            Until.holds(() -> locks().equals(List.of("virtualxid ShareLock waiting")));
            // Submissions, windows and partitions work, and so do readers of all partitions.
            assertThat(client.submit("days", "more", 1, now).list("changes")).hasSize(1);
            Instant next = now.plus(DAY.multipliedBy(2));
            server.bean(WindowOpener.class).openAhead(next);
            CLOCK.set(next);
            assertThat(client.submit("days", "more", 1, next).list("changes")).hasSize(1);
            assertThat(client.one("SELECT count(*) FROM entry")).isEqualTo(5);
            assertThat(dropping).isNotDone();
            reader.commit();
        }
        dropping.join();
        runHousekeeping(now.plusSeconds(120));
        assertThat(client.one(DROPPED)).isEqualTo(1);
        assertThat(client.one("SELECT count(*) FROM entry")).isEqualTo(5);
    }

    /** As after a node died while it waited, or after a lock timeout. */
    @Test
    void finishesInterruptedDetach() {
        Instant now = days(4);
        runHousekeeping(now);
        try (OpenTransaction reader = server.database().transaction()) {
            reader.execute("SELECT count(*) FROM entry");
            // Longer than the lock timeout of 8 seconds.
            runHousekeeping(now.plusSeconds(60));
            reader.commit();
        }
        assertThat(client.one("SELECT count(*) FROM pg_inherits WHERE inhdetachpending"))
                .isEqualTo(1);
        assertThat(client.one(DROPPED)).isZero();
        runHousekeeping(now.plusSeconds(60));
        assertThat(client.one("SELECT count(*) FROM pg_inherits WHERE inhdetachpending"))
                .isZero();
        assertThat(client.one(DROPPED)).isEqualTo(1);
    }

    /** Its external ID is in a separator of the rank index, so the job is to rebuild that. */
    @Test
    void finishesErasureWhenIndexToRebuildWasDropped() {
        client.create("tied", "tieRule: ID, windowDefinitions: [{kind: DAILY, retainCount: 1}]");
        for (String who : List.of("a", "erika-6", "erika-7", "n", "o", "p")) {
            client.submit("tied", who, 9, NOON);
        }
        server.client()
                .ask("mutation { eraseParticipant(input: {participant: {external: {externalId: \"erika-7\"}}}) {"
                        + " errors { code } } }");
        assertThat(client.one("SELECT jsonb_array_length(parameters -> 'rankings') FROM job"))
                .isEqualTo(1);
        Instant now = days(5);
        runHousekeeping(now);
        runHousekeeping(now.plusSeconds(60));
        assertThat(client.one("SELECT count(*) FROM ranking AS r, job AS j"
                        + " WHERE r.id = (j.parameters -> 'rankings' -> 0 -> 'rankingId')::bigint"))
                .isZero();
        server.runJobs();
        assertThat(client.one("SELECT count(*) FROM job WHERE state = 'SUCCEEDED'"))
                .isEqualTo(1);
    }

    private List<String> locks() {
        return server.database().sql().of(LOCKS).list(String.class);
    }
}
