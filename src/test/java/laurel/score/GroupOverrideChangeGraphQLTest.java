package laurel.score;

import static laurel.score.ScoreClient.score;
import static laurel.score.ScoreClient.with;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.season.SeasonClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The override of a group may change until the group has scores. Existing scores stay as they are. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class GroupOverrideChangeGraphQLTest {
    private static final String SPRINT = "{group: {league: \"sprint\"}, %s}";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private GraphQLClient client;

    @BeforeEach
    void start() {
        client = server.client();
    }

    @Test
    void rejectsChangeOnceThereAreScores() {
        create("fixed", "sortOrder: ASCENDING");
        assertThat(override("fixed", "sortOrder: ASCENDING, updateMode: MAX").at("groupOverrides", 0, "updateMode"))
                .isEqualTo("MAX");
        submit("fixed", "ann", 9, "sprint");
        assertThat(override("fixed", "sortOrder: ASCENDING, updateMode: MIN").at("code"))
                .isEqualTo("LEADERBOARD_HAS_SCORES");
        // An override that is sent again keeps its mode.
        assertThat(override("fixed", "sortOrder: ASCENDING").at("groupOverrides", 0, "updateMode"))
                .isEqualTo("MAX");
    }

    /** The submission counts in its group, also if the entry stays in another one. */
    @Test
    void rejectsChangeOnceGroupHasNullScore() {
        create("nulls", "updateMode: MIN");
        submit("nulls", "ann", 100, "long");
        submit("nulls", "ann", null, "sprint");
        assertThat(change("nulls", "").at("code")).isEqualTo("LEADERBOARD_HAS_SCORES");
    }

    /** The entry stays in its group, because scores combine in another way in the new one. */
    @Test
    void rejectsChangeOnceParticipantHasMovedToGroup() {
        create("moves", "updateMode: MIN");
        submit("moves", "ann", 100, "long");
        client.ask("""
                mutation { updateParticipant(input: {participant: {external: {externalId: "ann"}}, moveEntries: true,
                  group: {league: "sprint"}}) { participant { id } } }
                """).text("data", "updateParticipant", "participant", "id");
        assertThat(change("moves", "").at("code")).isEqualTo("LEADERBOARD_HAS_SCORES");
    }

    @Test
    void rejectsOverrideWithoutSetting() {
        create("empty", "updateMode: MIN");
        Answer error = override("empty", "");
        assertThat(error.at("code")).isEqualTo("FIELD_REQUIRED");
        assertThat(error.at("path")).isEqualTo(List.of("input", "groupOverrides", "0"));
    }

    /** While groups had modes of their own, each grouping got a carried score of its own. */
    @Test
    void countsCarriedScoresAfterLastUpdateModeOfGroupIsRemoved() {
        create("carried", "updateMode: MIN", "{kind: SEASON}");
        SeasonClient seasons = new SeasonClient(server);
        seasons.start("carried", Map.of());
        submit("carried", "ben", 6, "long");
        clock.advance(Duration.ofHours(1));
        seasons.start("carried", Map.of("carryOver", 0.5));
        assertThat(change("carried", "").at("groupOverrides")).isEqualTo(List.of());
        remove(submit("carried", "ben", 9, "long"));
        Instant then = clock.instant();
        clock.advance(Duration.ofHours(1));
        for (Map<String, String> group : List.of(Map.<String, String>of(), Map.of("league", "long"))) {
            assertThat(seasons.scores("carried", "SEASON-2", group))
                    .as("%s", group)
                    .isEqualTo(Map.of("ben", "3"));
            assertThat(scoresAsOf(then, group)).as("%s", group).containsExactly("3");
        }
    }

    private List<Object> scoresAsOf(Instant time, Map<String, String> group) {
        return client
                .ask(
                        "query ($time: DateTime!, $group: GroupValues!) { leaderboard(key: \"carried\") { window(select:"
                                + " {name: {name: \"SEASON-2\"}}) { ranking(group: $group) { asOf(time: $time) {"
                                + " standings { nodes { score } } } } } } }",
                        Map.of("time", time.toString(), "group", group))
                .list("data", "leaderboard", "window", "ranking", "asOf", "standings", "nodes")
                .stream()
                .map(node -> node.at("score"))
                .toList();
    }

    private void create(String key, String override) {
        create(key, override, "{kind: ALL_TIME}");
    }

    /** Creates a leaderboard with the update mode MAX and an override of the sprint league. */
    private void create(String key, String override, String windows) {
        client.ask("""
                mutation { createLeaderboard(input: {key: "%s", updateMode: MAX, groupings: [[], ["league"]],
                  windowDefinitions: [%s], groupOverrides: [%s]}) { leaderboard { id } errors { code message path } } }
                """.formatted(key, windows, SPRINT.formatted(override)))
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    /** Replaces the overrides by one of the sprint league. */
    private Answer override(String key, String override) {
        return change(key, SPRINT.formatted(override));
    }

    /** Replaces the overrides. Returns the leaderboard or the error. */
    private Answer change(String key, String overrides) {
        return client.ask("""
                mutation { updateLeaderboard(input: {leaderboardKey: "%s", expectedVersion: %d, groupOverrides: [%s]}) {
                  leaderboard { groupOverrides { updateMode } } errors { code message path } } }
                """.formatted(key, new SeasonClient(server).version(key), overrides))
                .node("data", "updateLeaderboard")
                .changed("leaderboard");
    }

    private Answer submit(String board, String who, @Nullable Integer score, String league) {
        Map<String, Object> input = new HashMap<>(with(score(board, who, 0), "group", Map.of("league", league)));
        input.put("score", score);
        return new ScoreClient(client).submit(input);
    }

    private void remove(Answer receipt) {
        client.ask(
                        "mutation ($id: ID!) { removeSubmission(input: {submissionId: $id}) { submission { id } } }",
                        Map.of("id", receipt.text("submission", "id")))
                .text("data", "removeSubmission", "submission", "id");
    }
}
