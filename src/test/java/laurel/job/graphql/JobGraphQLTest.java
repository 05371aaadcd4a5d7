package laurel.job.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.TestDatabase;
import laurel.job.JobRunnerTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Jobs as clients see them. */
class JobGraphQLTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final String CANCEL = "mutation ($id: ID!) { cancelJob(input: {jobId: $id}) {"
            + " job { id state finishedAt } errors { code path } } }";

    private static LaurelServer server;
    private static JobClient jobs;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(NOW), Map.of("laurel.limits.jobs", 4));
        jobs = new JobClient(server);
        server.client().ask("mutation { createLeaderboard(input: {key: \"board\"}) { __typename } }");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void listsCancelsAndLimitsJobs() {
        Answer created = jobs.start("backfillWindows", Map.of("leaderboardKey", "board"));
        assertThat(created.at("job", "state")).isEqualTo("QUEUED");
        String id = created.text("job", "id");
        Answer queued = jobs.job(id);
        assertThat(queued.at("kind")).isEqualTo("BACKFILL_WINDOWS");
        assertThat(queued.at("createdAt")).isEqualTo("2025-07-13T14:30:00Z");
        for (String field : List.of("progress", "startedAt", "finishedAt", "result")) {
            assertThat(queued.at(field)).as(field).isNull();
        }
        assertThat(node(id)).isEqualTo("QUEUED");
        for (int n = 0; n < 3; n++) {
            jobs.start("checkRankings", Map.of()).text("job", "id");
        }
        Answer refused = jobs.start("checkRankings", Map.of());
        assertThat(refused.at("job")).isNull();
        assertThat(refused.at("errors", 0, "code")).isEqualTo("LIMIT_REACHED");
        assertThat(refused.at("errors", 0, "limit")).isEqualTo(4);

        Answer cancelled = cancel(id);
        assertThat(cancelled.at("job", "state")).isEqualTo("CANCELLED");
        assertThat(cancel(id).json()).isEqualTo(cancelled.json());
        server.runJobs();
        assertThat(states("filter: {kind: CHECK_RANKINGS}")).containsExactly("SUCCEEDED", "SUCCEEDED", "SUCCEEDED");
        assertThat(states("filter: {state: CANCELLED}")).containsExactly("CANCELLED");
        assertThat(states("filter: null")).hasSize(4);
        assertThat(states("first: 1")).hasSize(1);
        String finished = list("first: 1").text("edges", 0, "node", "id");
        assertThat(cancel(finished).at("errors", 0, "code")).isEqualTo("JOB_FINISHED");
        assertThat(cancel(finished).at("errors", 0, "path")).isEqualTo(List.of("input", "jobId"));
        String cursor = list("first: 1").text("pageInfo", "endCursor");
        assertThat(states("after: \"" + cursor + "\"")).hasSize(3);
        Answer job = jobs.job(finished);
        assertThat(job.at("progress")).isEqualTo(1.0);
        assertThat(job.at("result", "wrongCount")).isEqualTo(0);
        assertThat(job.list("errors")).isEmpty();
    }

    @Test
    void returnsSameJobIfCancelledTwice() {
        LaurelServer app = server.inNewApp();
        String id = new JobClient(app).start("backfillWindows", board(app)).text("job", "id");
        Answer first = cancel(app, id);
        assertThat(first.at("job", "state")).isEqualTo("CANCELLED");
        assertThat(first.list("errors")).isEmpty();
        assertThat(cancel(app, id).json()).isEqualTo(first.json());
        app.runJobs();
        assertThat(cancel(app, id).json()).isEqualTo(first.json());
    }

    @Test
    void hidesJobsFromOtherApps() {
        LaurelServer app = server.inNewApp();
        String id = new JobClient(app).start("backfillWindows", board(app)).text("job", "id");
        LaurelServer other = server.inNewApp();
        Map<String, String> variables = Map.of("id", id);
        Answer found = other.client()
                .ask("query ($id: ID!) { job(id: $id) { id } node(id: $id) { id } jobs { nodes { id } } }", variables);
        assertThat(found.at("data", "job")).isNull();
        assertThat(found.at("data", "node")).isNull();
        assertThat(found.list("data", "jobs", "nodes")).isEmpty();
        Answer refused = cancel(other, id).node("errors", 0);
        assertThat(refused.at("code")).isEqualTo("JOB_NOT_FOUND");
        assertThat(refused.at("path")).isEqualTo(List.of("input", "jobId"));
        assertThat(new JobClient(app).job(id).at("state")).isEqualTo("QUEUED");
        cancel(app, id);
    }

    private static Map<String, String> board(LaurelServer app) {
        app.client().ask("mutation { createLeaderboard(input: {key: \"board\"}) { __typename } }");
        return Map.of("leaderboardKey", "board");
    }

    /** Of a crash in the middle of a part, see {@link JobRunnerTest}. */
    @Test
    void continuesOnAnotherNodeAfterOneStops() {
        var clock = new TickingClock(NOW);
        try (var database = TestDatabase.fresh()) {
            String id;
            try (var first = LaurelServer.on(database, clock)) {
                id = new JobClient(first).start("checkRankings", Map.of()).text("job", "id");
                database.sql().execute("UPDATE job SET state = 'RUNNING', started_at = created_at");
            }
            try (var second = LaurelServer.on(database, clock)) {
                assertThat(new JobClient(second).job(id).at("state")).isEqualTo("RUNNING");
                second.runJobs();
                assertThat(new JobClient(second).job(id).at("state")).isEqualTo("SUCCEEDED");
            }
        }
    }

    @Test
    void returnsNullForUnknownJobId() {
        String unknown = server.id("Job", 0, 999);
        assertThat(server.client()
                        .ask("query ($id: ID!) { job(id: $id) { id } }", Map.of("id", unknown))
                        .at("data", "job"))
                .isNull();
        assertThat(cancel(unknown).at("errors", 0, "code")).isEqualTo("JOB_NOT_FOUND");
        assertThat(server.client()
                        .send("{ job(id: \"Zm9v\") { id } }", Map.of())
                        .at("errors", 0, "extensions", "code"))
                .isEqualTo("INVALID_ID");
    }

    private static Object node(String id) {
        return server.client()
                .ask("query ($id: ID!) { node(id: $id) { ... on Job { state } } }", Map.of("id", id))
                .text("data", "node", "state");
    }

    private static Answer cancel(String id) {
        return cancel(server, id);
    }

    private static Answer cancel(LaurelServer app, String id) {
        return app.client().ask(CANCEL, Map.of("id", id)).node("data", "cancelJob");
    }

    private static List<String> states(String arguments) {
        return list(arguments).list("edges").stream()
                .map(edge -> edge.text("node", "state"))
                .toList();
    }

    private static Answer list(String arguments) {
        return server.client()
                .ask("{ jobs(" + arguments + ") { edges { cursor node { id state } } pageInfo { endCursor } } }")
                .node("data", "jobs");
    }
}
