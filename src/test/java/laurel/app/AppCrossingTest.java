package laurel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
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
 * Nothing crosses an app. App one has boards and participants called {@code own} and {@code shared}, app two has only
 * those called {@code shared}: what is one's own cannot be seen, named or changed from two, by any query or mutation, and
 * what is called the same is not the same.
 */
class AppCrossingTest {
    private static final String EVERYTHING = """
            { app { id key }
              own: participant(participant: {id: "own"}) { id displayName activity { edges { cursor node { id } } } }
              shared: participant(participant: {id: "shared"}) { id displayName }
              events(first: 9) { edges { cursor node { id } } }
              webhooks(first: 9) { edges { cursor node { id } } }
              leaderboards { edges { cursor node { id key
                windows(kind: DAILY) { edges { cursor node { id ranking { id total
                  top(first: 9) { edges { cursor node { score participant { id externalId }
                    submissions { edges { cursor node { id score } } } } } } } } } } } } } }
            """;
    private static final String NODE = "query ($id: ID!) { node(id: $id) { id } }";

    /** What of one's own is asked for in two. Query, the question, where its answer is: null or an empty list. */
    private static final String QUESTIONS = """
            leaderboard | leaderboard(key: "own") { id }                                 | leaderboard
            participant | participant(participant: {id: "own"}) { id }                   | participant
            leaderboard | SHARED { standing(participant: {id: "own"}) { rank } } } }     | leaderboard window ranking standing
            leaderboard | SHARED { around(participant: {id: "own"}) { rank } } } }       | leaderboard window ranking around 0
            leaderboard | SHARED { among(participants: [{id: "own"}]) { rank } } } }     | leaderboard window ranking among 0
            leaderboard | leaderboard(key: "shared") { rankHistory(participant: {id: "own"}, kind: DAILY) \
                          { edges { node { standing { rank } } } } } | leaderboard rankHistory edges 0 node standing
            participant | participant(participant: {id: "own"}) { standings { edges { node { score } } } } | participant
            node        | node(id: "OWN") { id }                                         | node
            webhooks    | webhooks { edges { node { id } } }                             | webhooks edges 0
            webhook     | webhook(id: "HOOK") { id }                                     | webhook
            scoringPolicies  | scoringPolicies { key }                                   | scoringPolicies 0
            scoringPolicy    | scoringPolicy(key: "own") { key }                         | scoringPolicy
            tryScoringPolicy | tryScoringPolicy(key: "own", version: 1, pillar: "seen", from: "2025-07-13", through: "2025-07-13") \
                               { moved } | tryScoringPolicy
            participant | participant(participant: {id: "own"}) { dayScores(policy: "own", from: "2025-07-13", through: "2025-07-13") \
                          { day } } | participant dayScores 0
            """;
    /** The cursors of one's lists, given to two's. Query, the question, where the cursor is in one's answer. */
    private static final String CURSORS = """
            leaderboards | leaderboards(after: "CURSOR") { edges { cursor } }  | leaderboards edges 0 cursor
            events       | events(after: "CURSOR") { edges { cursor } }        | events edges 0 cursor
            webhooks     | webhooks(after: "CURSOR") { edges { cursor } }      | webhooks edges 0 cursor
            leaderboard  | leaderboard(key: "shared") { windows(kind: DAILY, after: "CURSOR") { edges { cursor } } } \
                         | leaderboards edges 1 node windows edges 0 cursor
            leaderboard  | SHARED { top(after: "CURSOR") { edges { cursor } } } } } \
                         | leaderboards edges 1 node windows edges 0 node ranking top edges 0 cursor
            leaderboard  | SHARED { top(first: 1) { edges { node { submissions(after: "CURSOR") { edges { cursor } } } } } } } } \
                         | leaderboards edges 1 node windows edges 0 node ranking top edges 0 node submissions edges 0 cursor
            leaderboard  | SHARED { bottom(before: "CURSOR") { edges { cursor } } } } } \
                         | leaderboards edges 1 node windows edges 0 node ranking top edges 0 cursor
            """;
    /** Changes of one's own, tried in two. Mutation, the change, where it is refused, and by which code or error. */
    private static final String CHANGES = """
            submitScore  | submitScore(input: {leaderboard: "own", participant: {id: "own"}, score: 1}) REFUSAL } \
                         | data submitScore code                | UNKNOWN_LEADERBOARD
            submitScores | submitScores(input: [{leaderboard: "own", participant: {id: "own"}, score: 1}]) \
                           { ... on ScoreBatch { results REFUSAL } } } \
                         | data submitScores results 0 code     | UNKNOWN_LEADERBOARD
            updateLeaderboard    | updateLeaderboard(input: {key: "own", version: 1, name: "mine"}) REFUSAL } \
                         | data updateLeaderboard code    | UNKNOWN_LEADERBOARD
            archiveLeaderboard   | archiveLeaderboard(key: "own") REFUSAL } \
                         | data archiveLeaderboard code   | UNKNOWN_LEADERBOARD
            unarchiveLeaderboard | unarchiveLeaderboard(key: "own") REFUSAL } \
                         | data unarchiveLeaderboard code | UNKNOWN_LEADERBOARD
            deleteLeaderboard    | deleteLeaderboard(input: {key: "own", version: 1}) REFUSAL } \
                         | data deleteLeaderboard code    | UNKNOWN_LEADERBOARD
            removeSubmission     | removeSubmission(input: {id: "OWN"}) REFUSAL } \
                         | data removeSubmission code     | UNKNOWN_SUBMISSION
            startSeason  | startSeason(input: {leaderboard: "own", version: 1}) REFUSAL } \
                         | data startSeason code          | UNKNOWN_LEADERBOARD
            updateSeason | updateSeason(input: {leaderboard: "own", version: 1, number: 1, name: "mine"}) REFUSAL } \
                         | data updateSeason code         | UNKNOWN_LEADERBOARD
            endSeason    | endSeason(input: {leaderboard: "own", version: 1}) REFUSAL } \
                         | data endSeason code            | UNKNOWN_LEADERBOARD
            cancelSeason | cancelSeason(input: {leaderboard: "own", version: 1, number: 1}) REFUSAL } \
                         | data cancelSeason code         | UNKNOWN_LEADERBOARD
            fillWindows          | fillWindows(input: {leaderboard: "own", version: 1, kind: DAILY}) REFUSAL } \
                         | data fillWindows code         | UNKNOWN_LEADERBOARD
            updateWebhook | updateWebhook(input: {id: "HOOK", top: 3}) REFUSAL } | data updateWebhook code | UNKNOWN_WEBHOOK
            deleteWebhook | deleteWebhook(id: "HOOK") REFUSAL } | data deleteWebhook code | UNKNOWN_WEBHOOK
            rotateWebhookSecret | rotateWebhookSecret(id: "HOOK") REFUSAL } | data rotateWebhookSecret code | UNKNOWN_WEBHOOK
            pingWebhook | pingWebhook(id: "HOOK") REFUSAL } | data pingWebhook code | UNKNOWN_WEBHOOK
            replayWebhook | replayWebhook(input: {id: "HOOK"}) REFUSAL } | data replayWebhook code | UNKNOWN_WEBHOOK
            makeScoringPolicyCurrent | makeScoringPolicyCurrent(input: {key: "own", version: 1}) REFUSAL } \
                         | data makeScoringPolicyCurrent code | UNKNOWN_POLICY
            createApp    | createApp(input: {key: "four"}) REFUSAL } | errors 0 extensions code | FORBIDDEN
            checkRankings | checkRankings(input: {leaderboard: "own", repair: true}) REFUSAL } \
                         | errors 0 extensions code | FORBIDDEN
            """;
    /** What three does on its own without any trace in one. Mutation, the change, what is in its answer. */
    private static final String OWN_CHANGES = """
            createLeaderboard | createLeaderboard(input: {key: "own"}) { ... on Leaderboard { key } }     | key own
            saveParticipant   | saveParticipant(input: {id: "shared", displayName: "Three's"}) \
                                { ... on Participant { displayName } }                                    | displayName Three's
            saveParticipant   | saveParticipant(input: {id: "own"}) { ... on Participant { externalId } } | externalId own
            submitScore       | submitScore(input: {leaderboard: "shared", participant: {id: "own"}, score: 7, \
                                idempotencyKey: "own"}) { ... on ScoreReceipt { replayed } }           | replayed false
            recordActivity    | recordActivity(input: {id: "own", type: "seen", actor: {id: "own"}}) \
                                { ... on ActivityReceipt { repeated } }                               | repeated false
            recordActivities  | recordActivities(input: [{id: "own-2", type: "seen", actor: {id: "own"}}]) { __typename } \
                                | __typename ActivityBatch
            defineScoringPolicy | POLICY { ... on ScoringPolicy { key } }                                | key own
            adoptSocialPolicy | adoptSocialPolicy { ... on ScoringPolicy { key } }                       | key social
            createWebhook     | createWebhook(input: {url: "https://example.com"}) { __typename }         | __typename WebhookSecret
            """;
    private static final String POLICY = "defineScoringPolicy(input: {key: \"own\", counters: [{name: \"events\","
            + " eventTypes: [\"seen\"]}], pillars: [{name: \"seen\", terms: [{of: \"events\"}]}]})";
    private static final String OWN_POLICY = "mutation { " + POLICY + " { ... on ScoringPolicy { key } } }";
    /** Queries that show the app itself, or that are the operator's. */
    private static final Set<String> ELSEWHERE = Set.of("app", "apps");

    private static LaurelServer server;
    private static GraphQLClient one;
    private static GraphQLClient two;
    /** As two, and changes. */
    private static GraphQLClient three;
    /** Where the id of a submission of one's is, and that and a webhook's. */
    private static final String SUBMISSION =
            "leaderboards edges 0 node windows edges 0 node ranking top edges 0 node submissions edges 0 node id";

    private static String submission = "";
    private static String webhook = "";

    static Stream<CrossingCase> questions() {
        return CrossingCase.lines(QUESTIONS);
    }

    static Stream<CrossingCase> cursors() {
        return CrossingCase.lines(CURSORS);
    }

    static Stream<CrossingCase> changes() {
        return CrossingCase.lines(CHANGES);
    }

    static Stream<CrossingCase> ownChanges() {
        return CrossingCase.lines(OWN_CHANGES);
    }

    @BeforeAll
    static void start() {
        var clock = new TickingClock(Instant.parse("2025-07-13T14:30:00Z"));
        String keys =
                LaurelServer.KEY + ",one:key-of-one-0123456789,two:key-of-two-0123456789,three:key-of-three-012345";
        server = LaurelServer.start(clock, Map.of("laurel.keys", keys, "laurel.windows.open-every", "1h"));
        for (String app : List.of("one", "two", "three")) {
            server.client().ask("mutation { createApp(input: {key: \"" + app + "\"}) { ... on App { id } } }");
        }
        one = server.client("key-of-one-0123456789");
        two = server.client("key-of-two-0123456789");
        fill(one, List.of("own", "shared"));
        fill(two, List.of("shared"));
        one.ask(OWN_POLICY).text("data", "defineScoringPolicy", "key");
        record(one, "own");
        record(one, "own-2");
        three = server.client("key-of-three-012345");
        submission = one.ask(EVERYTHING).node("data").text(CrossingCase.path(SUBMISSION));
        String make =
                "mutation { createWebhook(input: {url: \"https://example.com\"}) { ... on WebhookSecret { webhook { id } } } }";
        webhook = one.ask(make).text("data", "createWebhook", "webhook", "id");
        fill(three, List.of("shared"));
    }

    private static void record(GraphQLClient client, String id) {
        client.ask("mutation { recordActivity(input: {id: \"" + id + "\", type: \"seen\", actor: {id: \"" + id
                        + "\"}}) { ... on ActivityReceipt { event { id } } } }")
                .text("data", "recordActivity", "event", "id");
    }

    private static void fill(GraphQLClient client, List<String> names) {
        for (String board : names) {
            client.ask("mutation { createLeaderboard(input: {key: \"" + board
                            + "\", updateMode: INCREMENT, windows: [{kind: DAILY}]}) { ... on Leaderboard { id } } }")
                    .text("data", "createLeaderboard", "id");
            for (String who : names) {
                Answer submitted = client.ask("mutation { submitScore(input: {leaderboard: \"" + board
                        + "\", participant: {id: \"" + who + "\"}, score: 1, idempotencyKey: \"" + who
                        + "\"}) { ... on ScoreReceipt { replayed } } }");
                assertThat(submitted.at("data", "submitScore", "replayed"))
                        .as("%s", submitted)
                        .isEqualTo(false);
            }
            client.ask("mutation { archiveLeaderboard(key: \"" + board + "\") { __typename }"
                    + " unarchiveLeaderboard(key: \"" + board + "\") { __typename } }");
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void everyQueryAndMutationIsTriedHere() {
        Set<String> fields = new TreeSet<>(ELSEWHERE);
        Stream.of(questions(), cursors(), changes(), ownChanges())
                .flatMap(lines -> lines)
                .forEach(line -> fields.add(line.field()));
        assertThat(Stream.of("Query", "Mutation")
                        .map(type -> one.ask("{ __type(name: \"" + type + "\") { fields { name } } }"))
                        .flatMap(answer -> answer.list("data", "__type", "fields").stream())
                        .map(field -> field.text("name")))
                .as("Add a line for each new one: what of another app's could it show or change?")
                .containsExactlyInAnyOrderElementsOf(fields);
    }

    @ParameterizedTest
    @MethodSource("questions")
    void whatIsOnesOwnIsNothingInTwo(CrossingCase question) {
        String own = one.ask("{ leaderboard(key: \"own\") { id } }").text("data", "leaderboard", "id");
        String document = question.document("query").replace("OWN", own).replace("HOOK", webhook);
        assertThat(one.ask(document).node("data").at(question.path())).isNotNull();
        assertThat(two.ask(document).node("data").at(question.path())).isNull();
    }

    @Test
    void noIdOfOneIsAnythingInTwo() {
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
    void noCursorOfOneIsOneOfTwo(CrossingCase list) {
        String cursor = one.ask(EVERYTHING).node("data").text(list.path());
        String document = list.document("query").replace("CURSOR", cursor);
        assertThat(one.send(document, Map.of()).at("errors")).isNull();
        assertThat(two.send(document, Map.of()).at("errors", 0, "extensions", "code"))
                .isEqualTo("BAD_USER_INPUT");
    }

    @ParameterizedTest
    @MethodSource("changes")
    void twoCannotChangeWhatIsOnes(CrossingCase change) {
        Contents before = contents();
        String document = change.document("mutation").replace("OWN", submission).replace("HOOK", webhook);
        assertThat(two.send(document, Map.of()).at(change.path()))
                .isEqualTo(change.cells().get(3));
        assertThat(contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("ownChanges")
    void whatThreeDoesLeavesNoTraceInOne(CrossingCase change) {
        Object before = one.ask(EVERYTHING).json();
        Object[] expected = change.path();
        String document = change.document("mutation").replace("POLICY", POLICY);
        assertThat(three.ask(document).text("data", change.field(), expected[0]))
                .isEqualTo(expected[1]);
        assertThat(one.ask(EVERYTHING).json()).isEqualTo(before);
    }

    /** The values of all fields of this name, however deep. */
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
        return Contents.of(server.database().jdbi());
    }
}
