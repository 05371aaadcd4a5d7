package laurel.score.removal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.badge.BadgeClient;
import laurel.database.Contents;
import laurel.score.ScoreClient;
import laurel.score.StoredEntry;
import org.jspecify.annotations.Nullable;

/** Creates leaderboards, and removes and restores entries over HTTP. */
record EntryRemovalClient(LaurelServer server, TickingClock clock, GraphQLClient graphQL) {
    private static final String WINDOWS = "{kind: DAILY}, {kind: ALL_TIME}";
    private static final String FIELDS = """
            removals { window { name } participant { externalId } removedAt reason restoredAt }
            changes { window { name } group { values } previousScore score previousRank rank }
            everyone: changes(kinds: [DAILY], grouping: []) { score }
            errors { __typename code message path ... on LimitExceededError { limit } }
            """;
    static final String REMOVE =
            "mutation ($input: RemoveEntryInput!) { removeEntry(input: $input) { " + FIELDS + " } }";
    static final String RESTORE =
            "mutation ($input: RestoreEntryInput!) { restoreEntry(input: $input) { " + FIELDS + " } }";
    static final String REMOVALS = """
            query ($board: String!, $participant: ParticipantRef, $first: Int!, $after: String) {
              leaderboard(key: $board) { entryRemovals(participant: $participant, first: $first, after: $after) {
                nodes { participant { externalId } window { name } reason restoredAt }
                pageInfo { hasNextPage endCursor } } } }
            """;

    EntryRemovalClient(LaurelServer server, TickingClock clock) {
        this(server, clock, server.client());
    }

    void create(String board, String mode) {
        graphQL.ask("mutation { createLeaderboard(input: {key: \"" + board + "\", updateMode: " + mode
                        + ", windowDefinitions: [" + WINDOWS
                        + "], groupings: [[], [\"team\"]]}) { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    static Map<String, Object> input(String board, String participant, int score, String team) {
        return ScoreClient.with(ScoreClient.score(board, participant, score), "group", Map.of("team", team));
    }

    void submit(String board, String participant, int score, String team) {
        new ScoreClient(graphQL).submit(input(board, participant, score, team)).text("submission", "id");
    }

    static Map<String, Object> selection(String board, String participant) {
        return Map.of("leaderboardKey", board, "participant", external(participant));
    }

    static Map<String, Object> external(String participant) {
        return Map.of("external", Map.of("externalId", participant));
    }

    static Map<String, Object> named(String name) {
        return Map.of("name", Map.of("name", name));
    }

    static Map<String, Object> relative(String definition, int offset) {
        return Map.of("relative", Map.of("definitionKey", definition, "offset", offset));
    }

    Answer remove(String board, String participant, Map<String, Object> more) {
        return mutate(REMOVE, "removeEntry", board, participant, more);
    }

    Answer restore(String board, String participant, Map<String, Object> more) {
        return mutate(RESTORE, "restoreEntry", board, participant, more);
    }

    Answer mutate(String mutation, String name, String board, String participant, Map<String, Object> more) {
        Map<String, Object> input = new HashMap<>(selection(board, participant));
        input.putAll(more);
        return graphQL.ask(mutation, Map.of("input", input)).node("data", name);
    }

    static void assertRefused(String code, String field, Answer answer) {
        assertThat(answer.at("errors", 0, "code")).isEqualTo(code);
        assertThat(answer.at("errors", 0, "path")).isEqualTo(List.of("input", field));
        assertThat(answer.at("changes")).isNull();
    }

    static List<String> changes(Answer answer) {
        return answer.list("changes").stream()
                .map(change -> "%s %s %s -> %s, %s -> %s"
                        .formatted(
                                change.text("window", "name"),
                                change.at("group") == null ? "{}" : change.at("group", "values"),
                                change.at("previousScore"),
                                change.at("score"),
                                change.at("previousRank"),
                                change.at("rank")))
                .toList();
    }

    static List<String> removals(Answer answer) {
        String list = answer.at("nodes") == null ? "removals" : "nodes";
        return answer.list(list).stream()
                .map(one -> "%s %s %s %s"
                        .formatted(
                                one.text("window", "name"),
                                one.text("participant", "externalId"),
                                one.at("reason"),
                                one.at("restoredAt")))
                .toList();
    }

    Answer listed(@Nullable String participant, int first, @Nullable String after) {
        Map<String, Object> variables = new HashMap<>(Map.of("board", "list", "first", first));
        variables.put("after", after);
        variables.put("participant", participant == null ? null : external(participant));
        return graphQL.ask(REMOVALS, variables).node("data", "leaderboard", "entryRemovals");
    }

    String windowId(String board) {
        return graphQL.ask("{ leaderboard(key: \"" + board + "\") { window { id } } }")
                .text("data", "leaderboard", "window", "id");
    }

    String rank(String board, String participant) {
        return graphQL.ask(
                        "query ($p: ParticipantRef!) { leaderboard(key: \"" + board
                                + "\") { ranking { standing(participant: $p) { rank } } } }",
                        Map.of("p", external(participant)))
                .text("data", "leaderboard", "ranking", "standing", "rank");
    }

    /** Finalizes windows that are due, and awards badges for them. */
    void settle() {
        BadgeClient badges = new BadgeClient(server);
        badges.finalizeWindows(clock.instant());
        badges.awardPending(clock.instant());
    }

    List<String> events() {
        return graphQL
                .ask(
                        "{ events(first: 100, filter: {eventTypes: [WINDOW_FINALIZED, WINDOW_CORRECTED]}) { nodes { eventType"
                                + " ... on WindowFinalizedEvent { window { name } }"
                                + " ... on WindowCorrectedEvent { window { name } } } } }")
                .list("data", "events", "nodes")
                .stream()
                .map(event -> event.text("eventType") + " " + event.text("window", "name"))
                .filter(event -> event.endsWith("2025-07-13"))
                .toList();
    }

    List<String> entries(String board, String participant) {
        List<String> entries = new ArrayList<>(StoredEntry.of(server, board, "2025-07-13", participant));
        assertThat(StoredEntry.of(server, board, "ALL-TIME", participant)).isEqualTo(entries);
        return entries;
    }

    Contents contents() {
        return Contents.of(server.database().sql());
    }
}
