package laurel.streak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Explained;
import laurel.database.Statements;
import laurel.database.Statements.Executed;
import laurel.database.sql.Sql;
import laurel.request.AppSource;
import laurel.request.ListRequest;
import laurel.streak.freeze.Freezes;
import laurel.streak.run.ParticipantStreakId;
import laurel.streak.run.StreakChange;
import laurel.streak.run.StreakDay;
import laurel.streak.run.StreakPeriod;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Counting activity and reading streaks take a constant number of statements, and each of them uses index look-ups. */
class StreakPlanTest {
    private static final int APP = AppSource.DEFAULT_APP;
    private static final Instant NOON = Instant.parse("2025-07-15T12:00:00Z");
    private static final LocalDate TODAY = LocalDate.parse("2025-07-15");
    private static final Set<String> TABLES = Set.of(
            "streak_day", "streak_run", "streak_frozen_day", "streak_amnesty_day", "participant", "activity_group");

    private static LaurelServer server;
    private static Sql sql;
    private static Streaks streaks;
    private static Streak daily;

    @BeforeAll
    static void fill() {
        server = LaurelServer.start(new TickingClock(NOON));
        sql = server.bean(Sql.class);
        streaks = server.bean(Streaks.class);
        daily = streaks.create(
                APP,
                new StreakDefinition("daily", null, StreakPeriod.DAY, DayRule.of(ZoneId.of("UTC")), List.of()),
                NOON);
        sql.of("INSERT INTO participant (app_id, entity_type, external_id, created_at)"
                        + " SELECT :app, 'ACCOUNT', n::text, :now FROM generate_series(1, 500) AS n")
                .bind("app", APP)
                .bind("now", NOON)
                .execute();
        sql.execute(
                "INSERT INTO activity_group SELECT id, '{\"team\": \"a\"}', created_at, external_id FROM participant");
        sql.execute("ANALYZE participant, activity_group");
        // All participants are active on 100 days up to yesterday, with a gap in the middle.
        TODAY.minusDays(101)
                .datesUntil(TODAY)
                .filter(day -> !day.equals(TODAY.minusDays(50)))
                .forEach(day -> follow(LongStream.rangeClosed(1, 500).boxed().toList(), day));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<StreakChange> follow(List<Long> participants, LocalDate day) {
        return sql.inTransaction(() -> streaks.count(
                streaks.active(APP),
                participants.stream()
                        .map(participant -> new DayActivity(daily.dayRuleId(), participant, day, "a", 1))
                        .toList()));
    }

    @Test
    void extendsRunsWithoutReadingDays() {
        List<Executed> few = executed(() -> follow(List.of(1L), TODAY));
        List<Executed> many =
                executed(() -> follow(LongStream.rangeClosed(2, 400).boxed().toList(), TODAY));
        assertThat(many)
                .extracting(Executed::named)
                .isEqualTo(few.stream().map(Executed::named).toList());
        assertThat(many).hasSize(5).noneMatch(one -> one.named().contains("FROM streak_day"));
        checkIndexed(many);
    }

    @Test
    void usesIndexesForLateDay() {
        List<Executed> taken = executed(() -> follow(List.of(500L, 499L), TODAY.minusDays(50)));
        assertThat(taken).hasSize(6).noneMatch(one -> one.named().contains("FROM streak_day"));
        checkIndexed(taken);
        List<Executed> gone = executed(() -> sql.useTransaction(() -> streaks.count(
                streaks.active(APP), List.of(new DayActivity(daily.dayRuleId(), 498, TODAY.minusDays(20), "a", -1)))));
        assertThat(gone).hasSize(6).anyMatch(one -> one.named().contains("FROM streak_day"));
        checkIndexed(gone);
    }

    @Test
    void usesIndexesForReads() {
        List<Executed> taken = executed(() -> {
            streaks.of(APP, List.of(1L, 2L), NOON);
            streaks.runs(Set.of(new ListRequest<>(new ParticipantStreakId(daily.id(), 3), TODAY, 10)));
            sql.useConnected(() -> streaks.lengths(List.of(new StreakDay(daily.id(), 3, TODAY.minusDays(70)))));
            server.bean(Freezes.class).frozen(Set.of(new ParticipantStreakId(daily.id(), 3)));
            server.bean(Freezes.class).amnestyDates(Set.of(daily.id()));
        });
        assertThat(taken).hasSize(6);
        checkIndexed(taken);
    }

    @Test
    void usesIndexesForAmnesty() {
        var days = new Freezes.StreakDateRange("daily", TODAY.minusDays(50), TODAY.minusDays(50));
        List<Executed> taken = executed(() -> server.bean(Freezes.class).grantAmnesty(APP, days, NOON));
        checkIndexed(taken);
        checkIndexed(executed(() -> server.bean(Freezes.class).revokeAmnesty(APP, days, NOON)));
    }

    private static List<Executed> executed(Runnable work) {
        try (Statements recorded = Statements.of(sql)) {
            work.run();
            return recorded.take();
        }
    }

    /** Explains statements with generic plans, like a session of the pool. */
    private static void checkIndexed(List<Executed> statements) {
        for (Executed statement : statements) {
            List<Map<?, ?>> nodes = sql.inTransaction(() -> {
                return Explained.nodes(statement
                        .again(sql, "EXPLAIN (FORMAT JSON) " + statement.named())
                        .one(String.class));
            });
            assertThat(scans(nodes)).allSatisfy(node -> assertThat(String.valueOf(node.get("Index Cond")))
                    .as(statement.named())
                    .containsAnyOf("participant_id = ", "streak_id = ", "(id = "));
        }
    }

    private static List<Map<?, ?>> scans(List<Map<?, ?>> nodes) {
        return nodes.stream()
                .filter(node -> Stream.ofNullable(node.get("Relation Name")).anyMatch(TABLES::contains))
                .filter(node -> !"ModifyTable".equals(node.get("Node Type"))
                        && !"Tid Scan".equals(node.get("Node Type"))
                        && !"Bitmap Heap Scan".equals(node.get("Node Type")))
                .toList();
    }
}
