package laurel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Contents;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Apps are isolated. App one has leaderboards and participants with the keys {@code own} and {@code shared}, app two only
 * those with the key {@code shared}. App two cannot read, reference or change objects of app one by any query or mutation, and
 * objects with the same key are different.
 */
class AppIsolationTest {
    private static final String EVERYTHING = """
            { app { id key }
              own: participant(ref: {external: {externalId: "own"}}) { id name
                activityEvents { edges { cursor node { id } } } }
              shared: participant(ref: {external: {externalId: "shared"}}) { id name }
              participants { edges { cursor node { id } } }
              events(first: 9) { edges { cursor node { id } } }
              webhooks(first: 9) { edges { cursor node { id } } }
              apiKeys(first: 9) { edges { cursor node { id } } }
              jobs { edges { cursor node { id kind state } } }
              groups(attribute: "campus") { edges { cursor node { id } } }
              badges { edges { cursor node { id name awards { nodes { id } } } } }
              streaks { edges { cursor node { id key period } } }
              scoringPolicies { edges { cursor node { id key } } }
              deadLetters(first: 9) { edges { cursor node { id } } }
              auditRecords(first: 9) { edges { cursor node { id } } }
              submissions(filter: {leaderboardKey: "shared"}) { edges { cursor node { id } } }
              leaderboards { edges { cursor node { id key
                windows(definitionKey: "daily") { edges { cursor node { id ranking { id entryCount
                  standings(first: 9) { edges { cursor node { score participant { id externalId }
                    submissions { edges { cursor node { id score } } } } } } } } } } } } } }
            """;
    private static final String NODE = "query ($id: ID!) { node(id: $id) { id } }";

    private static final String AWARD = """
            mutation { createBadge(input: {key: "own", name: "Own", rule: {manual: true}}) { __typename }
              awardBadge(input: {badgeKey: "own", participant: {externalId: "own"}}) { award { id } } }
            """;
    /** Queries of app two for objects of app one: field, selection, and the path of null or an empty list. */
    private static final String QUESTIONS = "questions";
    /** Cursors of app one used by app two: field, selection, and the path of the cursor in the response of app one. */
    private static final String CURSORS = "cursors";
    /** Mutations of app two for objects of app one: field, selection, and the path and value of the error code. */
    private static final String CHANGES = "changes";
    /** Mutations of app three on its own objects: field, selection, and the path and value in the response. */
    private static final String OWN_CHANGES = "own-changes";

    private static final String POLICY = "createScoringPolicy(input: {key: \"own\", counters: [{name: \"events\","
            + " eventTypes: [\"seen\"]}], pillars: [{name: \"seen\", terms: [{source: \"events\"}]}]})";
    private static final String OWN_POLICY = "mutation { " + POLICY + " { scoringPolicy { key } } }";
    /** Queries of the app itself or the service, or for operators. */
    private static final Set<String> ELSEWHERE = Set.of("app", "apps", "service", "viewer");

    private static LaurelServer server;
    private static GraphQLClient one;
    private static GraphQLClient two;
    /** Mutations of that kind. */
    private static GraphQLClient three;
    /** Paths of the IDs of a submission and a webhook of app one. */
    private static final String SUBMISSION =
            "leaderboards edges 0 node windows edges 0 node ranking standings edges 0 node submissions edges 0 node id";

    private static String submission = "";
    private static String webhook = "";
    private static String aside = "";
    private static String audited = "";
    private static String award = "";
    private static String job = "";
    private static String apiKey = "";
    private static String participant = "";
    private static String restriction = "";

    static Stream<AppIsolationCase> questions() {
        return AppIsolationCase.of(QUESTIONS);
    }

    static Stream<AppIsolationCase> cursors() {
        return AppIsolationCase.of(CURSORS);
    }

    static Stream<AppIsolationCase> changes() {
        return AppIsolationCase.of(CHANGES);
    }

    static Stream<AppIsolationCase> ownChanges() {
        return AppIsolationCase.of(OWN_CHANGES);
    }

    @BeforeAll
    static void start() {
        var clock = new TickingClock(Instant.parse("2025-07-13T14:30:00Z"));
        String keys =
                LaurelServer.KEY + ",one:key-of-one-0123456789,two:key-of-two-0123456789,three:key-of-three-012345";
        server = LaurelServer.start(clock, Map.of("laurel.keys", keys));
        for (String app : List.of("one", "two", "three")) {
            server.client().ask("mutation { createApp(input: {key: \"" + app + "\"}) { app { id } } }");
        }
        one = server.client("key-of-one-0123456789");
        two = server.client("key-of-two-0123456789");
        fill(one, List.of("own", "shared"));
        fill(two, List.of("shared"));
        one.ask("mutation { createStreak(input: {key: \"own\"}) { streak { key } } }");
        one.ask("mutation { createGroup(input: {attribute: \"campus\", value: \"own\"}) { group { id } } }")
                .text("data", "createGroup", "group", "id");
        one.ask(OWN_POLICY).text("data", "createScoringPolicy", "scoringPolicy", "key");
        record(one, "own");
        record(one, "own-2");
        three = server.client("key-of-three-012345");
        submission = one.ask(EVERYTHING).node("data").text(AppIsolationCase.path(SUBMISSION));
        String make = "mutation { createWebhook(input: {url: \"https://example.com\"}) { webhook { id } } }";
        award = one.ask(AWARD).text("data", "awardBadge", "award", "id");
        job = one.ask("mutation { backfillWindows(input: {leaderboardKey: \"own\"}) { job { id } } }")
                .text("data", "backfillWindows", "job", "id");
        apiKey = one.ask("mutation { createApiKey(input: {name: \"own\", role: READER}) { apiKey { id } } }")
                .text("data", "createApiKey", "apiKey", "id");
        webhook = one.ask(make).text("data", "createWebhook", "webhook", "id");
        server.database()
                .sql()
                .execute("INSERT INTO dead_letter (app_id, stream, entry_id, fields, reason, failed_at)"
                        + " SELECT id, 'chat', '1-1', '{}', 'why', now() FROM app WHERE key = 'one'");
        aside = one.ask("{ deadLetters { edges { node { id } } } }")
                .text("data", "deadLetters", "edges", 0, "node", "id");
        participant = one.ask(EVERYTHING).text("data", "own", "id");
        audited = one.ask(EVERYTHING).text("data", "auditRecords", "edges", 0, "node", "id");
        restriction = one.ask("mutation { banParticipant(input: {participant: {external: {externalId: \"own-2\"}}}) {"
                        + " restriction { id } } }")
                .text("data", "banParticipant", "restriction", "id");
        fill(three, List.of("shared"));
    }

    private static void record(GraphQLClient client, String id) {
        client.ask("mutation { recordActivity(input: {externalId: \"" + id
                        + "\", eventType: \"seen\", actor: {externalId: \"" + id
                        + "\"}}) { receipt { activityEvent { id } } } }")
                .text("data", "recordActivity", "receipt", "activityEvent", "id");
    }

    private static void fill(GraphQLClient client, List<String> names) {
        for (String board : names) {
            client.ask("mutation { createLeaderboard(input: {key: \"" + board
                            + "\", updateMode: INCREMENT, windowDefinitions: [{kind: DAILY}]}) {"
                            + " leaderboard { id } } }")
                    .text("data", "createLeaderboard", "leaderboard", "id");
            for (String who : names) {
                Answer submitted = client.ask("mutation { submitScore(input: {leaderboardKey: \"" + board
                        + "\", participant: {externalId: \"" + who + "\"}, score: 1, idempotencyKey: \"" + who
                        + "\"}) { receipt { status } } }");
                assertThat(submitted.at("data", "submitScore", "receipt", "status"))
                        .as("%s", submitted)
                        .isEqualTo("COUNTED");
            }
            client.ask("mutation { archiveLeaderboard(input: {leaderboardKey: \"" + board + "\"}) { __typename }"
                    + " unarchiveLeaderboard(input: {leaderboardKey: \"" + board + "\"}) { __typename } }");
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void coversEveryQueryAndMutation() {
        Set<String> fields = new TreeSet<>(ELSEWHERE);
        Stream.of(questions(), cursors(), changes(), ownChanges())
                .flatMap(lines -> lines)
                .forEach(line -> fields.add(line.field()));
        assertThat(Stream.of("Query", "Mutation")
                        .map(type -> one.ask("{ __type(name: \"" + type + "\") { fields { name } } }"))
                        .flatMap(answer -> answer.list("data", "__type", "fields").stream())
                        .map(field -> field.text("name")))
                .as("Add a line for each new field: could it read or change objects of another app?")
                .containsExactlyInAnyOrderElementsOf(fields);
    }

    @ParameterizedTest
    @MethodSource("questions")
    void hidesObjectsFromOtherApp(AppIsolationCase question) {
        String own = one.ask("{ leaderboard(key: \"own\") { id } }").text("data", "leaderboard", "id");
        String document = question.document("query")
                .replace("OWN", own)
                .replace("HOOK", webhook)
                .replace("ASIDE", aside)
                .replace("AUDITED", audited)
                .replace("SUBMISSION", submission)
                .replace("API_KEY", apiKey)
                .replace("RESTRICTION", restriction)
                .replace("JOB", job);
        assertThat(one.ask(document).node("data").at(question.path())).isNotNull();
        assertThat(two.ask(document).node("data").at(question.path())).isNull();
    }

    @Test
    void rejectsIdsOfOtherApp() {
        Set<String> ids = values(one.ask(EVERYTHING).json(), "id");
        assertThat(ids).hasSizeGreaterThan(8);
        for (String id : ids) {
            assertThat(one.ask(NODE, Map.of("id", id)).at("data", "node", "id")).isEqualTo(id);
            assertThat(two.ask(NODE, Map.of("id", id)).at("data", "node")).isNull();
        }
        assertThat(values(two.ask(EVERYTHING).json(), "id")).isNotEmpty().doesNotContainAnyElementsOf(ids);
    }

    @ParameterizedTest
    @MethodSource("cursors")
    void rejectsCursorsOfOtherApp(AppIsolationCase list) {
        String cursor = one.ask(EVERYTHING).node("data").text(list.path());
        String document = list.document("query").replace("CURSOR", cursor);
        assertThat(one.send(document, Map.of()).at("errors")).isNull();
        assertThat(two.send(document, Map.of()).at("errors", 0, "extensions", "code"))
                .isEqualTo("INVALID_CURSOR");
    }

    @ParameterizedTest
    @MethodSource("changes")
    void rejectsChangesByOtherApp(AppIsolationCase change) {
        Contents before = contents();
        String document = change.document("mutation")
                .replace("OWN", submission)
                .replace("SEASON", server.id("Season", 1, 1))
                .replace("HOOK", webhook)
                .replace("ASIDE", aside)
                .replace("AWARD", award)
                .replace("PARTICIPANT", participant)
                .replace("API_KEY", apiKey)
                .replace("JOB", job);
        assertThat(two.send(document, Map.of()).at(change.path()))
                .isEqualTo(change.cells().get(3));
        assertThat(contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("ownChanges")
    void keepsChangesWithinTheirApp(AppIsolationCase change) {
        Object before = one.ask(EVERYTHING).json();
        Object[] path = change.path();
        int last = path.length - 1;
        String document = change.document("mutation").replace("POLICY", POLICY);
        assertThat(three.ask(document).node("data", change.field()).text(Arrays.copyOf(path, last)))
                .isEqualTo(String.valueOf(path[last]));
        assertThat(one.ask(EVERYTHING).json()).isEqualTo(before);
    }

    /** Returns the values of all fields with this name, at any depth. */
    private static Set<String> values(@Nullable Object json, String name) {
        Set<String> found = new TreeSet<>();
        switch (Objects.requireNonNullElse(json, "")) {
            case Map<?, ?> object ->
                object.forEach((field, value) -> {
                    if (field.equals(name)) {
                        found.add(value.toString());
                    } else {
                        found.addAll(values(value, name));
                    }
                });
            case List<?> list -> list.forEach(item -> found.addAll(values(item, name)));
            default -> {}
        }
        return found;
    }

    private static Contents contents() {
        return Contents.of(server.database().sql());
    }
}
