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
 * Days and weeks in a row at the ends of years, where clocks change, and of who crosses the date line. The lines of a
 * case are one participant's, in their order.
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
    void theRowsAfterAnEvent(
            String name,
            DayRuleKind kind,
            ZoneId zone,
            Instant moment,
            @Nullable String group,
            @Nullable ZoneId eventZone,
            @Nullable ZoneId ownZone,
            LocalDate day,
            int length,
            int weeks,
            String why) {
        if (!CASES.contains(name)) {
            CASES.add(name);
        }
        DayRule rule = rule(kind, zone);
        assertThat(rule.day(moment, group(group == null ? "" : group), eventZone, ownZone))
                .as(why)
                .isEqualTo(day);
        assertThat(rows(rule, CASES.indexOf(name) + 1L, day)).as(why).containsExactly(length, weeks);
    }

    /** How many days and weeks the participant has on its day, once it is active. */
    private static List<Integer> rows(DayRule rule, long participant, LocalDate day) {
        Streaks streaks = server.bean(Streaks.class);
        Map<StreakPeriod, Streak> defined = new TreeMap<>();
        for (StreakPeriod unit : StreakPeriod.values()) {
            String key = "%s-%s-%s"
                    .formatted(unit, rule.kind(), rule.timeZone().getId().replace('/', '.'))
                    .toLowerCase(Locale.ROOT);
            defined.put(
                    unit, streaks.createUnlessThere(APP, new StreakDefinition(key, null, unit, rule, List.of()), NOW));
        }
        Map<StreakDay, Integer> lengths = server.bean(Sql.class).inTransaction(() -> {
            int ruleId = requireNonNull(defined.get(StreakPeriod.DAY)).dayRuleId();
            streaks.follow(APP, List.of(new DayActivity(ruleId, participant, day, "a", 1)), NOW);
            return streaks.lengths(defined.values().stream()
                    .map(streak -> new StreakDay(streak.id(), participant, day))
                    .toList());
        });
        return defined.values().stream()
                .map(streak -> requireNonNull(lengths.get(new StreakDay(streak.id(), participant, day))))
                .toList();
    }

    private static DayRule rule(DayRuleKind kind, ZoneId zone) {
        return new DayRule(
                kind,
                zone,
                kind == DayRuleKind.GROUP
                        ? List.of(new DayRule.GroupTimeZone(group("eu"), ZoneId.of("Europe/Paris")))
                        : List.of());
    }

    private static Group group(String region) {
        return region.isEmpty() ? Group.EVERYONE : new Group(new TreeMap<>(Map.of("region", region)));
    }
}
