package laurel.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Jobs as clients see them. */
class JobGraphQLTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
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
    void isListedCancelledAndLimited() {
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
    void isNotFoundByAnotherId() {
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
        return server.client()
                .ask(
                        "mutation ($id: ID!) { cancelJob(input: {jobId: $id}) { job { id state finishedAt }"
                                + " errors { code path } } }",
                        Map.of("id", id))
                .node("data", "cancelJob");
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
