package laurel.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.SocketFollower;
import laurel.Tries;
import laurel.database.TestDatabase;
import laurel.request.StrictJson;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Standings around a participant over sockets and event streams, of two nodes. */
class AroundChangedGraphQLTest {
    private static final Map<String, Object> SETTINGS = Map.of("laurel.live.tick", "10ms");
    private static final int PARTICIPANTS = 14;
    private static final String AROUND = """
            subscription { aroundChanged(ranking: {leaderboardKey: "race"}, participant: {external: {externalId: "ada"}},
              above: 1, below: 1) { startPosition standings { score participant { name externalId } } } }
            """;

    private static TestDatabase database;
    private static LaurelServer one;
    private static LaurelServer two;
    private GraphQLClient client;
    private String app;

    @BeforeAll
    static void start() {
        database = TestDatabase.fresh();
        one = LaurelServer.on(database, Clock.systemUTC(), SETTINGS);
        two = LaurelServer.on(database, Clock.systemUTC(), SETTINGS);
    }

    @BeforeEach
    void createLeaderboard() {
        client = one.inNewApp().client();
        app = client.ask("{ app { key } }").text("data", "app", "key");
        ask("updateApp(input: {appKey: \"" + app + "\", anonymousReading: true}) { app { key } }");
        ask("createLeaderboard(input: {key: \"race\", updateMode: REPLACE, windowDefinitions: [{kind: ALL_TIME}]}) {"
                + " leaderboard { key } }");
    }

    @AfterAll
    static void stop() {
        two.close();
        one.close();
        database.close();
    }

    private URI address(LaurelServer node) {
        return node.address().resolve("/apps/" + app + "/graphql");
    }

    private Answer ask(String mutation) {
        return client.ask("mutation { " + mutation + " }");
    }

    private String submit(String who, int score) {
        return new ScoreClient(client)
                .submit(ScoreClient.score("race", who, score))
                .text("submission", "id");
    }

    /** The list of each client is what {@code around} returns after each change, also after it has resumed on the other node. */
    @Test
    void givesNeighboursAfterEveryChange() {
        List<FollowedAround> lists = List.of(
                new FollowedAround("race", "p1", 2, 2),
                new FollowedAround("race", "p2", 0, 4),
                new FollowedAround("race", "p3", 30, 0));
        List<SocketFollower> followers = new ArrayList<>();
        lists.forEach(list -> followers.add(list.follow(address(one))));
        Random random = new Random(7);
        List<String> submissions = new ArrayList<>();
        for (int n = 0; n < Tries.of(12, 60); n++) {
            change(random, submissions);
            if (n % 4 == 3) {
                int resuming = random.nextInt(lists.size());
                followers.get(resuming).close();
                change(random, submissions);
                followers.set(resuming, lists.get(resuming).follow(address(random.nextBoolean() ? one : two)));
            }
            for (int list = 0; list < lists.size(); list++) {
                lists.get(list).catchUp(followers.get(list), client);
            }
        }
        followers.forEach(SocketFollower::close);
    }

    private void change(Random random, List<String> submissions) {
        String who = "p" + random.nextInt(PARTICIPANTS);
        String restricted = "(input: {leaderboardKey: \"race\", participant: {external: {externalId: \"" + who
                + "\"}}}) { errors { code } }";
        switch (random.nextInt(10)) {
            case 0 -> ask("banParticipant" + restricted);
            case 1 -> ask("unbanParticipant" + restricted);
            case 2 -> ask("hideParticipant" + restricted);
            case 3 -> ask("unhideParticipant" + restricted);
            case 4 -> {
                if (!submissions.isEmpty()) {
                    ask("removeSubmission(input: {submissionId: \""
                            + submissions.get(random.nextInt(submissions.size())) + "\"}) { errors { code } }");
                }
            }
            default -> {
                Answer receipt = new ScoreClient(client).submit(ScoreClient.score("race", who, random.nextInt(8)));
                if (receipt.at("status") != null && receipt.at("submission") != null) {
                    submissions.add(receipt.text("submission", "id"));
                }
            }
        }
    }

    private SocketFollower follow(String key) {
        return SocketFollower.startAs(key, address(one), AROUND, Map.of());
    }

    private String token(String externalId) {
        return ask("createPlayerToken(input: {participant: {externalId: \"" + externalId + "\"}}) { token }")
                .text("data", "createPlayerToken", "token");
    }

    private static String next(SocketFollower follower) {
        return text(follower.next("aroundChanged").orElseThrow());
    }

    /** The next list that is another one: a subscriber that was busy during a change may receive the same list again. */
    private static String nextAfter(String list, SocketFollower follower) {
        String next = next(follower);
        return next.equals(list) ? nextAfter(list, follower) : next;
    }

    private static String text(Answer event) {
        return event.at("startPosition") + ":"
                + String.join(
                        ",",
                        event.list("standings").stream()
                                .map(one -> " " + one.text("score") + " " + one.at("participant", "name") + " "
                                        + one.at("participant", "externalId"))
                                .toList());
    }

    private void setPseudonym(String pseudonym) {
        ask("setPseudonym(input: {participant: {external: {externalId: \"ada\"}}, pseudonym: " + pseudonym
                + "}) { participant { name } }");
    }

    @Test
    void isEmptyForCallersThatDoNotFindParticipant() {
        ask("createParticipant(input: {externalId: \"ada\", name: \"Ada\"}) { participant { id } }");
        submit("ben", 5);
        submit("ada", 9);
        setPseudonym("\"Comet\"");
        try (SocketFollower owner = follow(token("ada"));
                SocketFollower other = follow(token("ben"));
                SocketFollower anonymous = follow("")) {
            assertThat(next(owner)).isEqualTo("1: 9 Ada ada, 5 null ben");
            assertThat(next(other)).isEqualTo("null:");
            assertThat(next(anonymous)).isEqualTo("null:");
            submit("ben", 10);
            assertThat(next(owner)).isEqualTo("1: 10 null ben, 9 Ada ada");
            setPseudonym("null");
            submit("ben", 7);
            assertThat(nextAfter("null:", other)).isEqualTo("1: 9 Ada ada, 7 null ben");
            assertThat(nextAfter("null:", anonymous)).isEqualTo("1: 9 Ada ada, 7 null ben");
        }
    }

    /** Another subscription finds nothing after the participant took a pseudonym; the running one loses its list with it. */
    @Test
    void emptiesListWhenParticipantIsNotFoundAnyMore() {
        submit("ada", 9);
        try (SocketFollower earlier = follow(token("ben"))) {
            assertThat(next(earlier)).isEqualTo("1: 9 null ada");
            setPseudonym("\"Comet\"");
            try (SocketFollower later = follow(token("ben"))) {
                assertThat(next(later)).isEqualTo("null:");
                assertThat(next(earlier)).isEqualTo("null:");
            }
        }
    }

    @Test
    void isEmptyWhileParticipantIsHidden() {
        submit("ben", 5);
        submit("ada", 9);
        String of =
                "(input: {leaderboardKey: \"race\", participant: {external: {externalId: \"ada\"}}}) { errors { code } }";
        try (SocketFollower follower = follow(LaurelServer.KEY)) {
            assertThat(next(follower)).isEqualTo("1: 9 null ada, 5 null ben");
            ask("hideParticipant" + of);
            assertThat(next(follower)).isEqualTo("null:");
            ask("unhideParticipant" + of);
            assertThat(next(follower)).isEqualTo("1: 9 null ada, 5 null ben");
            ask("deleteLeaderboard(input: {leaderboardKey: \"race\"}) { errors { code } }");
            assertThat(follower.next("aroundChanged")).isEmpty();
        }
    }

    @Test
    void emitsToEventStreams() throws Exception {
        submit("ada", 9);
        try (HttpClient http = HttpClient.newHttpClient();
                BufferedReader stream = stream(http)) {
            assertThat(event(stream)).isEqualTo("1: 9 null ada");
            submit("ben", 10);
            assertThat(event(stream)).isEqualTo("1: 10 null ben, 9 null ada");
        }
    }

    private BufferedReader stream(HttpClient http) throws Exception {
        String query = AROUND.replace("\"", "\\\"").replace("\n", " ");
        HttpRequest request = HttpRequest.newBuilder(URI.create(address(two) + "/stream"))
                .header("Content-Type", "application/json")
                .header("Accept", "text/event-stream")
                .header("Authorization", "Bearer " + LaurelServer.KEY)
                .POST(BodyPublishers.ofString("{\"query\": \"" + query + "\"}"))
                .build();
        return new BufferedReader(new InputStreamReader(
                http.send(request, BodyHandlers.ofInputStream()).body(), UTF_8));
    }

    private static String event(BufferedReader stream) throws Exception {
        for (String line = stream.readLine(); line != null; line = stream.readLine()) {
            if (line.startsWith("data: {")) {
                String json = line.substring("data: ".length());
                return text(new Answer(StrictJson.read(json.getBytes(UTF_8), "event")).node("data", "aroundChanged"));
            }
        }
        throw new AssertionError("the stream has ended");
    }
}
