package laurel.streak.freeze;

import static org.assertj.core.api.Assertions.assertThat;

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
import laurel.job.JobWork;
import laurel.job.JobWork.Part;
import laurel.scoring.PolicyClient;
import laurel.streak.StreakClient;
import laurel.streak.StreakOracle;
import laurel.streak.Streaks;
import laurel.streak.freeze.AmnestyRecountJob.RecountStreaksResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An amnesty changes the streaks of a few participants at once, those of others part by part. */
class AmnestyRecountJobTest {
    private static final Instant NOW = Instant.parse("2025-07-15T12:00:00Z");
    private static final LocalDate FIRST = LocalDate.parse("2025-06-01");
    private static final int DAYS = 20;
    private static final int PARTICIPANTS = 9;

    private final Random random = new Random(20_250_715);
    private static LaurelServer service;

    private LaurelServer server;
    private StreakClient streaks;

    @BeforeAll
    static void start() {
        service = LaurelServer.start(new TickingClock(NOW), Map.of("laurel.activity.batch-size", 2));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void inNewApp() {
        server = service.inNewApp();
        streaks = new StreakClient(server);
        streaks.create("key: \"daily\"");
    }

    @Test
    void changesStreaksOfOthersPartByPart() {
        LocalDate gap = FIRST.plusDays(5);
        LocalDate[] active = FIRST.datesUntil(FIRST.plusDays(10))
                .filter(day -> !day.equals(gap))
                .toArray(LocalDate[]::new);
        IntStream.range(0, PARTICIPANTS).forEach(n -> streaks.recordActivity("p" + n, "daily", active));

        var jobs = new JobClient(server);
        String job = jobs.start("grantStreakAmnesty", Map.of("streakKey", "daily", "startDate", gap.toString()))
                .text("job", "id");
        assertThat(longestLengths()).filteredOn(length -> length == 9).hasSize(2);
        assertThat(processPart()).isTrue();
        assertThat(longestLengths()).filteredOn(length -> length == 9).hasSize(4);
        server.runJobs();
        assertThat(longestLengths()).containsOnly(9);
        assertIslands();
        Answer done = jobs.job(job);
        assertThat(done.at("kind")).isEqualTo("RECOUNT_STREAKS");
        assertThat(done.at("state")).isEqualTo("SUCCEEDED");
        assertThat(done.at("result"))
                .isEqualTo(Map.of(
                        "streak", Map.of("key", "daily"), "recountedCount", PARTICIPANTS - 4, "remainingCount", 0));

        change("revokeStreakAmnesty", gap, gap);
        server.runJobs();
        assertThat(longestLengths()).containsOnly(5);
        assertIslands();
    }

    @Test
    void keepsRunsExactWhileAmnestiesAndEventsArrive() {
        for (int n = 0; n < 120; n++) {
            LocalDate day = FIRST.plusDays(random.nextInt(DAYS));
            switch (random.nextInt(6)) {
                case 0 -> change("grantStreakAmnesty", day, day.plusDays(random.nextInt(3)));
                case 1 -> change("revokeStreakAmnesty", day, day.plusDays(random.nextInt(3)));
                case 2 -> processPart();
                default -> streaks.recordActivity("p" + random.nextInt(PARTICIPANTS), "daily", day);
            }
        }
        server.runJobs();
        assertIslands();
    }

    /** The event after the covered day joins runs of a participant across it before the job has processed the participant. */
    @Test
    void scoresCoveredDayAfterEventInTheMeantime() {
        streaks.create("key: \"games\", eventTypes: [\"game\"]");
        server.client()
                .ask(
                        "mutation { createLeaderboard(input: {key: \"board\", updateMode: INCREMENT}) { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        new PolicyClient(server.client())
                .defineMultipliedEventCount("policy", "board", "games")
                .text("key");
        LocalDate covered = FIRST.plusDays(5);
        FIRST.datesUntil(covered).forEach(day -> recordAll("game", day));
        recordAll("seen", covered);
        server.drainActivity();
        assertThat(scores()).containsOnly("1");

        streaks.change("grantStreakAmnesty", "streakKey: \"games\", startDate: \"" + covered + "\"");
        recordAll("game", covered.plusDays(1));
        server.runJobs();
        server.drainActivity();

        assertThat(scores()).containsOnly("3");
    }

    /** The event after the revoked day would make the run long enough that the job has yet to break. */
    @Test
    void awardsOnlyWhatIsEarnedWithoutRevokedAmnesty() {
        List<LocalDate> revoked = List.of(FIRST.plusDays(2), FIRST.plusDays(6));
        revoked.forEach(day -> change("grantStreakAmnesty", day, day));
        List.of(0, 1, 3, 4).forEach(n -> recordAll("seen", FIRST.plusDays(n)));
        server.drainActivity();
        var badges = new BadgeClient(server);
        badges.createBadge("three", "streak: {streakKey: \"daily\", minLength: 3}", "");
        badges.createBadge("five", "streak: {streakKey: \"daily\", minLength: 5}", "");

        change("revokeStreakAmnesty", revoked.getFirst(), revoked.getLast());
        recordAll("seen", FIRST.plusDays(5));
        server.drainActivity();
        assertThat(longestLengths()).contains(5);
        server.runJobs();

        assertThat(longestLengths()).containsOnly(3);
        assertThat(badges.holders("five")).isEmpty();
        assertThat(badges.holders("three")).hasSize(PARTICIPANTS).allMatch(holder -> holder.endsWith(" 2025-06-04"));
    }

    private void recordAll(String type, LocalDate day) {
        new ActivityClient(server.client())
                .recordAll(IntStream.range(0, PARTICIPANTS)
                        .mapToObj(n -> ActivityClient.event(type + n + day, type, "p" + n, day + "T10:00:00Z"))
                        .toList());
    }

    private List<String> scores() {
        List<String> scores = server
                .client()
                .ask(
                        "{ leaderboard(key: \"board\") { window(select: {relative: {definitionKey: \"all-time\"}}) { ranking {"
                                + " standings(first: 100) { nodes { score } } } } } }")
                .list("data", "leaderboard", "window", "ranking", "standings", "nodes")
                .stream()
                .map(standing -> standing.text("score"))
                .toList();
        assertThat(scores).hasSize(PARTICIPANTS);
        return scores;
    }

    private void change(String mutation, LocalDate startDate, LocalDate endDate) {
        streaks.change(mutation, "streakKey: \"daily\", startDate: \"" + startDate + "\", endDate: \"" + endDate + "\"")
                .text("key");
    }

    /** Processes one part of the job, and returns whether there is another. */
    private boolean processPart() {
        long id = server.bean(Streaks.class)
                .byKey(server.appId(), "daily")
                .orElseThrow()
                .id();
        var part = new Part<AmnestyRecountJob.RecountParameters, JobWork.Stored, RecountStreaksResult>(
                server.appId(), new AmnestyRecountJob.RecountParameters(id), null, null);
        return server.bean(Sql.class)
                        .inTransaction(
                                () -> server.bean(AmnestyRecountJob.class).part(part, NOW))
                        .next()
                != null;
    }

    private List<Integer> longestLengths() {
        return IntStream.range(0, PARTICIPANTS)
                .mapToObj(n -> Integer.valueOf(streaks.streak("p" + n, "daily").text("longestLength")))
                .toList();
    }

    private void assertIslands() {
        server.bean(Sql.class).useConnected(() -> assertThat(StreakOracle.stored(server.bean(Sql.class)))
                .isEqualTo(StreakOracle.islands(server.bean(Sql.class)))
                .isNotEmpty());
    }
}
