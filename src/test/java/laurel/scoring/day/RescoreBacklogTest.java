package laurel.scoring.day;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import laurel.Tries;
import laurel.database.TestDatabase;
import laurel.database.Until;
import laurel.database.sql.Sql;
import laurel.scoring.LongStreaks;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Late events that join long streaks are accepted at once; the days of the streaks are scored in the background,
 * part by part.
 */
class RescoreBacklogTest {
    private static final TickingClock CLOCK = new TickingClock(Instant.parse("2026-08-20T12:00:00Z"));
    private static final int PARTICIPANTS = Tries.of(12, 300);
    private static final int FEW = Tries.of(4, 10);
    /** The days of a streak are scored in several parts. */
    private static final Map<String, Object> SETTINGS = Map.of("laurel.activity.batch-size", 80);

    private static TestDatabase database;
    private static LaurelServer server;
    private static LongStreaks streaks;

    @BeforeAll
    static void start() {
        database = TestDatabase.fresh();
        server = LaurelServer.on(database, CLOCK, SETTINGS);
        streaks = new LongStreaks(server.client(), LocalDate.parse("2026-08-20"));
        streaks.createPolicy();
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    @Test
    void recordsOtherEventsWhileDaysAreScored() {
        recordAllButSecondDay("many-", PARTICIPANTS);

        streaks.recordSecondDay("many-", PARTICIPANTS);

        assertThat(due(server)).isGreaterThanOrEqualTo(PARTICIPANTS);
        int recorded = recordWhile(() -> server.drainActivity());
        assertThat(recorded).isPositive();
        // Days of the last of these events may be left.
        server.drainActivity();
        assertThat(due(server)).isZero();
        assertThat(streaks.totals("many-")).isEqualTo(LongStreaks.completeTotals("many-", PARTICIPANTS));
        assertThat(exactScoreCounts("many-")).containsOnly(PARTICIPANTS);
    }

    private static void recordAllButSecondDay(String prefix, int participants) {
        streaks.recordAllButSecondDay(prefix, participants);
        server.drainActivity();
    }

    /** Records events of other participants until the work is done, and returns how many were recorded while days were due. */
    private static int recordWhile(Runnable work) {
        AtomicBoolean done = new AtomicBoolean();
        return Together.all(2, task -> {
                    if (task == 0) {
                        work.run();
                        done.set(true);
                        return 0;
                    }
                    int recorded = 0;
                    while (!done.get()) {
                        streaks.recordToday("other-" + recorded);
                        recorded += due(server) > 0 ? 1 : 0;
                    }
                    return recorded;
                })
                .getLast();
    }

    /** For each n, the number of participants with score n on their n-th day, both stored and submitted. */
    private static List<Integer> exactScoreCounts(String prefix) {
        return server.bean(Sql.class)
                .of("""
                        SELECT count(*) FILTER (WHERE s.score = n.n AND s.submitted_score = n.n)::integer
                        FROM generate_series(1, :days) AS n (n)
                        LEFT JOIN (participant AS p JOIN scoring_day_score AS s ON s.participant_id = p.id)
                            ON p.external_id LIKE :prefix AND s.day = :today::date - (:days - n.n)
                        GROUP BY n.n ORDER BY n.n
                        """)
                .bind("days", LongStreaks.DAYS)
                .bind("prefix", prefix + "%")
                .bind("today", streaks.today())
                .list(Integer.class);
    }

    @Test
    void continuesOnAnotherNode() {
        recordAllButSecondDay("stopped-", FEW);
        LaurelServer first = LaurelServer.on(database, CLOCK, SETTINGS);
        streaks.recordSecondDay("stopped-", FEW);
        long days = dueDays();

        Together.all(2, task -> {
            if (task == 0) {
                first.drainActivity();
            } else {
                Until.holds(() -> dueDays() < days);
                first.close();
            }
            return task;
        });

        assertThat(dueDays()).isBetween(1L, days - 1);
        try (LaurelServer second = LaurelServer.on(database, CLOCK, SETTINGS)) {
            second.drainActivity();
        }
        assertThat(due(server)).isZero();
        assertThat(streaks.totals("stopped-")).isEqualTo(LongStreaks.completeTotals("stopped-", FEW));
    }

    @Test
    void sharesWorkBetweenNodesWhileEventsArrive() {
        recordAllButSecondDay("shared-", FEW);
        try (LaurelServer second = LaurelServer.on(database, CLOCK, SETTINGS)) {
            List<LaurelServer> nodes = List.of(server, second);
            Together.all(2 + FEW, task -> {
                if (task >= 2) {
                    streaks.recordSecondDayOf("shared-" + (task - 2));
                }
                Until.holds(() -> {
                    nodes.get(task % 2).drainActivity();
                    return due(server) == 0;
                });
                return task;
            });
        }
        assertThat(streaks.totals("shared-")).isEqualTo(LongStreaks.completeTotals("shared-", FEW));
    }

    private static long dueDays() {
        return server.bean(Sql.class)
                .of("SELECT coalesce(sum(end_date - start_date + 1), 0) FROM scoring_rescore_range")
                .one(Long.class);
    }

    private static long due(LaurelServer node) {
        return node.bean(Sql.class)
                .connected(() -> node.bean(RescoreBacklog.class).size(Integer.MAX_VALUE)
                        + node.bean(ChangedDayBacklog.class).size(Integer.MAX_VALUE));
    }
}
