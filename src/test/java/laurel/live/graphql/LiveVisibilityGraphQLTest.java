package laurel.live.graphql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.inject.Inject;
import java.net.URI;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.SocketFollower;
import laurel.leaderboard.LeaderboardClient;
import org.junit.jupiter.api.Test;

/** Subscriptions of players and anonymous callers end when the leaderboard becomes private. */
@LaurelTest
class LiveVisibilityGraphQLTest {
    private static final String PARTICIPANT = "{external: {externalId: \"ada\"}}";
    private static final Map<String, String> SUBSCRIPTIONS = Map.of(
            "topStandingsChanged", "",
            "ranksChanged", ", participants: [" + PARTICIPANT + "]",
            "aroundChanged", ", participant: " + PARTICIPANT);

    @Inject
    LaurelServer server;

    private static String document(String field) {
        return "subscription { " + field + "(ranking: {leaderboardKey: \"race\"}" + SUBSCRIPTIONS.get(field)
                + ") { cursor window { name } } }";
    }

    @Test
    void endsWhatMayNotReadPrivateLeaderboards() {
        GraphQLClient game = server.client();
        game.ask("mutation { updateApp(input: {appKey: \"" + server.appKey()
                + "\", anonymousReading: true}) { app { key } } }");
        new LeaderboardClient(game)
                .create(Map.of("key", "race", "updateMode", "REPLACE"))
                .text("id");
        new LeaderboardClient(game).submit("race", "ada", 0);
        String player = game.ask(
                        "mutation { createPlayerToken(input: {participant: {externalId: \"ada\"}}) { token } }")
                .text("data", "createPlayerToken", "token");
        SUBSCRIPTIONS.keySet().forEach(field -> follow(field, player));
    }

    private void follow(String field, String player) {
        var boards = new LeaderboardClient(server.client());
        URI address = server.ofApp("/graphql");
        try (SocketFollower reading = SocketFollower.start(address, document(field), Map.of());
                SocketFollower owner = SocketFollower.startAs(player, address, document(field), Map.of());
                SocketFollower anonymous = SocketFollower.startAs("", address, document(field), Map.of())) {
            List.of(reading, owner, anonymous)
                    .forEach(one -> assertThat(one.next(field)).isPresent());
            setVisibility(boards, "PRIVATE");
            List.of(owner, anonymous).forEach(one -> assertThatThrownBy(() -> one.next(field))
                    .hasMessageContaining("No leaderboard has the key `race`."));
            boards.submit("race", "ada", field.length());
            assertThat(reading.next(field)).isPresent();
        }
        setVisibility(boards, "PUBLIC");
    }

    private static void setVisibility(LeaderboardClient boards, String visibility) {
        boards.update(Map.of("leaderboardKey", "race", "visibility", visibility))
                .text("id");
    }
}
