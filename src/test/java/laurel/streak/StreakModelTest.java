package laurel.streak;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import laurel.database.sql.Sql;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.participant.Participants;
import laurel.request.AppSource;
import laurel.streak.freeze.AmnestyRecountJob;
import laurel.streak.freeze.FreezeRepository;
import laurel.streak.freeze.Freezes;
import laurel.streak.run.StreakChange;
import laurel.streak.run.StreakDay;
import laurel.streak.run.StreakPeriod;
import laurel.streak.run.StreakRuns;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Adds and removes random activity, freezes and amnesties around the end of a year of 53 weeks. After every step, runs,
 * lengths and streaks must be those of {@link StreakOracle}, and every day with a changed length must have been reported, also if
 * lengths count up to a maximum only.
 */
class StreakModelTest {
    private static final int APP = AppSource.DEFAULT_APP;
    private static final int STEPS = 120;
    private static final LocalDate FIRST = LocalDate.parse("2020-12-07");
    private static final int DAYS = 45;
    private static final List<String> TYPES = List.of("a", "b");
    private static final Instant NOON = Instant.parse("2021-01-20T12:00:00Z");

    private static LaurelServer server;
    private static Sql sql;
    private static Streaks streaks;
    private static Freezes freezes;

    /** Changes reported in the current step. */
    private static final List<StreakChange> REPORTED = new ArrayList<>();

    private final Map<StreakDay, Integer> events = new HashMap<>();
    private final Set<StreakDay> frozen = new HashSet<>();
    private final Set<StreakDay> amnesties = new HashSet<>();
    private final Map<DayActivity, Integer> eventCounts = new HashMap<>();

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(NOON));
        sql = server.bean(Sql.class);
        streaks = server.bean(Streaks.class);
        freezes = new Freezes(
                sql,
                streaks,
                server.bean(Participants.class),
                server.bean(FreezeRepository.class),
                server.bean(AmnestyRecountJob.class),
                server.bean(StreakRuns.class),
                List.of((app, changes, now) -> REPORTED.addAll(changes)),
                100,
                100);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Tries.of(1, 20));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void matchesOracleAfterEveryStep(long seed) {
        Random random = new Random(seed);
        List<Streak> all = List.of(
                create(seed + ".a", StreakPeriod.DAY, List.of("a")),
                create(seed + ".all", StreakPeriod.DAY, List.of()),
                create(seed + ".weeks", StreakPeriod.WEEK, List.of()));
        List<ExternalParticipantId> refs = List.of(ref(seed, 1), ref(seed, 2), ref(seed, 3));
        List<Long> ids = refs.stream().map(StreakModelTest::id).toList();
        Map<StreakDay, Integer> lengths = lengths(all, ids);
        for (int step = 0; step < STEPS; step++) {
            REPORTED.clear();
            step(random, all, refs, ids);
            sql.useConnected(() -> assertThat(StreakOracle.stored(sql)).isEqualTo(StreakOracle.islands(sql)));
            Map<StreakDay, Integer> after = lengths(all, ids);
            after.forEach((day, length) -> {
                int before = requireNonNull(lengths.put(day, length));
                for (int max = Math.min(before, length) + 1; max <= Math.max(before, length); max++) {
                    checkReported(day, max);
                }
            });
            checkStreaks(all, ids, FIRST.plusDays(random.nextInt(DAYS)));
        }
        assertThat(lengths.values()).as("lengths of all kinds occur").contains(0, 1, 5);
    }

    /** Checks that the change of a length is reported if lengths count up to a maximum. */
    private static void checkReported(StreakDay day, int maxLength) {
        assertThat(REPORTED)
                .as("%s, maximum %d", day, maxLength)
                .anyMatch(change -> change.streakId() == day.streakId()
                        && change.participantId() == day.participantId()
                        && !change.startDate().isAfter(day.day())
                        && !change.endDate(maxLength).isBefore(day.day()));
    }

    private void step(Random random, List<Streak> all, List<ExternalParticipantId> refs, List<Long> ids) {
        Streak streak = all.get(random.nextInt(all.size()));
        int n = random.nextInt(refs.size());
        LocalDate from = FIRST.plusDays(random.nextInt(DAYS));
        var days = new Freezes.StreakDateRange(
                streak.key(), from, from.plusDays(random.nextInt(streak.period() == StreakPeriod.DAY ? 3 : 9)));
        switch (random.nextInt(10)) {
            case 0 -> {
                freezes.freeze(APP, new ParticipantInput(refs.get(n), null, null, null, null), days, NOON);
                days.periodStarts(streak.period())
                        .forEach(day -> frozen.add(new StreakDay(streak.id(), ids.get(n), day)));
            }
            case 1 -> {
                freezes.unfreeze(APP, new ParticipantInput(refs.get(n), null, null, null, null), days, NOON);
                days.periodStarts(streak.period())
                        .forEach(day -> frozen.remove(new StreakDay(streak.id(), ids.get(n), day)));
            }
            case 2 -> {
                freezes.grantAmnesty(APP, days, NOON);
                days.periodStarts(streak.period()).forEach(day -> amnesties.add(new StreakDay(streak.id(), 0, day)));
            }
            case 3 -> {
                freezes.revokeAmnesty(APP, days, NOON);
                days.periodStarts(streak.period()).forEach(day -> amnesties.remove(new StreakDay(streak.id(), 0, day)));
            }
            default -> follow(all, activity(random, all.getFirst().dayRuleId(), ids));
        }
    }

    /** Random activity of several participants: added events, or all events of a type and day removed. */
    private List<DayActivity> activity(Random random, int rule, List<Long> ids) {
        List<DayActivity> activity = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            var kind = new DayActivity(
                    rule,
                    ids.get(random.nextInt(ids.size())),
                    FIRST.plusDays(random.nextInt(DAYS)),
                    TYPES.get(random.nextInt(TYPES.size())),
                    0);
            int before = eventCounts.getOrDefault(kind, 0);
            int change = before > 0 && random.nextBoolean() ? -before : 1 + random.nextInt(2);
            eventCounts.put(kind, before + change);
            activity.add(new DayActivity(rule, kind.participantId(), kind.day(), kind.eventType(), change));
        }
        return activity;
    }

    private void follow(List<Streak> all, List<DayActivity> activity) {
        REPORTED.addAll(sql.inTransaction(() -> {
            server.bean(DayRules.class).lock(APP);
            return streaks.count(streaks.active(APP), activity);
        }));
        for (Streak streak : all) {
            activity.stream()
                    .filter(one ->
                            streak.eventTypes().isEmpty() || streak.eventTypes().contains(one.eventType()))
                    .forEach(one -> events.merge(
                            new StreakDay(
                                    streak.id(),
                                    one.participantId(),
                                    streak.period().startOf(one.day())),
                            one.eventCount(),
                            Integer::sum));
        }
    }

    private Map<StreakDay, Integer> lengths(Collection<Streak> all, Collection<Long> ids) {
        List<StreakDay> days = new ArrayList<>();
        for (Streak streak : all) {
            ids.forEach(participant -> FIRST.minusDays(2)
                    .datesUntil(FIRST.plusDays(DAYS + 12L))
                    .forEach(day -> days.add(new StreakDay(streak.id(), participant, day))));
        }
        Map<StreakDay, Integer> lengths = sql.connected(() -> streaks.lengths(days));
        assertThat(lengths).hasSameSizeAs(days);
        for (Streak streak : all) {
            for (long participant : ids) {
                StreakOracle oracle = oracle(streak, participant);
                days.stream()
                        .filter(day -> day.streakId() == streak.id() && day.participantId() == participant)
                        .forEach(day ->
                                assertThat(lengths.get(day)).as("%s", day).isEqualTo(oracle.length(day.day())));
            }
        }
        return lengths;
    }

    private void checkStreaks(List<Streak> all, List<Long> ids, LocalDate today) {
        Map<Long, List<ParticipantStreak>> found =
                streaks.of(APP, ids, today.atStartOfDay(ZoneOffset.UTC).toInstant());
        for (long participant : ids) {
            List<ParticipantStreak> own = requireNonNull(found.get(participant)).stream()
                    .filter(one -> all.contains(one.streak()))
                    .toList();
            assertThat(own)
                    .isEqualTo(all.stream()
                            .map(streak -> expected(streak, participant, today))
                            .toList());
        }
    }

    private ParticipantStreak expected(Streak streak, long participant, LocalDate today) {
        StreakOracle oracle = oracle(streak, participant);
        return new ParticipantStreak(
                streak,
                participant,
                oracle.currentLength(today),
                oracle.longest(),
                oracle.lastActiveDate(),
                oracle.startDate(),
                oracle.activeToday(today));
    }

    private StreakOracle oracle(Streak streak, long participant) {
        TreeSet<LocalDate> active = new TreeSet<>();
        events.forEach((day, count) -> {
            if (day.streakId() == streak.id() && day.participantId() == participant && count > 0) {
                active.add(day.day());
            }
        });
        Set<LocalDate> held = new HashSet<>();
        frozen.stream()
                .filter(day -> day.streakId() == streak.id() && day.participantId() == participant)
                .forEach(day -> held.add(day.day()));
        amnesties.stream().filter(day -> day.streakId() == streak.id()).forEach(day -> held.add(day.day()));
        return new StreakOracle(streak.period(), active, held);
    }

    private static Streak create(String key, StreakPeriod unit, List<String> types) {
        return streaks.create(APP, new StreakDefinition(key, null, unit, DayRule.of(ZoneId.of("UTC")), types), NOON);
    }

    private static ExternalParticipantId ref(long seed, int n) {
        return new ExternalParticipantId("ACCOUNT", "p-" + seed + "-" + n);
    }

    private static long id(ExternalParticipantId ref) {
        return server.bean(Participants.class)
                .create(APP, new ParticipantInput(ref, null, null, null, null), NOON)
                .id();
    }
}
