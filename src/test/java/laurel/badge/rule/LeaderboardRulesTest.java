package laurel.badge.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import laurel.badge.BadgeClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Badges with rules on final ranks and scores. */
class LeaderboardRulesTest {
    private static final String DAY = "2025-07-13";
    private static final String RANK_RULE = "rankAtClose: {leaderboardKey: \"arena\", windowDefinitionKey: \"daily\", ";
    private static final String SCORE_RULE = "score: {leaderboardKey: \"arena\", windowDefinitionKey: \"daily\", ";
    private static final String EACH = ", recurrence: EACH_PERIOD";
    private static final Instant NOON = Instant.parse(DAY + "T12:00:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOON);
    private static LaurelServer service;
    private LaurelServer server;
    private BadgeClient badges;

    @BeforeAll
    static void start() {
        service = LaurelServer.start(CLOCK);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void createLeaderboard() {
        CLOCK.set(NOON);
        server = service.inNewApp();
        badges = new BadgeClient(server);
        badges.createLeaderboard(
                "arena",
                ", updateMode: INCREMENT, windowDefinitions: [{kind: DAILY}, {kind: WEEKLY}], gracePeriod: \"PT1H\"");
    }

    @Test
    void awardsAllParticipantsTiedAtLastRank() {
        badges.createBadge("top2", RANK_RULE + "maxRank: 2}", EACH);
        badges.createBadge("half", RANK_RULE + "topFraction: 0.5}", EACH);
        badges.createBadge("tenth", RANK_RULE + "topFraction: \"0.10\"}", EACH);
        submitScores();
        assertThat(badges.holders("top2")).isEmpty();
        closeDay();
        assertThat(badges.holders("top2")).containsExactly("ann " + DAY, "ben " + DAY, "cat " + DAY);
        assertThat(badges.holders("half")).containsExactly("ann " + DAY, "ben " + DAY, "cat " + DAY);
        assertThat(badges.holders("tenth")).containsExactly("ann " + DAY);
        assertThat(badges.events()).hasSize(7);
    }

    @Test
    void awardsOncePerWindowOrOnceInTotal() {
        badges.createBadge("each", RANK_RULE + "maxRank: 1}", EACH);
        badges.createBadge("once", RANK_RULE + "maxRank: 1}", "");
        badges.submit("arena", "ann", 3);
        closeDay();
        badges.submit("arena", "ann", 3);
        closeDay();
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("each")).containsExactly("ann " + DAY, "ann 2025-07-14");
        assertThat(badges.holders("once")).containsExactly("ann " + DAY);
    }

    @Test
    void revokesAndGrantsAwardsAfterCorrection() {
        badges.createBadge("first", RANK_RULE + "maxRank: 1}", EACH);
        String removed = badges.submit("arena", "ann", 9);
        badges.submit("arena", "ben", 8);
        closeDay();
        assertThat(badges.holders("first")).containsExactly("ann " + DAY);
        removeAndCorrect(removed);
        assertThat(badges.holders("first")).containsExactly("ben " + DAY);
        assertThat(badges.events())
                .containsExactly("BADGE_AWARDED first ann", "BADGE_REVOKED first ann", "BADGE_AWARDED first ben");
    }

    @Test
    void grantsAgainAfterCorrectionButNotAfterManualRevocation() {
        badges.createBadge("once", RANK_RULE + "maxRank: 1}", "");
        String removed = badges.submit("arena", "ann", 9);
        closeDay();
        removeAndCorrect(removed);
        assertThat(badges.holders("once")).isEmpty();
        badges.submit("arena", "ann", 9);
        closeDay();
        assertThat(badges.holders("once")).containsExactly("ann 2025-07-14");
        String award = badges.graphQL()
                .ask("{ badge(key: \"once\") { awards { nodes { id } } } }")
                .text("data", "badge", "awards", "nodes", 0, "id");
        badges.revoke(award, "No").text("award", "revokedAt");
        badges.submit("arena", "ann", 9);
        closeDay();
        assertThat(badges.holders("once")).isEmpty();
    }

    @Test
    void awardsOnlyLaterWindowsUnlessBackfilled() {
        submitScores();
        closeDay();
        badges.createBadge("late", RANK_RULE + "maxRank: 1}", EACH);
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("late")).isEmpty();
        Answer preview = badges.preview("badgeKey: \"late\"");
        assertThat(preview.at("awardCount")).isEqualTo(1);
        assertThat(preview.at("complete")).isEqualTo(true);
        assertThat(preview.text("awards", 0, "participant", "externalId")).isEqualTo("ann");
        assertThat(preview.text("awards", 0, "window", "name")).isEqualTo(DAY);
        assertThat(badges.holders("late")).isEmpty();
        assertThat(badges.backfill("late").at("awardedCount")).isEqualTo(1);
        assertThat(badges.backfill("late").at("awardedCount")).isEqualTo(0);
        assertThat(badges.preview("badgeKey: \"late\"").at("awardCount")).isEqualTo(0);
        assertThat(badges.preview("rule: {rule: {" + RANK_RULE + "maxRank: 2}}}")
                        .at("awardCount"))
                .isEqualTo(3);
        assertThat(badges.holders("late")).containsExactly("ann " + DAY);
    }

    @Test
    void awardsScoreImmediatelyAndKeepsAwardAfterRemoval() {
        badges.createBadge("ten", SCORE_RULE + "minScore: 10}", EACH);
        badges.submit("arena", "ann", 9);
        badges.submit("arena", "ben", 20);
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ben " + DAY);
        String more = badges.submit("arena", "ann", 1);
        badges.remove(more);
        badges.awardPending(CLOCK.instant());
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ann " + DAY, "ben " + DAY);
    }

    @Test
    void backfillsEarlierScores() {
        badges.submit("arena", "ann", 10);
        badges.submit("arena", "ben", 9);
        badges.createBadge("ten", SCORE_RULE + "minScore: 10}", EACH);
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("ten")).isEmpty();
        assertThat(badges.preview("badgeKey: \"ten\"").at("awardCount")).isEqualTo(1);
        assertThat(badges.backfill("ten").at("awardedCount")).isEqualTo(1);
        assertThat(badges.holders("ten")).containsExactly("ann " + DAY);
    }

    @Test
    void followsRecreatedLeaderboard() {
        badges.createBadge("ten", SCORE_RULE + "minScore: 10}", EACH);
        badges.graphQL().ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"arena\"}) { errors { code } } }");
        badges.createLeaderboard("arena", ", windowDefinitions: [{kind: DAILY}]");
        badges.submit("arena", "ann", 10);
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ann " + DAY);
    }

    @Test
    void followsLeaderboardRecreatedAfterBadgeWasEnabled() {
        badges.createBadge("ten", SCORE_RULE + "minScore: 10}", EACH + ", state: DISABLED");
        badges.createBadge("helper", "manual: true", "");
        badges.graphQL().ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"arena\"}) { errors { code } } }");
        // There are more events than changes of leaderboards.
        server.database().sql().execute("SELECT setval(pg_get_serial_sequence('event', 'id'), 1000000)");
        badges.award("helper", "ann", "").text("award", "id");
        badges.setState("ten", "ENABLED");
        badges.createLeaderboard("arena", ", windowDefinitions: [{kind: DAILY}]");
        badges.submit("arena", "ann", 10);
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ann " + DAY);
    }

    @Test
    void keepsAwardThatAnotherWindowEarned() {
        badges.createBadge("once", RANK_RULE + "maxRank: 1}", "");
        String removed = badges.submit("arena", "ann", 9);
        closeDay();
        String later = badges.submit("arena", "ann", 9);
        closeDay();
        removeAndCorrect(removed);
        assertThat(badges.holders("once")).containsExactly("ann 2025-07-14");
        assertThat(badges.events()).containsExactly("BADGE_AWARDED once ann");
        removeAndCorrect(later);
        assertThat(badges.holders("once")).isEmpty();
    }

    @Test
    void correctsEarlierWindowOnlyIfBackfilled() {
        String first = badges.submit("arena", "ann", 9);
        String second = badges.submit("arena", "ben", 8);
        badges.submit("arena", "cat", 7);
        closeDay();
        badges.createBadge("late", RANK_RULE + "maxRank: 1}", EACH);
        removeAndCorrect(first);
        assertThat(badges.holders("late")).isEmpty();
        badges.backfill("late");
        assertThat(badges.holders("late")).containsExactly("ben " + DAY);
        removeAndCorrect(second);
        assertThat(badges.holders("late")).containsExactly("cat " + DAY);
    }

    @Test
    void keepsBackfilledAwardThatAnotherWindowEarned() {
        String removed = badges.submit("arena", "ann", 9);
        closeDay();
        badges.submit("arena", "ann", 9);
        closeDay();
        badges.createBadge("once", RANK_RULE + "maxRank: 1}", "");
        badges.backfill("once");
        removeAndCorrect(removed);
        assertThat(badges.holders("once")).containsExactly("ann 2025-07-14");
    }

    @Test
    void keepsNoAwardByCorrectedEarlierWindow() {
        badges.submit("arena", "ann", 9);
        String worse = badges.submit("arena", "ben", 8);
        closeDay();
        badges.createBadge("once", RANK_RULE + "maxRank: 1}", "");
        String removed = badges.submit("arena", "ann", 9);
        closeDay();
        removeAndCorrect(worse);
        removeAndCorrect(removed);
        assertThat(badges.holders("once")).isEmpty();
    }

    @Test
    void reportsUnreadEventsAndChanges() {
        badges.createBadge("first", RANK_RULE + "maxRank: 1}", EACH);
        badges.submit("arena", "ann", 9);
        CLOCK.advance(Duration.ofDays(1).plusHours(2));
        badges.finalizeWindows(CLOCK.instant());
        assertThat(unreadCount()).isPositive();
        badges.awardPending(CLOCK.instant());
        assertThat(unreadCount()).isEqualTo(0);
    }

    @Test
    void awardsOnceOnTwoNodes() {
        badges.createBadge("first", RANK_RULE + "maxRank: 3}", EACH);
        submitScores();
        CLOCK.advance(Duration.ofDays(1));
        badges.finalizeWindows(CLOCK.instant());
        try (LaurelServer other = LaurelServer.on(server.database(), CLOCK)) {
            var nodes = List.of(badges, new BadgeClient(other, server.client()));
            Together.all(2, n -> {
                nodes.get(n).awardPending(CLOCK.instant());
                return n;
            });
        }
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("first")).hasSize(3);
        assertThat(badges.events()).hasSize(3);
    }

    private double unreadCount() {
        server.bean(BadgeWorker.class).count();
        return server.bean(MeterRegistry.class)
                .get("laurel.badges.behind")
                .gauge()
                .value();
    }

    private void submitScores() {
        badges.submit("arena", "ann", 9);
        badges.submit("arena", "ben", 5);
        badges.submit("arena", "cat", 5);
        badges.submit("arena", "dan", 1);
    }

    /** Advances the clock past the day and its grace period, finalizes the day, and awards its badges. */
    private void closeDay() {
        CLOCK.advance(Duration.ofDays(1).plusHours(2));
        badges.finalizeWindows(CLOCK.instant());
        badges.awardPending(CLOCK.instant());
    }

    /** Removes a submission, finalizes the correction of its windows, and corrects their badges. */
    private void removeAndCorrect(String submission) {
        badges.remove(submission);
        badges.finalizeWindows(CLOCK.instant());
        badges.awardPending(CLOCK.instant());
    }
}
