package laurel.badge.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.badge.BadgeClient;
import laurel.database.OpenTransaction;
import laurel.database.Until;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A badge with a rule on final ranks is backfilled while a window is being corrected. */
class CorrectedWindowBackfillTest {
    private static final String FIRST = "2025-07-13";
    private static final String SECOND = "2025-07-14";
    private static final String THIRD = "2025-07-15";

    private static final Instant NOON = Instant.parse(FIRST + "T12:00:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOON);

    /** Requests a correction, as the removal of a submission does. Then no statement can read rankings until it is committed. */
    private static final String CORRECT = """
            WITH corrected AS (
                UPDATE leaderboard_window SET requested_revision = revision + 1
                WHERE app_id = ? AND definition = 'daily' AND name = ? RETURNING id)
            UPDATE ranking SET revision = 0 WHERE window_id IN (SELECT id FROM corrected)
            """;

    private static final String WAITING = """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'relation'
            """;

    private static LaurelServer service;
    private LaurelServer server;
    private BadgeClient badges;
    private String second;

    @BeforeAll
    static void start() {
        service = LaurelServer.start(CLOCK);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void finalizeThreeDays() {
        CLOCK.set(NOON);
        server = service.inNewApp();
        badges = new BadgeClient(server);
        badges.createLeaderboard("arena", ", updateMode: INCREMENT, windowDefinitions: [{kind: DAILY}]");
        submit();
        second = submit();
        submit();
        badges.createBadge(
                "late",
                "rankAtClose: {leaderboardKey: \"arena\", windowDefinitionKey: \"daily\", maxRank: 1}",
                ", recurrence: EACH_PERIOD");
    }

    /** Submits scores of a day, and makes it final. Returns the submission with the first rank. */
    private String submit() {
        String first = badges.submit("arena", "ann", 9);
        badges.submit("arena", "ben", 8);
        CLOCK.advance(Duration.ofDays(1));
        badges.finalizeWindows(CLOCK.instant());
        badges.awardPending(CLOCK.instant());
        return first;
    }

    @Test
    void waitsForWindowThatIsBeingCorrected() {
        badges.remove(second);
        var jobs = new JobClient(server);
        String job = jobs.start("backfillBadge", Map.of("badgeKey", "late")).text("job", "id");
        server.runJobs();
        server.runJobs();
        assertThat(jobs.job(job).at("state")).isEqualTo("RUNNING");
        assertThat(badges.holders("late")).containsExactly("ann " + FIRST);

        badges.finalizeWindows(CLOCK.instant());
        badges.awardPending(CLOCK.instant());
        server.runJobs();

        assertThat(jobs.job(job).at("state")).isEqualTo("SUCCEEDED");
        assertThat(jobs.job(job).at("result", "awardedCount")).isEqualTo(3);
        assertThat(badges.holders("late")).containsExactly("ann " + FIRST, "ann " + THIRD, "ben " + SECOND);
    }

    @Test
    void waitsForWindowWhoseCorrectionBeginsMeanwhile() throws Exception {
        var jobs = new JobClient(server);
        String job = jobs.start("backfillBadge", Map.of("badgeKey", "late")).text("job", "id");
        try (OpenTransaction correction = server.database().transaction();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            correction.execute(CORRECT, server.appId(), SECOND);
            correction.execute("LOCK TABLE ranking");
            Future<?> running = threads.submit(server::runJobs);
            Until.holds(() -> server.database().sql().of(WAITING).one(Long.class) == 1);
            correction.commit();
            running.get();
        }
        badges.finalizeWindows(CLOCK.instant());
        badges.awardPending(CLOCK.instant());
        server.runJobs();

        assertThat(jobs.job(job).at("state")).isEqualTo("SUCCEEDED");
        assertThat(badges.holders("late")).containsExactly("ann " + FIRST, "ann " + SECOND, "ann " + THIRD);
    }

    @Test
    void previewIsNotCompleteWhileWindowIsBeingCorrected() {
        badges.remove(second);
        assertThat(badges.preview("badgeKey: \"late\"").at("complete")).isEqualTo(false);
        badges.finalizeWindows(CLOCK.instant());
        assertThat(badges.preview("badgeKey: \"late\"").at("complete")).isEqualTo(true);
        assertThat(badges.preview("badgeKey: \"late\"").at("awardCount")).isEqualTo(3);
    }
}
