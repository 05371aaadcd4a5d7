package laurel.streak;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.sql.Sql;
import laurel.leaderboard.Group;
import laurel.request.AppSource;
import laurel.streak.DayRule.DayRuleKind;
import laurel.streak.run.StreakDay;
import laurel.streak.run.StreakPeriod;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Lengths of daily and weekly streaks at ends of years, at changes of clocks and across the date line. The lines of a
 * case are events of one participant in chronological order.
 */
class StreakVectorTest {
    private static final int APP = AppSource.DEFAULT_APP;
    private static final Instant NOW = Instant.parse("2026-01-02T12:00:00Z");
    private static final List<String> CASES = new ArrayList<>();

    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(NOW));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest(name = "{0} {3}: {10}")
    @CsvFileSource(resources = "/streak-vectors.csv", numLinesToSkip = 1)
    void computesLengthsAfterEvent(
            String name,
            DayRuleKind kind,
            ZoneId timeZone,
            Instant occurredAt,
            @Nullable String group,
            @Nullable ZoneId eventTimeZone,
            @Nullable ZoneId participantTimeZone,
            LocalDate day,
            int dayLength,
            int weekLength,
            String why) {
        if (!CASES.contains(name)) {
            CASES.add(name);
        }
        DayRule rule = rule(kind, timeZone);
        assertThat(StoredDayRule.of(1, rule)
                        .day(occurredAt, group(group == null ? "" : group), eventTimeZone, participantTimeZone))
                .as(why)
                .isEqualTo(day);
        assertThat(lengths(rule, CASES.indexOf(name) + 1L, day)).as(why).containsExactly(dayLength, weekLength);
    }

    /** Counts an event on a day, and returns the lengths of the daily and the weekly streak on that day. */
    private static List<Integer> lengths(DayRule rule, long participant, LocalDate day) {
        Streaks streaks = server.bean(Streaks.class);
        Map<StreakPeriod, Streak> created = new TreeMap<>();
        for (StreakPeriod period : StreakPeriod.values()) {
            String key = "%s-%s-%s"
                    .formatted(period, rule.kind(), rule.timeZone().getId().replace('/', '.'))
                    .toLowerCase(Locale.ROOT);
            created.put(
                    period, streaks.createIfAbsent(APP, new StreakDefinition(key, null, period, rule, List.of()), NOW));
        }
        Map<StreakDay, Integer> found = server.bean(Sql.class).inTransaction(() -> {
            int ruleId = requireNonNull(created.get(StreakPeriod.DAY)).dayRuleId();
            streaks.count(streaks.active(APP), List.of(new DayActivity(ruleId, participant, day, "a", 1)));
            return streaks.lengths(created.values().stream()
                    .map(streak -> new StreakDay(streak.id(), participant, day))
                    .toList());
        });
        return created.values().stream()
                .map(streak -> requireNonNull(found.get(new StreakDay(streak.id(), participant, day))))
                .toList();
    }

    private static DayRule rule(DayRuleKind kind, ZoneId timeZone) {
        return new DayRule(
                kind,
                timeZone,
                kind == DayRuleKind.GROUP
                        ? List.of(new DayRule.GroupTimeZone(group("eu"), ZoneId.of("Europe/Paris")))
                        : List.of(),
                null);
    }

    private static Group group(String region) {
        return region.isEmpty() ? Group.EVERYONE : new Group(new TreeMap<>(Map.of("region", region)));
    }
}
