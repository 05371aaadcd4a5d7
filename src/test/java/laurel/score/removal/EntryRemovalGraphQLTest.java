package laurel.score.removal;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.Together;
import laurel.badge.BadgeClient;
import laurel.database.Contents;
import laurel.score.ScoreClient;
import laurel.score.StoredEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A removed entry is not ranked, and what was submitted before does not count, until it is restored. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class EntryRemovalGraphQLTest {
    private static final String WINDOWS = "{kind: DAILY}, {kind: ALL_TIME}";
    private static final String FIELDS = """
            removals { window { name } participant { externalId } removedAt reason restoredAt }
            changes { window { name } group { values } previousScore score previousRank rank }
            everyone: changes(kinds: [DAILY], grouping: []) { score }
            errors { __typename code message path ... on LimitExceededError { limit } }
            """;
    private static final String REMOVE =
            "mutation ($input: RemoveEntryInput!) { removeEntry(input: $input) { " + FIELDS + " } }";
    private static final String RESTORE =
            "mutation ($input: RestoreEntryInput!) { restoreEntry(input: $input) { " + FIELDS + " } }";
    private static final String REMOVALS = """
            query ($board: String!, $participant: ParticipantRef, $first: Int!, $after: String) {
              leaderboard(key: $board) { entryRemovals(participant: $participant, first: $first, after: $after) {
                nodes { participant { externalId } window { name } reason restoredAt }
                pageInfo { hasNextPage endCursor } } } }
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private GraphQLClient graphQL;
    private ScoreClient client;

    @BeforeEach
    void start() {
        graphQL = server.client();
        client = new ScoreClient(graphQL);
    }

    @Test
    void removesEntryFromAllOpenWindowsUntilItIsRestored() {
        create("open", "INCREMENT");
        submit("open", "ann", 5, "a");
        submit("open", "bob", 3, "a");
        Answer removed = remove("open", "ann", Map.of("reason", "cheated"));
        assertThat(changes(removed))
                .containsExactly(
                        "2025-07-13 {} 5 -> null, 1 -> null",
                        "2025-07-13 {team=a} 5 -> null, 1 -> null",
                        "ALL-TIME {} 5 -> null, 1 -> null",
                        "ALL-TIME {team=a} 5 -> null, 1 -> null");
        assertThat(removed.list("everyone")).hasSize(1);
        assertThat(removals(removed)).containsExactly("2025-07-13 ann cheated null", "ALL-TIME ann cheated null");
        assertThat(client.scores("open", "ALL-TIME")).isEqualTo(Map.of("bob", "3"));
        assertThat(rank("open", "bob")).isEqualTo(1);

        submit("open", "ann", 1, "b");
        assertThat(entries("open", "ann")).containsExactly("{\"team\": \"b\"} 1", "{} 1");
        Answer restored = restore("open", "ann", Map.of());
        assertThat(changes(restored))
                .containsExactly(
                        "2025-07-13 {} 1 -> 6, 2 -> 1",
                        "2025-07-13 {team=b} 1 -> 6, 1 -> 1",
                        "ALL-TIME {} 1 -> 6, 2 -> 1",
                        "ALL-TIME {team=b} 1 -> 6, 1 -> 1");
        assertThat(removals(restored))
                .containsExactly(
                        "2025-07-13 ann cheated 2025-07-13T12:00:00Z", "ALL-TIME ann cheated 2025-07-13T12:00:00Z");
    }

    @Test
    void removesEntryOnlyFromNamedWindows() {
        create("named", "MAX");
        submit("named", "ann", 5, "a");
        remove("named", "ann", Map.of("windows", List.of(named("2025-07-13"))));
        assertThat(client.scores("named", "2025-07-13")).isEmpty();
        assertThat(client.scores("named", "ALL-TIME")).isEqualTo(Map.of("ann", "5"));
        // The default of a removal are open windows with an entry, that of a restoration all that were removed from.
        assertThat(removals(remove("named", "ann", Map.of()))).containsExactly("ALL-TIME ann null null");
        clock.advance(Duration.ofDays(2));
        assertThat(changes(restore("named", "ann", Map.of("windows", List.of(relative("daily", 2))))))
                .containsExactly("2025-07-13 {} null -> 5, null -> 1", "2025-07-13 {team=a} null -> 5, null -> 1");
        assertThat(client.scores("named", "ALL-TIME")).isEmpty();
    }

    @Test
    void repeatsReceiptOfRetryWithoutEffect() {
        create("retry", "MAX");
        var input = ScoreClient.with(input("retry", "ann", 5, "a"), "idempotencyKey", "k");
        client.submit(input);
        remove("retry", "ann", Map.of());
        Answer retried = client.submit(input);
        assertThat(retried.at("status")).isEqualTo("DUPLICATE");
        assertThat(retried.text("changes", 0, "score")).isEqualTo("5");
        assertThat(client.scores("retry", "ALL-TIME")).isEmpty();
    }

    @Test
    void dryRunsReportChangesAndStoreNothing() {
        create("dry", "MAX");
        submit("dry", "ann", 5, "a");
        Contents before = contents();
        Answer dry = remove("dry", "ann", Map.of("dryRun", true));
        assertThat(contents()).isEqualTo(before);
        assertThat(changes(dry)).isEqualTo(changes(remove("dry", "ann", Map.of())));
        Contents removed = contents();
        Answer dryRestored = restore("dry", "ann", Map.of("dryRun", true));
        assertThat(contents()).isEqualTo(removed);
        assertThat(changes(dryRestored)).isEqualTo(changes(restore("dry", "ann", Map.of())));
    }

    @Test
    void restoresOnlyWhatRemainsOfRemovedSubmissions() {
        create("both", "MAX");
        submit("both", "ann", 3, "a");
        String best = client.submit(input("both", "ann", 5, "a")).text("submission", "id");
        remove("both", "ann", Map.of());
        Answer removed = graphQL.ask("mutation { removeSubmission(input: {submissionId: \"" + best
                        + "\"}) { changes { score } errors { code } } }")
                .node("data", "removeSubmission");
        assertThat(removed.list("changes")).isEmpty();
        assertThat(restore("both", "ann", Map.of()).text("changes", 0, "score")).isEqualTo("3");
    }

    @Test
    void refusesInvalidInputsWithoutChanges() {
        create("bad", "MAX");
        create("empty", "MAX");
        submit("bad", "ann", 5, "a");
        Contents before = contents();
        assertRefused("INVALID_TEXT", "reason", remove("bad", "ann", Map.of("reason", "")));
        assertRefused("LEADERBOARD_NOT_FOUND", "leaderboardKey", remove("none", "ann", Map.of()));
        assertRefused("LIST_EMPTY", "windows", remove("bad", "ann", Map.of("windows", List.of())));
        Answer many = remove("bad", "ann", Map.of("windows", Collections.nCopies(101, named("ALL-TIME"))));
        assertRefused("LIST_TOO_LONG", "windows", many);
        assertThat(many.at("errors", 0, "limit")).isEqualTo(100);
        Answer unknown = remove("bad", "ann", Map.of("windows", List.of(named("ALL-TIME"), named("2031"))));
        assertThat(unknown.at("errors", 0, "path")).isEqualTo(List.of("input", "windows", "1"));
        assertThat(unknown.at("errors", 0, "code")).isEqualTo("WINDOW_NOT_FOUND");
        Answer noDefinition = remove("bad", "ann", Map.of("windows", List.of(relative("weekly", 0))));
        assertThat(noDefinition.at("errors", 0, "code")).isEqualTo("WINDOW_NOT_FOUND");
        Answer ofOther = remove("empty", "ann", Map.of("windows", List.of(Map.of("id", windowId("bad")))));
        assertThat(ofOther.at("errors", 0, "code")).isEqualTo("WINDOW_NOT_FOUND");
        assertRefused("PARTICIPANT_NOT_FOUND", "participant", remove("bad", "nobody", Map.of()));
        assertRefused("ENTRY_NOT_FOUND", "participant", remove("empty", "ann", Map.of()));
        assertRefused(
                "ENTRY_NOT_FOUND", "windows", remove("empty", "ann", Map.of("windows", List.of(named("ALL-TIME")))));
        assertRefused("ENTRY_NOT_REMOVED", "participant", restore("bad", "ann", Map.of()));
        assertRefused(
                "ENTRY_NOT_REMOVED", "windows", restore("bad", "ann", Map.of("windows", List.of(named("ALL-TIME")))));
        assertThat(contents()).isEqualTo(before);
        remove("bad", "ann", Map.of());
        assertRefused("ENTRY_NOT_FOUND", "participant", remove("bad", "ann", Map.of()));
    }

    /** 2^63 - 1 was removed, 1 was submitted afterwards: both together exceed 64 bits. */
    @Test
    void refusesToRestoreSumBeyond64Bits() {
        create("sum", "INCREMENT");
        client.submit(ScoreClient.with(input("sum", "ann", 0, "a"), "score", "9223372036854775807"));
        remove("sum", "ann", Map.of());
        submit("sum", "ann", 1, "a");
        assertRefused("SCORE_OUT_OF_RANGE", "windows", restore("sum", "ann", Map.of()));
        assertThat(client.scores("sum", "ALL-TIME")).isEqualTo(Map.of("ann", "1"));
    }

    @Test
    void correctsFinalWindowWithItsBadges() {
        BadgeClient badges = new BadgeClient(server);
        create("final", "MAX");
        badges.createBadge(
                "first",
                "rankAtClose: {leaderboardKey: \"final\", windowDefinitionKey: \"daily\", maxRank: 1}",
                ", recurrence: EACH_PERIOD");
        submit("final", "ann", 5, "a");
        submit("final", "bob", 3, "a");
        clock.advance(Duration.ofDays(2));
        settle(badges);
        assertThat(badges.holders("first")).containsExactly("ann 2025-07-13");
        remove("final", "ann", Map.of("windows", List.of(named("2025-07-13"))));
        settle(badges);
        assertThat(badges.holders("first")).containsExactly("bob 2025-07-13");
        assertThat(client.scores("final", "2025-07-13")).isEqualTo(Map.of("bob", "3"));
        assertThat(client.scores("final", "ALL-TIME")).hasSize(2);
        restore("final", "ann", Map.of());
        settle(badges);
        assertThat(badges.holders("first")).containsExactly("ann 2025-07-13");
        assertThat(events())
                .containsExactly(
                        "WINDOW_FINALIZED 2025-07-13", "WINDOW_CORRECTED 2025-07-13", "WINDOW_CORRECTED 2025-07-13");
        assertThat(graphQL.ask("{ leaderboard(key: \"final\") { window(select: {name: {name: \"2025-07-13\"}}) {"
                                + " revision } } }")
                        .at("data", "leaderboard", "window", "revision"))
                .isEqualTo(3);
    }

    @Test
    void listsRemovalsFromNewestToOldest() {
        create("list", "MAX");
        List.of("ann", "bob").forEach(participant -> {
            submit("list", participant, 5, "a");
            remove("list", participant, Map.of("windows", List.of(named("ALL-TIME")), "reason", "of " + participant));
        });
        restore("list", "ann", Map.of());
        Answer first = listed(null, 1, null);
        assertThat(removals(first)).containsExactly("ALL-TIME bob of bob null");
        assertThat(first.at("pageInfo", "hasNextPage")).isEqualTo(true);
        Answer second = listed(null, 1, first.text("pageInfo", "endCursor"));
        assertThat(removals(second)).containsExactly("ALL-TIME ann of ann 2025-07-13T12:00:00Z");
        assertThat(second.at("pageInfo", "hasNextPage")).isEqualTo(false);
        assertThat(removals(listed("ann", 5, null))).hasSize(1);
        assertThat(removals(listed("nobody", 5, null))).isEmpty();
        assertThat(graphQL.send(REMOVALS, Map.of("board", "list", "first", 0)).at("errors", 0, "extensions", "code"))
                .isEqualTo("INVALID_PAGE_SIZE");
    }

    @Test
    void removesEntriesFromOpenWindowsOfAllLeaderboards() {
        JobClient jobs = new JobClient(server);
        List<String> boards = List.of("all-1", "all-2", "all-3");
        boards.forEach(board -> create(board, "MAX"));
        submit("all-1", "ann", 5, "a");
        submit("all-1", "bob", 6, "a");
        submit("all-2", "ann", 7, "b");
        submit("all-3", "bob", 8, "b");
        clock.advance(Duration.ofDays(2));
        settle(new BadgeClient(server));
        Map<String, Object> all = Map.of("participant", external("ann"), "reason", "banned");
        Contents before = contents();
        Answer dry = jobs.result("removeEntries", with(all, "dryRun", true));
        assertThat(dry.at("dryRun")).isEqualTo(true);
        assertThat(client.scores("all-1", "ALL-TIME")).hasSize(2);
        assertThat(contents().without("job")).isEqualTo(before.without("job"));
        Answer done = jobs.result("removeEntries", all);
        assertThat(done.at("changes")).isEqualTo(dry.at("changes"));
        assertThat(done.at("leaderboardCount")).isEqualTo(2);
        assertThat(done.at("entryCount")).isEqualTo("4");
        assertThat(changes(done))
                .containsExactly(
                        "ALL-TIME {} 5 -> null, 2 -> null",
                        "ALL-TIME {team=a} 5 -> null, 2 -> null",
                        "ALL-TIME {} 7 -> null, 1 -> null",
                        "ALL-TIME {team=b} 7 -> null, 1 -> null");
        assertThat(client.scores("all-1", "ALL-TIME")).isEqualTo(Map.of("bob", "6"));
        assertThat(client.scores("all-1", "2025-07-13")).hasSize(2);
        assertThat(jobs.result("removeEntries", all).at("leaderboardCount")).isEqualTo(0);
        Answer unknown = jobs.start("removeEntries", Map.of("participant", external("nobody")));
        assertThat(unknown.at("errors", 0, "code")).isEqualTo("PARTICIPANT_NOT_FOUND");
    }

    /** What is submitted while entries are removed and restored counts, before or after each removal. */
    @Test
    void losesNothingIfRemovalsAndSubmissionsAreConcurrent() {
        create("race", "INCREMENT");
        submit("race", "ann", 1, "a");
        try (var secondNode = server.secondNode(clock)) {
            List<GraphQLClient> nodes = List.of(graphQL, secondNode.client());
            Together.all(8, writer -> IntStream.range(0, 12)
                    .mapToObj(n -> {
                        GraphQLClient node = nodes.get((writer + n) % 2);
                        if (writer == 0) {
                            return node.sendWithRetries(
                                    n % 3 == 2 ? RESTORE : REMOVE, Map.of("input", selection("race", "ann")));
                        }
                        return node.sendWithRetries(
                                "mutation ($input: SubmitScoreInput!) { submitScore(input: $input) { errors { code } } }",
                                Map.of("input", input("race", "ann", 1, "a")));
                    })
                    .toList());
        }
        submit("race", "ann", 1, "a");
        long counted =
                server.database().sql().of("""
                    SELECT count(*) FROM score_submission AS s JOIN leaderboard AS l ON l.id = s.leaderboard_id
                    WHERE l.key = 'race' AND l.app_id = :app AND s.id & ((1::bigint << 40) - 1) > coalesce(
                        (SELECT max(r.number) FROM score_removal AS r
                         WHERE r.leaderboard_id = l.id AND r.restored_at IS NULL), 0)
                    """).bind("app", server.appId()).one(Long.class);
        assertThat(entries("race", "ann")).hasSize(2).allMatch(entry -> entry.endsWith("} " + counted));
        remove("race", "ann", Map.of());
        restore("race", "ann", Map.of());
        assertThat(entries("race", "ann")).hasSize(2).allMatch(entry -> entry.endsWith("} 86"));
    }

    private void create(String board, String mode) {
        graphQL.ask("mutation { createLeaderboard(input: {key: \"" + board + "\", updateMode: " + mode
                        + ", windowDefinitions: [" + WINDOWS
                        + "], groupings: [[], [\"team\"]]}) { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private static Map<String, Object> input(String board, String participant, int score, String team) {
        return ScoreClient.with(ScoreClient.score(board, participant, score), "group", Map.of("team", team));
    }

    private void submit(String board, String participant, int score, String team) {
        client.submit(input(board, participant, score, team)).text("submission", "id");
    }

    private static Map<String, Object> selection(String board, String participant) {
        return Map.of("leaderboardKey", board, "participant", external(participant));
    }

    private static Map<String, Object> external(String participant) {
        return Map.of("external", Map.of("externalId", participant));
    }

    private static Map<String, Object> with(Map<String, Object> input, String field, Object value) {
        return ScoreClient.with(input, field, value);
    }

    private static Map<String, Object> named(String name) {
        return Map.of("name", Map.of("name", name));
    }

    private static Map<String, Object> relative(String definition, int offset) {
        return Map.of("relative", Map.of("definitionKey", definition, "offset", offset));
    }

    private Answer remove(String board, String participant, Map<String, Object> more) {
        return mutate(REMOVE, "removeEntry", board, participant, more);
    }

    private Answer restore(String board, String participant, Map<String, Object> more) {
        return mutate(RESTORE, "restoreEntry", board, participant, more);
    }

    private Answer mutate(String mutation, String name, String board, String participant, Map<String, Object> more) {
        Map<String, Object> input = new HashMap<>(selection(board, participant));
        input.putAll(more);
        return graphQL.ask(mutation, Map.of("input", input)).node("data", name);
    }

    private static void assertRefused(String code, String field, Answer answer) {
        assertThat(answer.at("errors", 0, "code")).isEqualTo(code);
        assertThat(answer.at("errors", 0, "path")).isEqualTo(List.of("input", field));
        assertThat(answer.at("changes")).isNull();
    }

    private static List<String> changes(Answer answer) {
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

    private static List<String> removals(Answer answer) {
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

    private Answer listed(@Nullable String participant, int first, @Nullable String after) {
        Map<String, Object> variables = new HashMap<>(Map.of("board", "list", "first", first));
        variables.put("after", after);
        variables.put("participant", participant == null ? null : external(participant));
        return graphQL.ask(REMOVALS, variables).node("data", "leaderboard", "entryRemovals");
    }

    private String windowId(String board) {
        return graphQL.ask("{ leaderboard(key: \"" + board + "\") { window { id } } }")
                .text("data", "leaderboard", "window", "id");
    }

    private Object rank(String board, String participant) {
        return graphQL.ask(
                        "query ($p: ParticipantRef!) { leaderboard(key: \"" + board
                                + "\") { ranking { standing(participant: $p) { rank } } } }",
                        Map.of("p", external(participant)))
                .at("data", "leaderboard", "ranking", "standing", "rank");
    }

    /** Finalizes windows that are due, and awards badges for them. */
    private void settle(BadgeClient badges) {
        badges.finalizeWindows(clock.instant());
        badges.awardPending(clock.instant());
    }

    private List<String> events() {
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

    private List<String> entries(String board, String participant) {
        List<String> entries = new ArrayList<>(StoredEntry.of(server, board, "2025-07-13", participant));
        assertThat(StoredEntry.of(server, board, "ALL-TIME", participant)).isEqualTo(entries);
        return entries;
    }

    private Contents contents() {
        return Contents.of(server.database().sql());
    }
}
