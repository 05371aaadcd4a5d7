package laurel.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.Test;

/** Window definitions, grace periods, overrides and archive times are returned as given, or with their defaults. */
@LaurelTest
class WindowDefinitionGraphQLTest {
    private static final String FIELDS = """
            { errors { code message path }
              leaderboard { version gracePeriod archiveAfter
                groupOverrides { group { values } timeZone sortOrder }
                windowDefinitions { kind key retainCount anchorTime interval length count } } } }
            """;
    private static final Map<String, ?> JAPAN =
            Map.of("group", Map.of("region", "jp"), "timeZone", "Asia/Tokyo", "sortOrder", "ASCENDING");

    @Inject
    LaurelServer server;

    @Test
    void returnsDefinitionAsGiven() {
        Map<String, ?> rolling = Map.of(
                "kind",
                "CUSTOM",
                "retainCount",
                30,
                "key",
                "rolling-week",
                "anchorTime",
                "2025-01-06T09:00:00+09:00",
                "interval",
                "P1D",
                "length",
                "P1W",
                "count",
                52);
        Answer board = create(Map.of(
                "key",
                "given",
                "gracePeriod",
                "P1DT0.5S",
                "archiveAfter",
                "PT90M",
                "groupings",
                List.of(List.of(), List.of("region")),
                "groupOverrides",
                List.of(JAPAN),
                "windowDefinitions",
                List.of(Map.of("kind", "DAILY", "retainCount", 7), rolling)));
        assertThat(board.at("gracePeriod")).isEqualTo("PT24H0.5S");
        assertThat(board.at("archiveAfter")).isEqualTo("PT1H30M");
        assertThat(board.at("groupOverrides", 0, "group", "values")).isEqualTo(JAPAN.get("group"));
        assertThat(board.at("groupOverrides", 0, "timeZone")).isEqualTo("Asia/Tokyo");
        assertThat(board.at("groupOverrides", 0, "sortOrder")).isEqualTo("ASCENDING");
        assertThat(board.at("windowDefinitions", 0, "retainCount")).isEqualTo(7);
        assertThat(board.at("windowDefinitions", 0, "interval")).isNull();
        assertThat(board.at("windowDefinitions", 1))
                .isEqualTo(Map.of(
                        "kind",
                        "CUSTOM",
                        "retainCount",
                        30,
                        "key",
                        "rolling-week",
                        "anchorTime",
                        "2025-01-06T00:00:00Z",
                        "interval",
                        "P1D",
                        "length",
                        "P7D",
                        "count",
                        52));
    }

    @Test
    void returnsDefaultsOfOmittedFields() {
        Answer board = create(Map.of(
                "key",
                "bare",
                "windowDefinitions",
                List.of(Map.of("kind", "CUSTOM", "key", "six", "interval", "PT6H"))));
        assertThat(board.at("gracePeriod")).isEqualTo("PT5M");
        assertThat(board.at("archiveAfter")).isNull();
        assertThat(board.at("groupOverrides")).isEqualTo(List.of());
        assertThat(board.at("windowDefinitions", 0, "retainCount")).isNull();
        assertThat(board.at("windowDefinitions", 0, "anchorTime")).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(board.at("windowDefinitions", 0, "length")).isEqualTo("PT6H");
    }

    @Test
    void changesOnlyGivenWindowFields() {
        create(Map.of("key", "changed", "gracePeriod", "PT1H", "archiveAfter", "P30D"));
        Answer board = update(Map.of("leaderboardKey", "changed", "expectedVersion", 1, "name", "Else"));
        assertThat(board.at("gracePeriod")).isEqualTo("PT1H");
        assertThat(board.at("archiveAfter")).isEqualTo("PT720H");
        assertThat(update(Map.of("leaderboardKey", "changed", "expectedVersion", 2, "gracePeriod", "PT60M"))
                        .at("version"))
                .as("unchanged")
                .isEqualTo(2);
        board = server.client()
                .ask("mutation { updateLeaderboard(input: {leaderboardKey: \"changed\", expectedVersion:"
                        + " 2, archiveAfter: null}) "
                        + FIELDS)
                .node("data", "updateLeaderboard")
                .changed("leaderboard");
        assertThat(board.at("gracePeriod")).isEqualTo("PT1H");
        assertThat(board.at("archiveAfter")).isNull();
    }

    @Test
    void changesOverridesOfGroupsWithoutScores() {
        create(Map.of("key", "kept", "groupings", List.of(List.of("region")), "groupOverrides", List.of(JAPAN)));
        server.client()
                .ask(
                        "mutation { submitScore(input: {leaderboardKey: \"kept\", participant: {externalId: \"ann\"}, score: 1,"
                                + " group: {region: \"eu\"}}) { receipt { status } } }")
                .text("data", "submitScore", "receipt", "status");
        Map<String, Object> europe = Map.of("group", Map.of("region", "eu"), "sortOrder", "ASCENDING");
        Answer refused = update(Map.of("leaderboardKey", "kept", "groupOverrides", List.of(JAPAN, europe)));
        assertThat(refused.at("code")).isEqualTo("LEADERBOARD_HAS_SCORES");
        assertThat(refused.at("message"))
                .isEqualTo("The override of `{region=eu}` cannot change, because the group has scores.");
        assertThat(refused.at("path")).isEqualTo(List.of("input", "groupOverrides"));
        assertThat(update(Map.of("leaderboardKey", "kept", "groupOverrides", List.of(JAPAN)))
                        .at("version"))
                .isEqualTo(1);
        assertThat(update(Map.of("leaderboardKey", "kept", "groupOverrides", List.of()))
                        .at("version"))
                .isEqualTo(2);
    }

    private Answer create(Map<String, ?> input) {
        return mutate("createLeaderboard", "CreateLeaderboardInput!", input);
    }

    private Answer update(Map<String, ?> input) {
        return mutate("updateLeaderboard", "UpdateLeaderboardInput!", input);
    }

    private Answer mutate(String mutation, String type, Map<String, ?> input) {
        return server.client()
                .ask(
                        "mutation ($input: " + type + ") { " + mutation + "(input: $input) " + FIELDS,
                        Map.of("input", input))
                .node("data", mutation)
                .changed("leaderboard");
    }
}
