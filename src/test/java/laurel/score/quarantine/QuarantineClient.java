package laurel.score.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;

/** Creates leaderboards with limits of plausible submissions, and approves and rejects submissions, over HTTP. */
record QuarantineClient(LaurelServer server, GraphQLClient graphQL) {
    static final String SUBMISSION = """
            id status score removedAt quarantine { reasons decision decidedAt decidedBy decisionReason }
            """;
    static final String SUBMIT = """
            mutation ($input: SubmitScoreInput!) { submitScore(input: $input) { receipt { status closedWindows submission {
            """ + SUBMISSION + " } changes { score } } errors { code message path } } }";

    private static final String STANDINGS = "standings(first: 100) { nodes { rank score participant { externalId } } }";

    QuarantineClient(LaurelServer server) {
        this(server, server.client());
    }

    /** @param limits fields of the input */
    void create(String board, String mode, String limits) {
        graphQL.ask("mutation { createLeaderboard(input: {key: \"" + board + "\", updateMode: " + mode
                        + ", windowDefinitions: [{kind: ALL_TIME}, {kind: DAILY}], " + limits
                        + "}) { leaderboard { id } errors { code message } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    static Map<String, Object> input(String board, String who, Object score) {
        return new HashMap<>(
                Map.of("leaderboardKey", board, "participant", Map.of("externalId", who), "score", score.toString()));
    }

    /** Returns the receipt, or the error. */
    Answer submit(Map<String, Object> input) {
        return graphQL.ask(SUBMIT, Map.of("input", input))
                .node("data", "submitScore")
                .receipt();
    }

    /** Returns the status, and the reasons of a quarantine. */
    String submit(String board, String who, Object score) {
        Answer receipt = submit(input(board, who, score));
        Object reasons = receipt.at("submission", "quarantine") == null
                ? ""
                : " " + receipt.at("submission", "quarantine", "reasons");
        return receipt.text("status") + reasons;
    }

    /** Submits a score that is quarantined, and returns its ID. */
    String quarantine(String board, String who, Object score) {
        Answer receipt = submit(input(board, who, score));
        assertThat(receipt.at("status")).isEqualTo("QUARANTINED");
        return receipt.text("submission", "id");
    }

    /** Returns the payload. */
    Answer decide(String mutation, Map<String, Object> input) {
        String type = mutation.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + mutation.substring(1);
        return graphQL.ask(
                        "mutation ($input: " + type + "Input!) { " + mutation + "(input: $input) { submission { "
                                + SUBMISSION + " } changes { window { name } previousScore score previousRank rank }"
                                + " errors { code message path } } }",
                        Map.of("input", input))
                .node("data", mutation);
    }

    /** Returns window, scores and ranks of each change. */
    List<String> changes(String mutation, String id) {
        Answer payload = decide(mutation, Map.of("submissionId", id));
        assertThat(payload.list("errors")).isEmpty();
        return payload.list("changes").stream()
                .map(change -> "%s %s->%s #%s->#%s"
                        .formatted(
                                change.text("window", "name"),
                                change.at("previousScore"),
                                change.at("score"),
                                change.at("previousRank"),
                                change.at("rank")))
                .toList();
    }

    /** Returns the code and the path of the error. */
    String refusal(String mutation, Map<String, Object> input) {
        Answer payload = decide(mutation, input);
        assertThat(payload.at("submission")).isNull();
        assertThat(payload.at("changes")).isNull();
        return payload.at("errors", 0, "code") + " " + payload.at("errors", 0, "path");
    }

    /** Returns the scores of the submissions that match the filter, in the order of the list. */
    List<String> listed(String filter) {
        return graphQL
                .ask("{ submissions(first: 100, filter: {" + filter + "}) { nodes { score } } }")
                .list("data", "submissions", "nodes")
                .stream()
                .map(node -> node.text("score"))
                .toList();
    }

    /** Returns rank, participant and score of each standing of all time. */
    List<String> standings(String board) {
        return standings(read(board, STANDINGS));
    }

    /** Returns the same as of a time. */
    List<String> standings(String board, String time) {
        return standings(read(board, "asOf(time: \"" + time + "\") { " + STANDINGS + " }")
                .node("asOf"));
    }

    private Answer read(String board, String fields) {
        return graphQL.ask("{ leaderboard(key: \"" + board + "\") { window { ranking { " + fields + " } } } }")
                .node("data", "leaderboard", "window", "ranking");
    }

    private static List<String> standings(Answer ranking) {
        return ranking.list("standings", "nodes").stream()
                .map(node -> "%s %s %s"
                        .formatted(node.at("rank"), node.text("participant", "externalId"), node.text("score")))
                .toList();
    }
}
