package laurel.participant.graphql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.SocketFollower;
import laurel.request.StrictJson;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each subscriber to one ranking sees what it may see of a pseudonymous participant, although subscribers share events. */
@LaurelTest
class PseudonymLiveGraphQLTest {
    private static final String TOP = "topStandingsChanged";
    private static final String RANKS = "ranksChanged";
    private static final String FOLLOW_TOP = "subscription { topStandingsChanged(ranking: {leaderboardKey: \"race\"}) {"
            + " standings { score participant { name externalId } }"
            + " window { ranking { standing(participant: {external: {externalId: \"ada\"}}) { score } } } } }";
    private static final String FOLLOW_RANKS = """
            subscription { ranksChanged(ranking: {leaderboardKey: "race"},
              participants: [{external: {externalId: "ada"}}, {external: {externalId: "ben"}}]) {
              standings { score participant { name } } changes { participant { name } rank } } }
            """;
    private static final String REAL = "9 Ada ada, 5 Ben ben; 9";
    private static final String MASKED = "9 Comet null, 5 Ben ben; null";

    @Inject
    LaurelServer server;

    private GraphQLClient game;

    @BeforeEach
    void start() {
        game = server.client();
        game.ask("mutation { updateApp(input: {appKey: \"" + server.appKey()
                + "\", anonymousReading: true}) { app { key } } }");
        game.ask("mutation { createLeaderboard(input: {key: \"race\", updateMode: REPLACE}) { leaderboard { key } } }");
        game.ask("mutation { createParticipant(input: {externalId: \"ada\", name: \"Ada\"}) { participant { id } } }");
        game.ask("mutation { createParticipant(input: {externalId: \"ben\", name: \"Ben\"}) { participant { id } } }");
        submit("ada", 9);
        submit("ben", 5);
    }

    private void submit(String who, int score) {
        assertThat(new ScoreClient(game)
                        .submit(ScoreClient.score("race", who, score))
                        .at("status"))
                .isEqualTo("COUNTED");
    }

    private void setPseudonym() {
        assertThat(game.ask("mutation { setPseudonym(input: {participant: {external: {externalId: \"ada\"}},"
                                + " pseudonym: \"Comet\"}) { participant { name pseudonym } } }")
                        .at("data", "setPseudonym", "participant"))
                .isEqualTo(Map.of("name", "Ada", "pseudonym", "Comet"));
    }

    private String token(String externalId) {
        return game.ask("mutation { createPlayerToken(input: {participant: {externalId: \"" + externalId
                        + "\"}}) { token } }")
                .text("data", "createPlayerToken", "token");
    }

    private SocketFollower follow(String key, String document) {
        return SocketFollower.startAs(key, server.ofApp("/graphql"), document, Map.of());
    }

    private static String top(Answer event) {
        return String.join(
                        ", ",
                        event.list("standings").stream()
                                .map(one -> "%s %s %s"
                                        .formatted(
                                                one.text("score"),
                                                one.text("participant", "name"),
                                                one.at("participant", "externalId")))
                                .toList())
                + "; "
                + event.at("window", "ranking", "standing", "score");
    }

    private static String next(SocketFollower follower) {
        return top(follower.next(TOP).orElseThrow());
    }

    private static List<String> ranks(SocketFollower follower) {
        return follower.next(RANKS).orElseThrow().list("standings").stream()
                .map(one -> one.text("score") + " " + one.text("participant", "name"))
                .toList();
    }

    @Test
    void showsEachSubscriberWhatItMaySee() {
        setPseudonym();
        try (SocketFollower server = follow(LaurelServer.KEY, FOLLOW_TOP);
                SocketFollower owner = follow(token("ada"), FOLLOW_TOP);
                SocketFollower ownerAgain = follow(token("ada"), FOLLOW_TOP);
                SocketFollower other = follow(token("ben"), FOLLOW_TOP);
                SocketFollower another = follow(token("zoe"), FOLLOW_TOP);
                SocketFollower anonymous = follow("", FOLLOW_TOP)) {
            List<SocketFollower> seeing = List.of(server, owner, ownerAgain);
            List<SocketFollower> others = List.of(other, another, anonymous);
            assertThat(seeing).allSatisfy(one -> assertThat(next(one)).isEqualTo(REAL));
            assertThat(others).allSatisfy(one -> assertThat(next(one)).isEqualTo(MASKED));
            submit("ben", 6);
            assertThat(seeing).allSatisfy(one -> assertThat(next(one)).isEqualTo(REAL.replace("5", "6")));
            assertThat(others).allSatisfy(one -> assertThat(next(one)).isEqualTo(MASKED.replace("5", "6")));
        }
    }

    @Test
    void showsSubscribersToEventStreamsWhatTheyMaySee() throws Exception {
        setPseudonym();
        try (HttpClient http = HttpClient.newHttpClient();
                BufferedReader owner = stream(http, token("ada"));
                BufferedReader other = stream(http, token("ben"))) {
            assertThat(top(event(owner))).isEqualTo(REAL);
            assertThat(top(event(other))).isEqualTo(MASKED);
            submit("ben", 6);
            assertThat(top(event(other))).isEqualTo(MASKED.replace("5", "6"));
            assertThat(top(event(owner))).isEqualTo(REAL.replace("5", "6"));
        }
    }

    private BufferedReader stream(HttpClient http, String key) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.ofApp("/graphql/stream"))
                .header("Content-Type", "application/json")
                .header("Accept", "text/event-stream")
                .header("Authorization", "Bearer " + key)
                .POST(BodyPublishers.ofString("{\"query\": \"" + FOLLOW_TOP.replace("\"", "\\\"") + "\"}"))
                .build();
        return new BufferedReader(new InputStreamReader(
                http.send(request, BodyHandlers.ofInputStream()).body(), UTF_8));
    }

    private static Answer event(BufferedReader stream) throws IOException {
        for (String line = stream.readLine(); line != null; line = stream.readLine()) {
            if (line.startsWith("data: {")) {
                String json = line.substring("data: ".length());
                return new Answer(StrictJson.read(json.getBytes(UTF_8), "event")).node("data", TOP);
            }
        }
        throw new AssertionError("the stream has ended");
    }

    @Test
    void doesNotWatchPseudonymousParticipantByExternalId() {
        setPseudonym();
        try (SocketFollower owner = follow(token("ada"), FOLLOW_RANKS);
                SocketFollower other = follow(token("ben"), FOLLOW_RANKS)) {
            assertThat(ranks(owner)).containsExactly("9 Ada", "5 Ben");
            assertThat(ranks(other)).containsExactly("5 Ben");
            submit("ada", 8);
            assertThat(ranks(owner)).containsExactly("8 Ada", "5 Ben");
            submit("ben", 6);
            assertThat(ranks(owner)).containsExactly("8 Ada", "6 Ben");
            assertThat(ranks(other)).containsExactly("6 Ben");
        }
    }

    /** A running subscription has found the participant before. */
    @Test
    void newSubscriptionDoesNotFindWhatAnEarlierOneHasFound() {
        try (SocketFollower earlier = follow(token("ben"), FOLLOW_RANKS)) {
            assertThat(ranks(earlier)).containsExactly("9 Ada", "5 Ben");
            setPseudonym();
            try (SocketFollower later = follow(token("zoe"), FOLLOW_RANKS);
                    SocketFollower anonymous = follow("", FOLLOW_RANKS)) {
                assertThat(ranks(later)).containsExactly("5 Ben");
                assertThat(ranks(anonymous)).containsExactly("5 Ben");
                assertThat(ranks(earlier)).containsExactly("5 Ben");
                submit("ben", 6);
                assertThat(List.of(earlier, later, anonymous))
                        .allSatisfy(one -> assertThat(ranks(one)).containsExactly("6 Ben"));
            }
        }
    }
}
