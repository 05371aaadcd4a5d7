package laurel.badge.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.badge.BadgeClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Definitions of badges, and manual awards. */
class BadgeGraphQLTest {
    private static LaurelServer service;
    private BadgeClient badges;

    @BeforeAll
    static void start() {
        service = LaurelServer.start(
                new TickingClock(Instant.parse("2025-07-13T12:00:00Z")), Map.of("laurel.limits.badges", 3));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void inNewApp() {
        badges = new BadgeClient(service.inNewApp());
    }

    @Test
    void awardsManualBadgeOnce() {
        double before = awardCount();
        badges.createBadge("founder", "manual: true", "");
        String award =
                badges.award("founder", "ann", ", reason: \"Founded the club\"").text("award", "id");
        assertThat(badges.award("founder", "ann", ", reason: \"Again\"").text("award", "id"))
                .isEqualTo(award);
        assertThat(badges.holders("founder")).containsExactly("ann");
        assertThat(badges.events()).containsExactly("BADGE_AWARDED founder ann");
        assertThat(awardCount() - before).isEqualTo(1);
    }

    @Test
    void awardsBadgeOncePerPeriod() {
        badges.createBadge("month", "manual: true", ", recurrence: EACH_PERIOD");
        badges.award("month", "ann", ", period: \"2025-06\"").text("award", "id");
        badges.award("month", "ann", ", period: \"2025-07\"").text("award", "id");
        badges.award("month", "ann", ", period: \"2025-07\"").text("award", "id");
        assertThat(badges.holders("month")).containsExactly("ann", "ann");
        assertThat(code(badges.award("month", "ann", ""))).isEqualTo("FIELD_REQUIRED");
        assertThat(code(badges.award("month", "ann", ", period: \" \""))).isEqualTo("INVALID_TEXT");
        assertThat(rarity("month")).isEqualTo("1 1 1.0");
    }

    @Test
    void keepsRevokedAwardAndDoesNotGrantItAgain() {
        badges.createBadge("founder", "manual: true", "");
        String award = badges.award("founder", "ann", "").text("award", "id");
        assertThat(badges.revoke(award, "A mistake").text("award", "revokeReason"))
                .isEqualTo("A mistake");
        assertThat(badges.revoke(award, "Once more").text("award", "revokeReason"))
                .isEqualTo("A mistake");
        assertThat(badges.award("founder", "ann", "").at("award", "revokedAt")).isNotNull();
        assertThat(badges.holders("founder")).isEmpty();
        assertThat(badgesOfAnn(false)).isEmpty();
        assertThat(badgesOfAnn(true)).containsExactly("founder");
        assertThat(rarity("founder")).isEqualTo("0 1 0.0");
        assertThat(badges.restore(award).at("award", "revokedAt")).isNull();
        badges.restore(award);
        assertThat(badges.holders("founder")).containsExactly("ann");
        assertThat(badges.events())
                .containsExactly("BADGE_AWARDED founder ann", "BADGE_REVOKED founder ann", "BADGE_AWARDED founder ann");
    }

    @Test
    void rejectsManualRuleThatIsFalse() {
        assertThat(badges.graphQL()
                        .send(
                                "mutation { createBadge(input: {key: \"no\", name: \"No\", rule: {manual: false}}) {"
                                        + " errors { code } } }",
                                Map.of())
                        .at("errors", 0, "message"))
                .isEqualTo("`rule.manual` must be true.");
    }

    @Test
    void updatesOnlyGivenFields() {
        badges.create("founder", "manual: true", ", description: \"First\", imageUrl: \"https://example.com/a.png\"");
        assertThat(update("founder", "name: \"Founder\"").node("badge").json())
                .isEqualTo(Map.of("name", "Founder", "description", "First", "state", "ENABLED"));
        assertThat(update("founder", "description: null, state: DISABLED").at("badge", "description"))
                .isNull();
        assertThat(code(badges.award("founder", "ann", ""))).isEqualTo("BADGE_DISABLED");
        assertThat(code(update("founder", "name: \"\""))).isEqualTo("INVALID_TEXT");
        assertThat(code(update("none", ""))).isEqualTo("BADGE_NOT_FOUND");
        assertThat(badges.graphQL()
                        .send(
                                "mutation { updateBadge(input: {badgeKey: \"founder\", name: null}) { errors { code } } }",
                                Map.of())
                        .at("errors", 0, "extensions", "code"))
                .isEqualTo("INVALID_ARGUMENT");
    }

    private Answer update(String key, String rest) {
        return badges.graphQL()
                .ask("mutation { updateBadge(input: {badgeKey: \"" + key + "\", " + rest
                        + "}) { badge { name description state } errors { code path } } }")
                .node("data", "updateBadge");
    }

    @Test
    void deletesOnlyBadgesWithoutAwards() {
        badges.createBadge("founder", "manual: true", "");
        badges.createBadge("other", "manual: true", "");
        badges.award("founder", "ann", "");
        assertThat(code(delete("founder"))).isEqualTo("BADGE_HAS_AWARDS");
        assertThat(delete("other").at("deletedBadgeId")).isNotNull();
        assertThat(code(delete("other"))).isEqualTo("BADGE_NOT_FOUND");
        assertThat(badges.graphQL().ask("{ badges { nodes { key } } }").at("data", "badges", "nodes"))
                .isEqualTo(List.of(Map.of("key", "founder")));
    }

    private Answer delete(String key) {
        return badges.graphQL()
                .ask("mutation { deleteBadge(input: {badgeKey: \"" + key
                        + "\"}) { deletedBadgeId errors { code path } } }")
                .node("data", "deleteBadge");
    }

    @Test
    void listsBadgesByKeyFilteredByState() {
        for (String key : List.of("b", "c", "a")) {
            badges.createBadge(key, "manual: true", key.equals("b") ? ", state: DISABLED" : "");
        }
        assertThat(keys("")).isEqualTo(List.of("a", "b", "c"));
        assertThat(keys("(filter: {state: ENABLED})")).isEqualTo(List.of("a", "c"));
        assertThat(keys("(filter: {state: DISABLED})")).isEqualTo(List.of("b"));
    }

    private List<Object> keys(String arguments) {
        return badges
                .graphQL()
                .ask("{ badges" + arguments + " { nodes { key } } }")
                .list("data", "badges", "nodes")
                .stream()
                .map(node -> node.at("key"))
                .toList();
    }

    @Test
    void rejectsBadgeAboveLimit() {
        for (String key : List.of("one", "two", "three")) {
            badges.createBadge(key, "manual: true", "");
        }
        assertThat(code(badges.create("three", "manual: true", ""))).isEqualTo("KEY_TAKEN");
        assertThat(code(badges.create("four", "manual: true", ""))).isEqualTo("LIMIT_REACHED");
    }

    private static String code(Answer payload) {
        return payload.text("errors", 0, "code");
    }

    @Test
    void returnsRulesWithLeaderboardAndWindowDefinition() {
        badges.createLeaderboard("arena", ", windowDefinitions: [{kind: DAILY}]");
        badges.createBadge("top", ARENA + "topFraction: \"0.250\"}", "");
        badges.createBadge(
                "ten", "score: {leaderboardKey: \"arena\", windowDefinitionKey: \"daily\", minScore: \"10.50\"}", "");
        badges.createBadge("hand", "manual: true", "");
        assertThat(rule("top").json())
                .isEqualTo(Map.of(
                        "kind",
                        "RANK_AT_CLOSE",
                        "leaderboard",
                        Map.of("key", "arena"),
                        "windowDefinition",
                        Map.of("kind", "DAILY"),
                        "topFraction",
                        "0.25"));
        assertThat(rule("ten").at("minScore")).isEqualTo("10.5");
        assertThat(rule("hand").json()).isEqualTo(Map.of("kind", "MANUAL"));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            0, 9223372036854775807,  9223372036854775808
            0, -9223372036854775808, -9223372036854775809
            9, 9223372036.854775807, 9223372036.854775808
            9, 9223372036,           10000000000
            9, -9223372036.854775808, -9223372036.854775809
            """)
    void acceptsThresholdThatFitsIn64BitsAtDecimalsOfLeaderboard(int decimals, String accepted, String refused) {
        badges.createLeaderboard("arena", ", windowDefinitions: [{kind: DAILY}], decimals: " + decimals);
        String rule = "score: {leaderboardKey: \"arena\", windowDefinitionKey: \"daily\", minScore: \"";
        badges.createBadge("ten", rule + accepted + "\"}", "");
        assertThat(rule("ten").at("minScore")).isEqualTo(accepted);
        Answer error = badges.create("more", rule + refused + "\"}", "").node("errors", 0);
        assertThat(error.text("code")).isEqualTo("SCORE_OUT_OF_RANGE");
        assertThat(error.at("path")).isEqualTo(List.of("input", "rule", "score", "minScore"));
    }

    private static final String ARENA = "rankAtClose: {leaderboardKey: \"arena\", windowDefinitionKey: \"daily\", ";

    private Answer rule(String key) {
        return badges.graphQL()
                .ask("{ badge(key: \"" + key + "\") { rule { kind ... on RankAtCloseRule {"
                        + " leaderboard { key } windowDefinition { kind } topFraction }"
                        + " ... on ScoreRule { minScore } } } }")
                .node("data", "badge", "rule");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rankAtClose: {NONE, maxRank: 1} | LEADERBOARD_NOT_FOUND | leaderboardKey
            streak: {streakKey: "none", minLength: 3} | STREAK_NOT_FOUND | streakKey
            peers: {scoringPolicyKey: "none", minPeerCount: 3, dayCount: 7} | SCORING_POLICY_NOT_FOUND | scoringPolicyKey
            rankAtClose: {WINDOWS "weekly", maxRank: 1} | WINDOW_DEFINITION_NOT_FOUND | windowDefinitionKey
            rankAtClose: {WINDOWS "all-time", maxRank: 1} | WINDOW_DEFINITION_NOT_SUITABLE | windowDefinitionKey
            rankAtClose: {ARENA} | FIELD_REQUIRED | maxRank
            rankAtClose: {ARENA, maxRank: 0} | NUMBER_OUT_OF_RANGE | maxRank
            rankAtClose: {ARENA, maxRank: 10001} | NUMBER_OUT_OF_RANGE | maxRank
            rankAtClose: {ARENA, topFraction: "1.01"} | NUMBER_OUT_OF_RANGE | topFraction
            rankAtClose: {ARENA, topFraction: 0} | NUMBER_OUT_OF_RANGE | topFraction
            rankAtClose: {ARENA, topFraction: 0.1 maxRank: 1} | FIELD_NOT_ALLOWED | topFraction
            rankAtClose: {ARENA, maxRank: 1, group: {region: "eu"}} | GROUPING_NOT_FOUND | group
            rankAtClose: {ARENA, maxRank: 1, grouping: ["region"]} | GROUPING_NOT_FOUND | grouping
            rankAtClose: {ARENA, maxRank: 1, grouping: [], group: {region: "eu"}} | FIELD_NOT_ALLOWED | grouping
            rankAtClose: {ARENA, maxRank: 1, grouping: ["a", "b", "c", "d", "e"]} | LIST_TOO_LONG | grouping
            rankAtClose: {ARENA, maxRank: 1, grouping: ["0"]} | INVALID_GROUP_ATTRIBUTE | grouping.0
            rankAtClose: {ARENA, maxRank: 1, grouping: ["a", "a"]} | DUPLICATE_ITEM | grouping.1
            score: {ARENA, minScore: "x"} | SCORE_NOT_A_NUMBER | minScore
            score: {ARENA, minScore: "1e400"} | SCORE_OUT_OF_RANGE | minScore
            score: {ARENA, minScore: "0.0000000001"} | SCORE_TOO_MANY_DECIMALS | minScore
            score: {NONE, minScore: "x"} | LEADERBOARD_NOT_FOUND | leaderboardKey
            """)
    void rejectsInvalidRule(String rule, String code, String path) {
        badges.createLeaderboard("arena", ", windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]");
        String input = rule.replace("NONE", "leaderboardKey: \"none\", windowDefinitionKey: \"daily\"")
                .replace("ARENA", "WINDOWS \"daily\"")
                .replace("WINDOWS", "leaderboardKey: \"arena\", windowDefinitionKey:");
        Answer error = badges.create("badge", input, "").node("errors", 0);
        assertThat(error.text("code")).isEqualTo(code);
        assertThat(error.list("path").stream().map(Answer::json).map(String::valueOf))
                .isEqualTo(List.of(("input.rule." + rule.substring(0, rule.indexOf(':')) + "." + path).split("\\.")));
    }

    @Test
    void rejectsUnknownAwardAndBadge() {
        assertThat(code(badges.revoke(badges.server().id("BadgeAward", 0, 999_999), "No")))
                .isEqualTo("BADGE_AWARD_NOT_FOUND");
        assertThat(code(badges.award("none", "ann", ""))).isEqualTo("BADGE_NOT_FOUND");
        assertThat(new JobClient(badges.server(), badges.graphQL())
                        .start("backfillBadge", Map.of("badgeKey", "none"))
                        .text("errors", 0, "code"))
                .isEqualTo("BADGE_NOT_FOUND");
    }

    private List<String> badgesOfAnn(boolean includeRevoked) {
        return badges
                .graphQL()
                .ask("{ participant(ref: {external: {externalId: \"ann\"}}) { badgeAwards(includeRevoked: "
                        + includeRevoked + ") { nodes { badge { key } } } } }")
                .list("data", "participant", "badgeAwards", "nodes")
                .stream()
                .map(award -> award.text("badge", "key"))
                .toList();
    }

    private String rarity(String key) {
        Answer rarity = badges.graphQL()
                .ask("{ badge(key: \"" + key + "\") { rarity { holderCount participantCount fraction } } }")
                .node("data", "badge", "rarity");
        return rarity.text("holderCount") + " " + rarity.text("participantCount") + " " + rarity.at("fraction");
    }

    private static double awardCount() {
        return service.bean(MeterRegistry.class).find("lb.badges.awarded").tag("kind", "MANUAL").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }
}
