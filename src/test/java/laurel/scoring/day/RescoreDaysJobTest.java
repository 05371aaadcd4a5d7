package laurel.scoring.day;

import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import laurel.database.TestDatabase;
import laurel.scoring.PolicyClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A job rescores the days of an activated version. It completes despite failures. */
class RescoreDaysJobTest {
    private static final int PARTICIPANTS = 9;
    private static final Map<String, Object> SETTINGS = Map.of("laurel.activity.batch-size", 2);

    private static final TickingClock CLOCK = new TickingClock(Instant.parse("2025-07-13T12:00:00Z"));
    private static LaurelServer service;

    private LaurelServer server;
    private PolicyClient policies;
    private JobClient jobs;

    @BeforeAll
    static void start() {
        service = LaurelServer.start(CLOCK, SETTINGS);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void inNewApp() {
        use(service.inNewApp());
    }

    /** Creates three versions of a policy, and records an event of each participant under the first. */
    private void use(LaurelServer used) {
        server = used;
        policies = new PolicyClient(server.client());
        jobs = new JobClient(server);
        server.client()
                .ask(
                        "mutation { createLeaderboard(input: {key: \"board\", updateMode: INCREMENT}) { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        for (int weight = 1; weight <= 3; weight++) {
            createVersion(weight);
        }
        new ActivityClient(server.client())
                .recordAll(IntStream.range(0, PARTICIPANTS)
                        .mapToObj(n -> event("e" + n, "seen", "p" + n, "2025-07-13T10:00:00Z"))
                        .toList());
    }

    private void createVersion(int weight) {
        policies.defineEventCount("p", "board", weight);
    }

    /** Activates a version, and returns the payload with the job. */
    private Answer activate(int version) {
        return jobs.start("activateScoringPolicyVersion", Map.of("scoringPolicyKey", "p", "versionNumber", version));
    }

    private List<String> scores() {
        return policies.windowScores("board", Map.of("at", "2025-07-13T12:00:00Z")).values().stream()
                .sorted()
                .toList();
    }

    @Test
    void scoresFirstPartImmediatelyAndRestByJob() {
        Answer job = activate(2).node("job");

        assertThat(job.at("state")).isEqualTo("QUEUED");
        assertThat(scores()).containsExactly("1", "1", "1", "1", "1", "1", "1", "2", "2");
        server.runJobs();
        Answer done = jobs.job(job.text("id"));
        assertThat(done.at("kind")).isEqualTo("RESCORE_DAYS");
        assertThat(done.at("state")).isEqualTo("SUCCEEDED");
        assertThat(done.at("progress")).isEqualTo(1.0);
        assertThat(done.at("result", "scoredDayCount")).isEqualTo(PARTICIPANTS - 2);
        assertThat(done.at("result", "remainingDayCount")).isEqualTo(0);
        assertThat(done.at("result", "scoringPolicy", "key")).isEqualTo("p");
        assertThat(scores()).hasSize(PARTICIPANTS).containsOnly("2");
        assertThat(done.at("cancellable")).isEqualTo(false);
    }

    @Test
    void createsNoJobIfNoDaysRemain() {
        assertThat(jobs.start(
                                "activateScoringPolicyVersion",
                                Map.of("scoringPolicyKey", "p", "versionNumber", 2, "startDate", "2025-07-20"))
                        .at("job"))
                .isNull();
    }

    @Test
    void extendsUnfinishedJobOfPolicy() {
        String job = activate(2).text("job", "id");
        assertThat(activate(3).text("job", "id")).isEqualTo(job);
        server.runJobs();
        assertThat(scores()).hasSize(PARTICIPANTS).containsOnly("3");
        assertThat(jobs.job(job).at("result", "scoredDayCount")).isEqualTo(PARTICIPANTS - 2);
    }

    /** Otherwise, the scores of some participants would stay those of another version. */
    @Test
    void rejectsCancellation() {
        String job = activate(2).text("job", "id");
        Answer cancelled = server.client()
                .ask(
                        "mutation ($id: ID!) { cancelJob(input: {jobId: $id}) { job { id } errors { code path } } }",
                        Map.of("id", job))
                .payload("cancelJob");
        assertThat(cancelled.at("code")).isEqualTo("JOB_NOT_CANCELLABLE");
        assertThat(cancelled.at("path")).isEqualTo(List.of("input", "jobId"));
        assertThat(jobs.job(job).at("state")).isEqualTo("QUEUED");
    }

    @Test
    void failsIfPolicyIsArchivedAndContinuesAfterUnarchiving() {
        String job = activate(2).text("job", "id");
        server.client().ask("mutation { archiveScoringPolicy(input: {scoringPolicyKey: \"p\"}) { errors { code } } }");
        server.runJobs();
        assertThat(jobs.job(job).at("state")).isEqualTo("FAILED");
        assertThat(jobs.job(job).at("errors", 0, "code")).isEqualTo("SCORING_POLICY_ARCHIVED");
        assertThat(scores()).contains("1");

        String next = jobs.start("unarchiveScoringPolicy", Map.of("scoringPolicyKey", "p"))
                .text("job", "id");

        assertThat(next).isNotEqualTo(job);
        server.runJobs();
        assertThat(scores()).hasSize(PARTICIPANTS).containsOnly("2");
    }

    @Test
    void continuesAfterRestart() {
        try (var database = TestDatabase.fresh()) {
            String job;
            try (var stopped = LaurelServer.on(database, CLOCK, SETTINGS)) {
                use(stopped);
                job = activate(2).text("job", "id");
            }
            try (var restarted = LaurelServer.on(database, CLOCK, SETTINGS)) {
                policies = new PolicyClient(restarted.client());
                restarted.runJobs();
                assertThat(new JobClient(restarted).job(job).at("state")).isEqualTo("SUCCEEDED");
                assertThat(scores()).hasSize(PARTICIPANTS).containsOnly("2");
            }
        }
    }
}
