package laurel.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.activity.HourTallyRepository.HourlyDay;
import laurel.database.Explained;
import laurel.database.Statements;
import laurel.database.Statements.Executed;
import laurel.database.partition.MonthPartitions;
import laurel.database.sql.Sql;
import laurel.request.AppSource;
import laurel.streak.DayRule;
import laurel.streak.StoredDayRule;
import laurel.streak.StreakDefinition;
import laurel.streak.Streaks;
import laurel.streak.run.StreakPeriod;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Counting days by the hour takes one statement, which reads the partition of their month, by index. */
class HourTallyPlanTest {
    private static final DayRule UTC = DayRule.of(ZoneId.of("UTC"));

    private static int dayRuleId;
    private static LaurelServer server;
    private static Sql sql;

    @BeforeAll
    static void fill() {
        TickingClock clock = new TickingClock(Instant.parse("2025-05-15T12:00:00Z"));
        server = LaurelServer.start(clock);
        sql = server.bean(Sql.class);
        dayRuleId = server.bean(Streaks.class)
                .create(
                        AppSource.DEFAULT_APP,
                        new StreakDefinition("daily", null, StreakPeriod.DAY, UTC, List.of()),
                        clock.instant())
                .dayRuleId();
        for (String day : List.of("2025-05-15", "2025-06-15", "2025-07-14", "2025-07-15")) {
            clock.set(Instant.parse(day + "T12:00:00Z"));
            new ActivityClient(server.client()).recordAll(events(day));
        }
        sql.execute("ANALYZE activity_event");
    }

    private static List<Map<String, Object>> events(String day) {
        return IntStream.range(0, 500)
                .mapToObj(n -> ActivityClient.event(day + " " + n, "message", "a" + n % 100, day + "T11:00:00Z"))
                .toList();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void readsOnePartitionByIndex() {
        long participant =
                sql.of("SELECT id FROM participant WHERE external_id = 'a7'").one(Long.class);
        HourlyDay day = new HourlyDay(
                new CountedDay(new ParticipantDay(dayRuleId, participant, LocalDate.parse("2025-07-15")), null),
                StoredDayRule.of(dayRuleId, UTC),
                time -> time);
        Executed statement;
        try (Statements recorded = Statements.of(sql)) {
            var tallies = server.bean(HourTallyRepository.class).list(List.of(day, day));
            assertThat(tallies).hasSize(2).allSatisfy(hours -> assertThat(hours).hasSize(1));
            List<Executed> executed = recorded.take();
            assertThat(executed).hasSize(1);
            statement = executed.getFirst();
        }
        List<Map<?, ?>> scans = Explained.nodes(sql.inTransaction(() -> statement
                        .again(sql, "EXPLAIN (ANALYZE, FORMAT JSON) " + statement.named())
                        .one(String.class)))
                .stream()
                .filter(node -> String.valueOf(node.get("Relation Name")).startsWith("activity_event"))
                .filter(node -> !"0".equals(String.valueOf(node.get("Actual Loops"))))
                .toList();
        assertThat(scans).isNotEmpty().allSatisfy(node -> assertThat(String.valueOf(node))
                .contains(
                        "actor_id", "activity_event_" + MonthPartitions.month(Instant.parse("2025-07-15T00:00:00Z"))));
    }
}
