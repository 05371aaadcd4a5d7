package laurel.streak;

import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import laurel.badge.BadgeClient;
import laurel.database.sql.Sql;
import laurel.job.JobWork.Part;
import laurel.streak.StreakBackfill.BackfillParameters;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A streak that is defined over many days is completed part by part, while events are recorded. */
class StreakBackfillJobTest {
    private static final Instant NOW = Instant.parse("2025-07-15T12:00:00Z");
    private static final LocalDate FIRST = LocalDate.parse("2025-06-01");
    private static final int DAYS = 40;
    private static final int PARTICIPANTS = 12;
    private static final int SECONDS = 86_400;

    private static final String DAYS_AND_RUNS = """
            SELECT participant_id || ' ' || day || ' ' || event_count AS row
            FROM streak_day WHERE streak_id = :id AND event_count <> 0
            UNION ALL
            SELECT participant_id || ' ' || start_date || ' ' || end_date || ' ' || length FROM streak_run
            WHERE streak_id = :id
            ORDER BY row
            """;

    private static final TickingClock CLOCK = new TickingClock(NOW);
    private static LaurelServer service;

    private final Random random = new Random(20_250_715);
    private LaurelServer server;
    private StreakClient streaks;
    private int events;

    @BeforeAll
    static void start() {
        service = LaurelServer.start(CLOCK, Map.of("laurel.activity.batch-size", 5));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void recordInNewApp() {
        CLOCK.set(NOW);
        server = service.inNewApp();
        streaks = new StreakClient(server);
        streaks.create("key: \"before\"");
        record(400);
    }

    @Test
    void countsEachEventOnceWhileFilling() {
        streaks.create("key: \"days\"");
        streaks.create("key: \"weeks\", period: WEEK");
        assertThat(areActive()).isEqualTo(List.of(true, false, false));

        for (int part = 0; fillPart(); part++) {
            record(2);
            freeze(part);
        }

        assertThat(areActive()).isEqualTo(List.of(true, true, true));
        assertThat(daysAndRuns("days")).isEqualTo(daysAndRuns("before")).hasSizeGreaterThan(PARTICIPANTS);
        server.bean(Sql.class).useConnected(() -> assertThat(StreakOracle.stored(server.bean(Sql.class)))
                .isEqualTo(StreakOracle.islands(server.bean(Sql.class))));
    }

    @Test
    void continuesOnAnotherNode() {
        var jobs = new JobClient(server);
        String job = jobs.start("createStreak", Map.of("key", "days")).text("job", "id");
        assertThat(fillPart()).isTrue();
        assertThat(daysAndRuns("days"))
                .isNotEmpty()
                .hasSizeLessThan(daysAndRuns("before").size());
        try (LaurelServer second = LaurelServer.on(server.database(), new TickingClock(NOW))) {
            second.runJobs();
        }
        Answer done = jobs.job(job);
        assertThat(done.at("kind")).isEqualTo("BACKFILL_STREAK");
        assertThat(done.at("state")).isEqualTo("SUCCEEDED");
        assertThat(done.at("result", "streak", "key")).isEqualTo("days");
        assertThat(areActive()).isEqualTo(List.of(true, true));
        assertThat(daysAndRuns("days")).isEqualTo(daysAndRuns("before"));
    }

    @Test
    void fillsStreakWithFewDaysImmediately() {
        assertThat(streaks.create("key: \"elsewhere\", dayRule: {timeZone: \"Europe/Paris\"}")
                        .text("key"))
                .isEqualTo("elsewhere");
        assertThat(areActive()).isEqualTo(List.of(true, true));
    }

    @Test
    void awardsNoBadgeForEarlierActivityOfNewStreak() {
        streaks.create("key: \"days\"");
        BadgeClient badges = new BadgeClient(server);
        badges.createBadge("two", "streak: {streakKey: \"days\", minLength: 2}", "");

        server.runJobs();

        assertThat(daysAndRuns("days")).isEqualTo(daysAndRuns("before"));
        assertThat(badges.holders("two")).isEmpty();
        assertThat(badges.backfill("two").at("awardedCount")).isEqualTo(PARTICIPANTS);
    }

    @Test
    void awardsForUnarchivedStreakOnlyBadgesThatWereEnabledBefore() {
        BadgeClient badges = new BadgeClient(server);
        for (String key : List.of("early", "disabled")) {
            badges.createBadge(key, "streak: {streakKey: \"before\", minLength: 2}", "");
        }
        badges.setState("disabled", "DISABLED");
        streaks.change("archiveStreak", "streakKey: \"before\"");
        record(400);
        CLOCK.advance(Duration.ofSeconds(1));
        streaks.change("unarchiveStreak", "streakKey: \"before\"");
        badges.createBadge("late", "streak: {streakKey: \"before\", minLength: 2}", "");
        badges.setState("disabled", "ENABLED");

        server.runJobs();

        assertThat(badges.holders("early")).hasSize(PARTICIPANTS);
        assertThat(badges.holders("late")).isEmpty();
        assertThat(badges.holders("disabled")).isEmpty();
    }

    private void record(int number) {
        new ActivityClient(server.client())
                .recordAll(IntStream.range(0, number)
                        .mapToObj(n -> event(
                                "e" + events++,
                                "seen",
                                "p" + random.nextInt(PARTICIPANTS),
                                FIRST.plusDays(random.nextInt(DAYS)) + "T00:00:00Z"))
                        .map(this::atRandomTime)
                        .toList());
    }

    private Map<String, Object> atRandomTime(Map<String, Object> event) {
        Instant day = Instant.parse(String.valueOf(event.get("occurredAt")));
        event.put("occurredAt", day.plusSeconds(random.nextInt(SECONDS)).toString());
        return event;
    }

    private void freeze(int part) {
        LocalDate day = FIRST.plusDays(part % DAYS);
        for (String key : List.of("before", "days")) {
            String change = part % 2 == 0 ? "participant: {externalId: \"p" + part % PARTICIPANTS + "\"}, " : "";
            streaks.change(
                    part % 2 == 0 ? "freezeStreak" : "grantStreakAmnesty",
                    "streakKey: \"" + key + "\", " + change + "startDate: \"" + day + "\"");
        }
    }

    /** Processes one part of each incomplete streak, and returns whether there was one. */
    private boolean fillPart() {
        Sql sql = server.bean(Sql.class);
        List<Long> ids = sql.of("SELECT streak_id FROM streak_backfill ORDER BY streak_id")
                .list(Long.class);
        ids.forEach(id -> sql.inTransaction(() -> server.bean(StreakBackfillJob.class)
                .part(new Part<>(server.appId(), new BackfillParameters(id), null, null), NOW)));
        return !ids.isEmpty();
    }

    private List<Boolean> areActive() {
        return server.client().ask("{ streaks { nodes { state } } }").list("data", "streaks", "nodes").stream()
                .map(streak -> "ACTIVE".equals(streak.at("state")))
                .toList();
    }

    private List<String> daysAndRuns(String key) {
        return server.bean(Sql.class)
                .of(DAYS_AND_RUNS)
                .bind(
                        "id",
                        server.bean(Streaks.class)
                                .byKey(server.appId(), key)
                                .orElseThrow()
                                .id())
                .list(String.class);
    }
}
