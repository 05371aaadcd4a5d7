package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import laurel.GraphQLClient.Answer;

/** Starts jobs and reads their results. */
public record JobClient(LaurelServer server, GraphQLClient graphQL) {
    private static final String JOB = """
            query ($id: ID!) { job(id: $id) {
              id kind state progress cancellable createdAt startedAt finishedAt errors { code message path }
              result {
                ... on BackfillWindowsResult { windowCount submissionCount entryCount dryRun
                  changes { windowName timeZone startsAt change {
                    window { name } group { values } participant { externalId }
                    previousScore score previousRank rank } } }
                ... on BackfillBadgeResult { badge { key } awardedCount }
                ... on RescoreDaysResult { scoringPolicy { key } scoredDayCount remainingDayCount }
                ... on RecountStreaksResult { streak { key } recountedCount remainingCount }
                ... on BackfillStreakResult { streak { key } dayCount }
                ... on RemoveEntriesResult { leaderboardCount entryCount dryRun
                  changes { window { name } group { values } previousScore score previousRank rank } }
                ... on EraseParticipantResult { standings partCount }
                ... on CheckRankingsResult { checkedCount wrongCount repairedCount entryCount indexRowCount
                  wrongRankings { window { name leaderboard { key } } group { values }
                    entryCount indexRowCount differenceCount examples repaired } }
              }
            } }
            """;

    public JobClient(LaurelServer server) {
        this(server, server.client());
    }

    /** The payload of a mutation that creates a job. */
    public Answer start(String mutation, Map<String, ?> input) {
        return send(mutation, input).node("data", mutation);
    }

    /** The payload of a mutation that creates a job, with its errors. */
    public Answer send(String mutation, Map<String, ?> input) {
        String type = Character.toUpperCase(mutation.charAt(0)) + mutation.substring(1);
        return graphQL.send("""
                        mutation ($input: %sInput!) { %s(input: $input) {
                          job { id state } errors { __typename code message path
                            ... on VersionConflictError { currentVersion } ... on LimitExceededError { limit } } } }
                        """.formatted(type, mutation), Map.of("input", input));
    }

    /** Creates a job, runs it to its end, and returns it. */
    public Answer run(String mutation, Map<String, ?> input) {
        Answer started = start(mutation, input);
        assertThat(started.list("errors")).isEmpty();
        server.runJobs();
        return job(started.text("job", "id"));
    }

    /** Creates and runs a job, requires that it succeeds, and returns its result. */
    public Answer result(String mutation, Map<String, ?> input) {
        Answer job = run(mutation, input);
        assertThat(job.at("state")).as("%s", job.json()).isEqualTo("SUCCEEDED");
        return job.node("result");
    }

    public Answer job(String id) {
        return graphQL.ask(JOB, Map.of("id", id)).node("data", "job");
    }
}
