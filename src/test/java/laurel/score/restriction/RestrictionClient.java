package laurel.score.restriction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.score.ScoreClient;
import org.jspecify.annotations.Nullable;

/** Bans and hides participants, and reads rankings, over HTTP. */
record RestrictionClient(LaurelServer server, GraphQLClient graphQL) {
    private static final String FIELDS = """
            restriction { kind participant { externalId } leaderboard { key } reason createdAt createdBy expiresAt endedAt endedBy }
            """;

    RestrictionClient(LaurelServer server) {
        this(server, server.client());
    }

    ScoreClient scores() {
        return new ScoreClient(graphQL);
    }

    void create(String board, String mode) {
        graphQL.ask("mutation { createLeaderboard(input: {key: \"" + board + "\", updateMode: " + mode
                        + ", windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}], groupings: [[], [\"team\"]]}) "
                        + "{ leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    Answer submit(String board, String participant, int score, String team) {
        return scores().submit(input(board, participant, score, team));
    }

    static Map<String, Object> input(String board, String participant, int score, String team) {
        return ScoreClient.with(ScoreClient.score(board, participant, score), "group", Map.of("team", team));
    }

    static String mutation(String name) {
        String type = name.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + name.substring(1);
        return "mutation ($input: " + type + "Input!) { " + name + "(input: $input) { " + FIELDS
                + " errors { code message path } } }";
    }

    static Map<String, Object> scope(@Nullable String board, String participant) {
        Map<String, Object> input =
                new HashMap<>(Map.of("participant", Map.of("external", Map.of("externalId", participant))));
        input.put("leaderboardKey", board);
        return input;
    }

    Answer change(String name, @Nullable String board, String participant, Map<String, Object> more) {
        Map<String, Object> input = scope(board, participant);
        input.putAll(more);
        return graphQL.ask(mutation(name), Map.of("input", input)).node("data", name);
    }

    /** Changes a restriction, and fails if it is refused. */
    Answer change(String name, @Nullable String board, String participant) {
        Answer changed = change(name, board, participant, Map.of());
        assertThat(changed.list("errors")).isEmpty();
        return changed.node("restriction");
    }

    /** Returns the code and the path of the error. */
    String refusal(String name, @Nullable String board, String participant, Map<String, Object> more) {
        Answer refused = change(name, board, participant, more);
        assertThat(refused.at("restriction")).isNull();
        return refused.at("errors", 0, "code") + " " + refused.at("errors", 0, "path");
    }

    /** Returns rank, participant and score of each standing of a window, in order. */
    List<String> standings(String board, String window) {
        return read(board, "window(select: {name: {name: \"" + window + "\"}}) { ranking");
    }

    /** Returns the same of a group in the window that is open. */
    List<String> ofTeam(String board, String team) {
        return read(board, "window { ranking(group: {team: \"" + team + "\"})");
    }

    private List<String> read(String board, String ranking) {
        Answer read = graphQL.ask(
                        "{ leaderboard(key: \"" + board + "\") { " + ranking
                                + " { entryCount standings(first: 100) { nodes { rank score participant { externalId } } } } } } }")
                .node("data", "leaderboard", "window", "ranking");
        List<String> standings = read.list("standings", "nodes").stream()
                .map(node -> "%s %s %s"
                        .formatted(node.at("rank"), node.text("participant", "externalId"), node.text("score")))
                .toList();
        assertThat(read.at("entryCount")).isEqualTo(standings.size());
        return standings;
    }

    /** Returns kind, participant, leaderboard and reason of each restriction. */
    List<String> listed(String filter) {
        return graphQL
                .ask("{ participantRestrictions(first: 100, filter: {" + filter
                        + "}) { nodes { kind reason endedAt participant { externalId } leaderboard { key } } } }")
                .list("data", "participantRestrictions", "nodes")
                .stream()
                .map(one -> "%s %s %s %s"
                        .formatted(
                                one.at("kind"),
                                one.text("participant", "externalId"),
                                one.at("leaderboard") == null ? null : one.at("leaderboard", "key"),
                                one.at("endedAt") == null ? "in force" : "ended"))
                .toList();
    }

    /** Does what is due, as the service does every second. */
    void expire(java.time.Instant now) {
        server.bean(RestrictionWork.class).run(now);
    }
}
