package laurel.badge;

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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Badges that are defined, and awarded by somebody's word. */
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
    void aBadgeIsAwardedOnceByWord() {
        double before = counted();
        badges.badge("founder", "kind: MANUAL", "");
        String award =
                badges.award("founder", "ann", ", reason: \"She began it\"").text("id");
        assertThat(badges.award("founder", "ann", ", reason: \"Again\"").text("id"))
                .isEqualTo(award);
        assertThat(badges.holders("founder")).containsExactly("ann");
        assertThat(badges.events()).containsExactly("BADGE_AWARDED founder ann");
        assertThat(counted() - before).isEqualTo(1);
    }

    @Test
    void aBadgeOfEachPeriodIsAwardedOnceForEach() {
        badges.badge("month", "kind: MANUAL", ", recurrence: EACH_PERIOD");
        badges.award("month", "ann", ", period: \"2025-06\"").text("id");
        badges.award("month", "ann", ", period: \"2025-07\"").text("id");
        badges.award("month", "ann", ", period: \"2025-07\"").text("id");
        assertThat(badges.holders("month")).containsExactly("ann", "ann");
        assertThat(badges.award("month", "ann", "").text("code")).isEqualTo("INVALID_BADGE");
        assertThat(rarity("month")).isEqualTo("1 1 1.0");
    }

    @Test
    void whatIsRevokedStaysToBeSeenAndIsNotAwardedAgain() {
        badges.badge("founder", "kind: MANUAL", "");
        String award = badges.award("founder", "ann", "").text("id");
        assertThat(badges.revoke(award, "A mistake").text("revokedBecause")).isEqualTo("A mistake");
        assertThat(badges.revoke(award, "Once more").text("revokedBecause")).isEqualTo("A mistake");
        assertThat(badges.award("founder", "ann", "").at("revokedAt")).isNotNull();
        assertThat(badges.holders("founder")).isEmpty();
        assertThat(ofAnn(false)).isEmpty();
        assertThat(ofAnn(true)).containsExactly("founder");
        assertThat(rarity("founder")).isEqualTo("0 1 0.0");
        assertThat(badges.restore(award).at("revokedAt")).isNull();
        badges.restore(award);
        assertThat(badges.holders("founder")).containsExactly("ann");
        assertThat(badges.events())
                .containsExactly("BADGE_AWARDED founder ann", "BADGE_REVOKED founder ann", "BADGE_AWARDED founder ann");
    }

    @Test
    void aBadgeIsCalledOtherwiseButNotEarnedOtherwise() {
        badges.badge("founder", "kind: MANUAL", "");
        assertThat(badges.define("founder", "kind: MANUAL", ", enabled: false").at("enabled"))
                .isEqualTo(false);
        assertThat(badges.award("founder", "ann", "").text("code")).isEqualTo("INVALID_BADGE");
        assertThat(badges.define("founder", "kind: MANUAL", ", recurrence: EACH_PERIOD")
                        .text("code"))
                .isEqualTo("INVALID_BADGE");
    }

    @Test
    void anAppHasSoManyBadges() {
        for (String key : List.of("one", "two", "three")) {
            badges.badge(key, "kind: MANUAL", "");
        }
        badges.badge("three", "kind: MANUAL", "");
        assertThat(badges.define("four", "kind: MANUAL", "").text("code")).isEqualTo("INVALID_BADGE");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kind: RANK_AT_CLOSE, leaderboard: "none", definition: "DAILY", rankAtMost: 1 | LEADERBOARD_NOT_FOUND | leaderboard
            kind: STREAK, streak: "none", atLeast: 3 | STREAK_NOT_FOUND | streak
            kind: PEERS, policy: "none", atLeast: 3, days: 7 | SCORING_POLICY_NOT_FOUND | policy
            kind: RANK_AT_CLOSE, leaderboard: "arena", definition: "WEEKLY", rankAtMost: 1 | INVALID_BADGE | definition
            kind: RANK_AT_CLOSE, leaderboard: "arena", definition: "ALL_TIME", rankAtMost: 1 | INVALID_BADGE | definition
            kind: RANK_AT_CLOSE, leaderboard: "arena", definition: "DAILY" | INVALID_BADGE | rankAtMost
            kind: RANK_AT_CLOSE, leaderboard: "arena", definition: "DAILY", rankAtMost: 0 | INVALID_BADGE | rankAtMost
            kind: RANK_AT_CLOSE, leaderboard: "arena", definition: "DAILY", topPercent: 101 | INVALID_BADGE | topPercent
            kind: RANK_AT_CLOSE leaderboard: "arena" definition: "DAILY" topPercent: 1 rankAtMost: 1 | INVALID_BADGE | rankAtMost
            kind: SCORE, leaderboard: "arena", definition: "DAILY" | INVALID_BADGE | atLeast
            kind: SCORE, leaderboard: "arena", definition: "DAILY", atLeast: "x" | NOT_A_NUMBER | atLeast
            kind: SCORE, leaderboard: "none", definition: "DAILY", atLeast: "x" | LEADERBOARD_NOT_FOUND | leaderboard
            kind: MANUAL, days: 3 | INVALID_BADGE | days
            """)
    void aRuleSaysWhatItsKindNeedsOfWhatThereIs(String rule, String code, String field) {
        badges.board("arena", ", windows: [{kind: DAILY}, {kind: ALL_TIME}]");
        Answer refused = badges.define("badge", rule, "");
        assertThat(refused.text("code")).isEqualTo(code);
        assertThat(refused.at("path")).isEqualTo(List.of("input", "rule", field));
    }

    @Test
    void whatIsNoAwardIsRefused() {
        assertThat(badges.revoke(badges.server().id("BadgeAward", 0, 999_999), "No")
                        .text("code"))
                .isEqualTo("BADGE_NOT_FOUND");
        assertThat(badges.award("none", "ann", "").text("code")).isEqualTo("BADGE_NOT_FOUND");
        assertThat(new JobClient(badges.server(), badges.graphQL())
                        .start("backfillBadge", Map.of("badgeKey", "none"))
                        .text("errors", 0, "code"))
                .isEqualTo("BADGE_NOT_FOUND");
    }

    private List<String> ofAnn(boolean revoked) {
        return badges
                .graphQL()
                .ask("{ participant(participant: {id: \"ann\"}) { badges(revoked: " + revoked
                        + ") { edges { node { badge { key } } } } } }")
                .list("data", "participant", "badges", "edges")
                .stream()
                .map(edge -> edge.text("node", "badge", "key"))
                .toList();
    }

    private String rarity(String key) {
        Answer rarity = badges.graphQL()
                .ask("{ badge(key: \"" + key + "\") { rarity { holders participants share } } }")
                .node("data", "badge", "rarity");
        return rarity.text("holders") + " " + rarity.text("participants") + " " + rarity.at("share");
    }

    private static double counted() {
        return service.bean(MeterRegistry.class).find("lb.badges.awarded").tag("kind", "MANUAL").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }
}
