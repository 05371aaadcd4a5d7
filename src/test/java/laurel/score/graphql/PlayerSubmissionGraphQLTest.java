package laurel.score.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scores that players submit themselves. */
@LaurelTest
class PlayerSubmissionGraphQLTest {
    private static final String CREATE = """
            mutation { createLeaderboard(input: {key: "quiz", playerSubmissions: true, groupings: [[], ["team"]],
              maxScore: 100}) { leaderboard { playerSubmissions } errors { code } } }
            """;
    private static final String SUBMIT = """
            mutation ($input: SubmitScoreInput!) { submitScore(input: $input) {
              receipt { status submission { achievedAt score } } errors { code message path } } }
            """;
    private static final String VIEWER = """
            { viewer { participant { externalId currentStandings { nodes { rank score } } } } }
            """;

    private final GraphQLClient game;
    private final GraphQLClient player;

    PlayerSubmissionGraphQLTest(LaurelServer server) {
        this.game = server.client();
        this.player = server.client(
                game.ask("mutation { createPlayerToken(input: {participant: {externalId: \"42\"}}) { token } }")
                        .text("data", "createPlayerToken", "token"));
    }

    @BeforeEach
    void create() {
        Answer created = game.ask(CREATE).node("data", "createLeaderboard", "leaderboard");
        assertThat(created.at("playerSubmissions")).isEqualTo(true);
        game.ask("mutation { createParticipant(input: {externalId: \"42\", group: {team: \"red\"}})"
                + " { participant { id } } }");
    }

    @Test
    void acceptsOwnScore() {
        Answer receipt = submit(player, "42", "").receipt();
        assertThat(receipt.at("submission", "achievedAt")).isEqualTo("2025-07-13T14:30:00Z");
        assertThat(receipt.at("submission", "score")).isEqualTo("90");
        assertThat(submit(player, "42", ", \"metadata\": {\"level\": 3}").at("errors", 0))
                .isNull();
    }

    @Test
    void refusesScoreOfOtherParticipant() {
        Answer refused = submit(player, "43", "").node("errors", 0);
        assertThat(refused.at("code")).isEqualTo("NOT_OWN_PARTICIPANT");
        assertThat(refused.at("path", 1)).isEqualTo("participant");
        assertThat(submit(player, "42\", \"entityType\": \"GUILD", "").at("errors", 0, "code"))
                .isEqualTo("NOT_OWN_PARTICIPANT");
        assertThat(submit(game, "43", ", \"group\": {\"team\": \"blue\"}").at("errors", 0))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '|', textBlock = """
            name, "Cheater"
            imageUrl, "https://x.example/y.png"
            metadata, {}
            timeZone, "Europe/Paris"
            group, |{"team": "blue"}|
            """)
    void refusesDataOfParticipant(String field, String value) {
        Answer refused = submit(player, "42\", \"" + field + "\": " + value + ", \"entityType\": \"ACCOUNT", "")
                .node("errors", 0);
        assertThat(refused.at("code")).isEqualTo("FIELD_NOT_ALLOWED");
        assertThat(refused.at("path", 2)).isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '|', textBlock = """
            achievedAt, "2025-07-13T14:29:00Z"
            group, |{"team": "blue"}|
            """)
    void refusesTimeAndGroup(String field, String value) {
        Answer refused = submit(player, "42", ", \"" + field + "\": " + value).node("errors", 0);
        assertThat(refused.at("code")).isEqualTo("FIELD_NOT_ALLOWED");
        assertThat(refused.at("path", 1)).isEqualTo(field);
        assertThat(submit(game, "42", ", \"" + field + "\": " + value).at("errors", 0))
                .isNull();
    }

    @Test
    void refusesScoresForOtherLeaderboards() {
        String update = "mutation { updateLeaderboard(input: {leaderboardKey: \"quiz\", playerSubmissions: %s})"
                + " { leaderboard { playerSubmissions version } errors { code } } }";
        Answer updated = game.ask(update.formatted(false)).node("data", "updateLeaderboard", "leaderboard");
        assertThat(updated.json()).isEqualTo(Map.of("playerSubmissions", false, "version", 2));
        assertThat(submit(player, "42", "").at("errors", 0, "code")).isEqualTo("PLAYER_SUBMISSIONS_DISABLED");
        assertThat(submit(game, "42", "").at("errors", 0)).isNull();
        game.ask(update.formatted(true));
        assertThat(submit(player, "42", "").at("errors", 0)).isNull();
    }

    @Test
    void findsNoPrivateLeaderboard() {
        String update = "mutation { updateLeaderboard(input: {leaderboardKey: \"quiz\", visibility: PRIVATE%s})"
                + " { leaderboard { visibility } errors { code } } }";
        game.ask(update.formatted("")).text("data", "updateLeaderboard", "leaderboard", "visibility");
        assertThat(submit(player, "42", "").at("errors", 0, "code")).isEqualTo("LEADERBOARD_NOT_FOUND");
        game.ask(update.formatted(", playerSubmissions: false"))
                .text("data", "updateLeaderboard", "leaderboard", "visibility");
        assertThat(submit(player, "42", "").at("errors", 0, "code")).isEqualTo("LEADERBOARD_NOT_FOUND");
        assertThat(submit(game, "42", "").at("errors", 0)).isNull();
    }

    @Test
    void rejectsBatch() {
        Answer refused = player.sendRaw(
                "mutation ($input: SubmitScoresInput!) { submitScores(input: $input) { acceptedCount } }",
                "{\"input\": {\"items\": []}}");
        assertThat(refused.at("errors", 0, "extensions", "code")).isEqualTo("FORBIDDEN");
    }

    @Test
    void showsStandingsOfViewer() {
        submit(player, "42", "");
        Answer participant = player.ask(VIEWER).node("data", "viewer", "participant");
        assertThat(participant.at("externalId")).isEqualTo("42");
        assertThat(participant.at("currentStandings", "nodes", 0, "score")).isEqualTo("90");
    }

    private static Answer submit(GraphQLClient client, String externalId, String more) {
        String participant = "{\"externalId\": \"" + externalId + "\"}";
        return client.sendRaw(
                        SUBMIT,
                        "{\"input\": {\"leaderboardKey\": \"quiz\", \"participant\": " + participant + ", \"score\": 90"
                                + more + "}}")
                .node("data", "submitScore");
    }
}
