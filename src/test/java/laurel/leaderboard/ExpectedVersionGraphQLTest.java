package laurel.leaderboard;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import graphql.schema.GraphQLInputObjectType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLTypeUtil;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mutations with an {@code expectedVersion} do not change objects with another version. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExpectedVersionGraphQLTest {
    private static final String BOARD = "leaderboardKey: \"board\"";
    private static final String SEASON = "seasonId: \"SEASON\"";
    private static final String STREAK = "streakKey: \"streak\"";
    private static final String BADGE = "badgeKey: \"badge\"";
    private static final String GROUP = "attribute: \"campus\", value: \"north\"";
    private static final String WEBHOOK = "webhookId: \"WEBHOOK\"";
    private static final String POLICY = "scoringPolicyKey: \"policy\"";
    private static final String PILLARS = "pillars: [{name: \"seen\", terms: [{source: \"events\"}]}]";
    private static final String COUNTERS = "counters: [{name: \"events\", eventTypes: [\"seen\"]}]";

    /** Each with its other arguments. */
    private static final Map<String, String> MUTATIONS = Map.ofEntries(
            Map.entry("updateLeaderboard", BOARD + ", name: \"Other\""),
            Map.entry("archiveLeaderboard", BOARD),
            Map.entry("unarchiveLeaderboard", BOARD),
            Map.entry("deleteLeaderboard", BOARD),
            Map.entry("backfillWindows", BOARD),
            Map.entry("startSeason", BOARD),
            Map.entry("updateSeason", SEASON + ", name: \"Other\""),
            Map.entry("endSeason", SEASON),
            Map.entry("cancelSeason", SEASON),
            Map.entry("updateBadge", BADGE + ", name: \"Other\""),
            Map.entry("deleteBadge", BADGE),
            Map.entry("updateGroup", GROUP + ", name: \"Other\""),
            Map.entry("deleteGroup", GROUP),
            Map.entry("updateWebhook", WEBHOOK + ", topCount: 4"),
            Map.entry("deleteWebhook", WEBHOOK),
            Map.entry("updateStreak", STREAK + ", name: \"Other\""),
            Map.entry("archiveStreak", STREAK),
            Map.entry("unarchiveStreak", STREAK),
            Map.entry("createScoringPolicyVersion", POLICY + ", " + COUNTERS + ", " + PILLARS),
            Map.entry("archiveScoringPolicy", POLICY),
            Map.entry("unarchiveScoringPolicy", POLICY),
            Map.entry("activateScoringPolicyVersion", POLICY + ", versionNumber: 1"));

    @Inject
    LaurelServer server;

    @Inject
    GraphQLSchema schema;

    private GraphQLClient client;
    private String season = "";
    private String webhook = "";

    /** Each was changed once, so that its version is at least 2. */
    @BeforeAll
    void create() {
        client = server.client();
        List<String> changes = List.of(
                "createLeaderboard(input: {key: \"board\", windowDefinitions: [{kind: SEASON}]})",
                "updateLeaderboard(input: {leaderboardKey: \"board\", name: \"Board\"})",
                "createBadge(input: {key: \"badge\", name: \"Badge\", rule: {manual: true}})",
                "updateBadge(input: {badgeKey: \"badge\", name: \"Changed\"})",
                "createGroup(input: {" + GROUP + "})",
                "updateGroup(input: {" + GROUP + ", name: \"North\"})",
                "createStreak(input: {key: \"streak\"})",
                "updateStreak(input: {streakKey: \"streak\", name: \"Streak\"})",
                "createScoringPolicy(input: {key: \"policy\", " + COUNTERS + ", " + PILLARS + "})",
                "createScoringPolicyVersion(input: {" + POLICY + ", " + COUNTERS + ", pillars: [{name: \"other\","
                        + " terms: [{source: \"events\"}]}]})");
        for (String change : changes) {
            assertThat(client.ask("mutation { change: " + change + " { errors { message } } }")
                            .list("data", "change", "errors"))
                    .as(change)
                    .isEmpty();
        }
        webhook = client.ask("mutation { createWebhook(input: {url: \"https://example.com\"}) { webhook { id } } }")
                .text("data", "createWebhook", "webhook", "id");
        client.ask("mutation { updateWebhook(input: {webhookId: \"" + webhook
                        + "\", topCount: 3}) { webhook { id } } }")
                .text("data", "updateWebhook", "webhook", "id");
        season = client.ask("mutation { startSeason(input: {" + BOARD + "}) { season { id } } }")
                .text("data", "startSeason", "season", "id");
    }

    @Test
    void coversEveryMutation() {
        Stream<String> versioned = schema.getMutationType().getFieldDefinitions().stream()
                .filter(mutation -> ((GraphQLInputObjectType) GraphQLTypeUtil.unwrapAll(
                                        mutation.getArgument("input").getType()))
                                .getField("expectedVersion")
                        != null)
                .map(mutation -> mutation.getName());
        assertThat(versioned).containsExactlyInAnyOrderElementsOf(MUTATIONS.keySet());
    }

    static Stream<String> mutations() {
        return MUTATIONS.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void rejectsEarlierAndLaterVersions(String mutation) {
        for (int version : List.of(-1, 0, 1, Integer.MAX_VALUE)) {
            String input = requireNonNull(MUTATIONS.get(mutation))
                            .replace("SEASON", season)
                            .replace("WEBHOOK", webhook) + ", expectedVersion: " + version;
            Answer error = client.ask(
                            "mutation { " + mutation + "(input: {" + input + "}) { errors { __typename code path"
                                    + " message ... on VersionConflictError { currentVersion } } } }")
                    .node("data", mutation, "errors", 0);
            assertThat(error.at("code")).as("%s", error).isEqualTo("VERSION_CONFLICT");
            assertThat(error.at("__typename")).isEqualTo("VersionConflictError");
            assertThat(error.at("path")).isEqualTo(Arrays.asList("input", "expectedVersion"));
            assertThat(Integer.parseInt(error.text("currentVersion"))).isGreaterThan(1);
            assertThat(error.text("message")).contains(error.text("currentVersion"));
        }
    }
}
