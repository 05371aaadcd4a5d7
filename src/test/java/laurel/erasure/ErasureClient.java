package laurel.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;

/** Erases participants and reads rankings, over HTTP. */
record ErasureClient(LaurelServer server, GraphQLClient graphQL) {
    static final String ERASE = """
            mutation ($input: EraseParticipantInput!) { eraseParticipant(input: $input) {
              erasedParticipantId job { id kind state cancellable } errors { code message path } } }
            """;

    ErasureClient(LaurelServer server) {
        this(server, server.client());
    }

    static Map<String, Object> input(String externalId, ErasedStandings standings) {
        return Map.of(
                "participant", Map.of("external", Map.of("externalId", externalId)), "standings", standings.name());
    }

    /** Runs a mutation that must succeed. */
    Answer change(String mutation) {
        Answer answer = graphQL.ask("mutation { change: " + mutation + " { errors { code message } } }");
        assertThat(answer.list("data", "change", "errors")).as(mutation).isEmpty();
        return answer;
    }

    /** Submits a score to the leaderboard {@code race}, with metadata that names the participant. */
    void submit(String who, int score) {
        change("submitScore(input: {leaderboardKey: \"race\", participant: {externalId: \"" + who + "\"}, score: "
                + score + ", metadata: {by: \"" + who + "\"}})");
    }

    /** Erases a participant, and returns the payload. The job has not run. */
    Answer start(String externalId, ErasedStandings standings) {
        Answer payload = graphQL.ask(ERASE, Map.of("input", input(externalId, standings)))
                .node("data", "eraseParticipant");
        assertThat(payload.list("errors")).isEmpty();
        return payload;
    }

    /** Erases a participant completely. Returns the number of its row. */
    long erase(String externalId, ErasedStandings standings) {
        Answer payload = start(externalId, standings);
        server.runJobs();
        Answer job = graphQL.ask(
                        "query ($id: ID!) { job(id: $id) { state result { ... on EraseParticipantResult {"
                                + " standings partCount } } } }",
                        Map.of("id", payload.text("job", "id")))
                .node("data", "job");
        assertThat(job.at("state")).isEqualTo("SUCCEEDED");
        assertThat(job.at("result", "standings")).isEqualTo(standings.name());
        return server.read(payload.text("erasedParticipantId")).numbers().getFirst();
    }

    /** Returns rank, participant and score of each standing of a window, in order; a dash for no participant. */
    List<String> standings(String board, String window) {
        Answer ranking = graphQL.ask("{ leaderboard(key: \"" + board + "\") { window(select: {name: {name: \"" + window
                        + "\"}}) { ranking { entryCount standings(first: 100) { nodes {"
                        + " rank score participant { externalId } } } } } } }")
                .node("data", "leaderboard", "window", "ranking");
        List<String> standings = ranking.list("standings", "nodes").stream()
                .map(node -> node.at("rank") + " "
                        + (node.at("participant") == null ? "-" : node.text("participant", "externalId")) + " "
                        + node.text("score"))
                .toList();
        assertThat(ranking.at("entryCount")).isEqualTo(standings.size());
        return standings;
    }
}
