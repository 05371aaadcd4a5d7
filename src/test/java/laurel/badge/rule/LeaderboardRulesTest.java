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

/** Badges that are earned by ranks and scores. */
class LeaderboardRulesTest {
    private static final String DAY = "2025-07-13";
    private static final String FIRST = "rankAtClose: {leaderboardKey: \"arena\", windowDefinitionKey: \"daily\", ";
    private static final String SCORED = "score: {leaderboardKey: \"arena\", windowDefinitionKey: \"daily\", ";
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
    void makeBoard() {
        CLOCK.set(NOON);
        server = service.inNewApp();
        badges = new BadgeClient(server);
        badges.board(
                "arena",
                ", updateMode: INCREMENT, windowDefinitions: [{kind: DAILY}, {kind: WEEKLY}], gracePeriod: \"PT1H\"");
    }

    @Test
    void awardsEveryoneWhoTiesWithTheLastRank() {
        badges.badge("top2", FIRST + "maxRank: 2}", EACH);
        badges.badge("half", FIRST + "topFraction: 0.5}", EACH);
        badges.badge("tenth", FIRST + "topFraction: \"0.10\"}", EACH);
        scores();
        assertThat(badges.holders("top2")).isEmpty();
        closeDay();
        assertThat(badges.holders("top2")).containsExactly("ann " + DAY, "ben " + DAY, "cat " + DAY);
        assertThat(badges.holders("half")).containsExactly("ann " + DAY, "ben " + DAY, "cat " + DAY);
        assertThat(badges.holders("tenth")).containsExactly("ann " + DAY);
        assertThat(badges.events()).hasSize(7);
    }

    @Test
    void awardsPerWindowOrOnce() {
        badges.badge("each", FIRST + "maxRank: 1}", EACH);
        badges.badge("once", FIRST + "maxRank: 1}", "");
        badges.submit("arena", "ann", 3);
        closeDay();
        badges.submit("arena", "ann", 3);
        closeDay();
        badges.work(CLOCK.instant());
        assertThat(badges.holders("each")).containsExactly("ann " + DAY, "ann 2025-07-14");
        assertThat(badges.holders("once")).containsExactly("ann " + DAY);
    }

    @Test
    void grantsAndRevokesAwardsWithACorrection() {
        badges.badge("first", FIRST + "maxRank: 1}", EACH);
        String wrong = badges.submit("arena", "ann", 9);
        badges.submit("arena", "ben", 8);
        closeDay();
        assertThat(badges.holders("first")).containsExactly("ann " + DAY);
        badges.remove(wrong);
        badges.close(CLOCK.instant());
        badges.work(CLOCK.instant());
        assertThat(badges.holders("first")).containsExactly("ben " + DAY);
        assertThat(badges.events())
                .containsExactly("BADGE_AWARDED first ann", "BADGE_REVOKED first ann", "BADGE_AWARDED first ben");
    }

    @Test
    void restoresAwardRevokedByCorrectionButNotManually() {
        badges.badge("once", FIRST + "maxRank: 1}", "");
        String wrong = badges.submit("arena", "ann", 9);
        closeDay();
        badges.remove(wrong);
        badges.close(CLOCK.instant());
        badges.work(CLOCK.instant());
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
        scores();
        closeDay();
        badges.badge("late", FIRST + "maxRank: 1}", EACH);
        badges.work(CLOCK.instant());
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
        assertThat(badges.preview("rule: {rule: {" + FIRST + "maxRank: 2}}}").at("awardCount"))
                .isEqualTo(3);
        assertThat(badges.holders("late")).containsExactly("ann " + DAY);
    }

    @Test
    void awardsScoreWhenItCountsAndKeepsTheAward() {
        badges.badge("ten", SCORED + "minScore: 10}", EACH);
        badges.submit("arena", "ann", 9);
        badges.submit("arena", "ben", 20);
        badges.work(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ben " + DAY);
        String more = badges.submit("arena", "ann", 1);
        badges.remove(more);
        badges.work(CLOCK.instant());
        badges.work(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ann " + DAY, "ben " + DAY);
    }

    @Test
    void backfillsEarlierScores() {
        badges.submit("arena", "ann", 10);
        badges.submit("arena", "ben", 9);
        badges.badge("ten", SCORED + "minScore: 10}", EACH);
        badges.work(CLOCK.instant());
        assertThat(badges.holders("ten")).isEmpty();
        assertThat(badges.preview("badgeKey: \"ten\"").at("awardCount")).isEqualTo(1);
        assertThat(badges.backfill("ten").at("awardedCount")).isEqualTo(1);
        assertThat(badges.holders("ten")).containsExactly("ann " + DAY);
    }

    @Test
    void scansEntriesIfChangesAreIncomplete() {
        badges.badge("ten", SCORED + "minScore: 10}", EACH);
        badges.submit("arena", "ann", 10);
        tellLess();
        badges.work(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ann " + DAY);
    }

    @Test
    void scansWindowsClosedSinceTheLastReadIfChangesAreIncomplete() {
        badges.badge("ten", SCORED + "minScore: 10}", EACH);
        badges.badge("week", SCORED.replace("daily", "weekly") + "minScore: 10}", "");
        badges.submit("arena", "ann", 10);
        CLOCK.advance(Duration.ofDays(1).plusHours(2));
        badges.close(CLOCK.instant());
        tellLess();
        badges.work(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ann " + DAY);
        assertThat(badges.holders("week")).hasSize(1);
    }

    @Test
    void awardsKnownMovesBesideIncompleteChanges() {
        badges.badge("ten", SCORED + "minScore: 10}", EACH);
        badges.submit("arena", "ann", 9);
        tellLess();
        String more = badges.submit("arena", "ann", 1);
        badges.remove(more);
        badges.work(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ann " + DAY);
    }

    @Test
    void followsRecreatedLeaderboard() {
        badges.badge("ten", SCORED + "minScore: 10}", EACH);
        badges.graphQL().ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"arena\"}) { errors { code } } }");
        badges.board("arena", ", windowDefinitions: [{kind: DAILY}]");
        badges.submit("arena", "ann", 10);
        badges.work(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ann " + DAY);
    }

    @Test
    void keepsAwardThatAnotherWindowEarnedToo() {
        badges.badge("once", FIRST + "maxRank: 1}", "");
        String wrong = badges.submit("arena", "ann", 9);
        closeDay();
        String later = badges.submit("arena", "ann", 9);
        closeDay();
        badges.remove(wrong);
        badges.close(CLOCK.instant());
        badges.work(CLOCK.instant());
        assertThat(badges.holders("once")).containsExactly("ann 2025-07-14");
        assertThat(badges.events()).containsExactly("BADGE_AWARDED once ann");
        badges.remove(later);
        badges.close(CLOCK.instant());
        badges.work(CLOCK.instant());
        assertThat(badges.holders("once")).isEmpty();
    }

    @Test
    void countsUnreadEventsAndChanges() {
        badges.badge("first", FIRST + "maxRank: 1}", EACH);
        badges.submit("arena", "ann", 9);
        CLOCK.advance(Duration.ofDays(1).plusHours(2));
        badges.close(CLOCK.instant());
        assertThat(behind()).isPositive();
        badges.work(CLOCK.instant());
        assertThat(behind()).isEqualTo(0);
    }

    @Test
    void awardsOnceOnTwoNodes() {
        badges.badge("first", FIRST + "maxRank: 3}", EACH);
        scores();
        CLOCK.advance(Duration.ofDays(1));
        badges.close(CLOCK.instant());
        try (LaurelServer other = LaurelServer.on(server.database(), CLOCK)) {
            var nodes = List.of(badges, new BadgeClient(other, server.client()));
            Together.all(2, n -> {
                nodes.get(n).work(CLOCK.instant());
                return n;
            });
        }
        badges.work(CLOCK.instant());
        assertThat(badges.holders("first")).hasSize(3);
        assertThat(badges.events()).hasSize(3);
    }

    private double behind() {
        server.bean(BadgeWorker.class).count();
        return server.bean(MeterRegistry.class)
                .get("laurel.badges.behind")
                .gauge()
                .value();
    }

    /** As if more had changed until now than is noted. */
    private void tellLess() {
        server.database().sql().execute("""
                UPDATE outbox SET rankings = NULL, participants = NULL, before_sort_keys = NULL, before_subscore_keys = NULL,
                    before_tie_keys = NULL, after_sort_keys = NULL, after_subscore_keys = NULL, after_tie_keys = NULL
                """);
    }

    private void scores() {
        badges.submit("arena", "ann", 9);
        badges.submit("arena", "ben", 5);
        badges.submit("arena", "cat", 5);
        badges.submit("arena", "dan", 1);
    }

    /** Lets the day and its grace pass, makes it final, and awards what it has earned. */
    private void closeDay() {
        CLOCK.advance(Duration.ofDays(1).plusHours(2));
        badges.close(CLOCK.instant());
        badges.work(CLOCK.instant());
    }
}
