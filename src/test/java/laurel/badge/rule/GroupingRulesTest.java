package laurel.badge.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.badge.BadgeClient;
import laurel.database.sql.Sql;
import laurel.lifecycle.Lifecycle;
import laurel.score.LockedLeaderboard;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Badges that are won in each group of a grouping, and what they were won with. */
class GroupingRulesTest {
    private static final String DAY = "2025-07-13";
    private static final Instant NOON = Instant.parse(DAY + "T12:00:00Z");
    private static final String RULE =
            "rankAtClose: {leaderboardKey: \"arena\", windowDefinitionKey: \"daily\", grouping: [\"campus\"], ";
    private static final String EACH = ", recurrence: EACH_PERIOD";
    private static final TickingClock CLOCK = new TickingClock(NOON);
    private static LaurelServer service;
    private BadgeClient badges;

    @BeforeAll
    static void start() {
        service = LaurelServer.shared(CLOCK);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void createLeaderboard() {
        CLOCK.set(NOON);
        badges = new BadgeClient(service.inNewApp());
        badges.createLeaderboard(
                "arena",
                ", groupings: [[], [\"campus\"]], windowDefinitions: [{kind: DAILY, retainCount: 1}],"
                        + " gracePeriod: \"PT1H\"");
    }

    @Test
    void awardsWinnersOfEachGroup() {
        badges.createBadge("first", RULE + "maxRank: 1}", EACH);
        badges.createBadge("half", RULE + "topFraction: 0.5}", EACH);
        submit(
                new CampusScore("ann", "north", 9),
                new CampusScore("ben", "north", 8),
                new CampusScore("cat", "south", 2),
                new CampusScore("dan", "south", 2),
                new CampusScore("eve", "south", 1));
        closeDay();
        assertThat(winners("first")).containsExactly("ann north 1/2: 9", "cat south 1/3: 2", "dan south 1/3: 2");
        assertThat(winners("half")).containsExactly("ann north 1/2: 9", "cat south 1/3: 2", "dan south 1/3: 2");
        Answer rule = badges.graphQL()
                .ask("{ badge(key: \"first\") { rule { ... on RankAtCloseRule { grouping group { name } } } } }");
        assertThat(rule.at("data", "badge", "rule", "grouping")).isEqualTo(List.of("campus"));
        assertThat(rule.at("data", "badge", "rule", "group")).isNull();
    }

    @Test
    void previewsAndBackfillsWinnersOfEachGroup() {
        submit(
                new CampusScore("ann", "north", 9),
                new CampusScore("ben", "north", 8),
                new CampusScore("cat", "south", 2));
        closeDay();
        badges.createBadge("first", RULE + "maxRank: 1}", EACH);
        Answer preview = badges.preview("badgeKey: \"first\"");
        assertThat(preview.at("awardCount")).isEqualTo(2);
        assertThat(preview.at("awards", 0, "evidence"))
                .isEqualTo(Map.of("rank", 1, "windowName", DAY, "group", Map.of("campus", "north")));
        assertThat(badges.backfill("first").at("awardedCount")).isEqualTo(2);
        assertThat(winners("first")).containsExactly("ann north 1/2: 9", "cat south 1/1: 2");
    }

    @Test
    void keepsEvidenceWhenWindowHasExpired() {
        badges.createBadge("first", RULE + "maxRank: 1}", EACH);
        submit(new CampusScore("ann", "north", 9));
        closeDay();
        CLOCK.advance(Duration.ofDays(3));
        Instant now = CLOCK.instant();
        badges.server().bean(Lifecycle.class).run(now);
        badges.server().bean(laurel.lifecycle.Housekeeping.class).run(now);
        Sql sql = badges.server().database().sql();
        assertThat(sql.of("SELECT count(*) FROM leaderboard_window WHERE expired_at IS NOT NULL AND name = :day"
                                + " AND leaderboard_id = (SELECT max(id) FROM leaderboard)")
                        .bind("day", DAY)
                        .one(Long.class))
                .isEqualTo(1);
        assertThat(winners("first")).containsExactly("ann north 1/1: 9");
    }

    @Test
    void correctsEvidenceOfWinnersThatStay() {
        badges.createBadge("two", RULE + "maxRank: 2}", EACH);
        String removed = submit(new CampusScore("ann", "north", 9)).getFirst();
        submit(new CampusScore("ben", "north", 8), new CampusScore("cat", "north", 7));
        closeDay();
        assertThat(winners("two")).containsExactly("ann north 1/3: 9", "ben north 2/3: 8");
        badges.remove(removed);
        finalizeAndAward();
        assertThat(winners("two")).containsExactly("ben north 1/2: 8", "cat north 2/2: 7");
        assertThat(badges.events())
                .containsExactly(
                        "BADGE_AWARDED two ann",
                        "BADGE_AWARDED two ben",
                        "BADGE_REVOKED two ann",
                        "BADGE_AWARDED two cat");
    }

    /** After every correction, the holders are the participants with the rank in what is left. */
    @Test
    void awardsEqualRanksAfterAnyCorrections() {
        badges.createBadge("two", RULE + "maxRank: 2}", EACH);
        badges.createBadge("once", RULE + "topFraction: 0.25}", "");
        Random random = new Random(17);
        Map<String, CampusScore> stored = new HashMap<>();
        List<CampusScore> scores = IntStream.range(0, 60)
                .mapToObj(n -> new CampusScore("p" + n % 30, "campus" + n % 30 % 7, random.nextInt(20)))
                .toList();
        List<String> ids = submit(scores.toArray(CampusScore[]::new));
        IntStream.range(0, ids.size()).forEach(n -> stored.put(ids.get(n), scores.get(n)));
        closeDay();
        List<String> left = new ArrayList<>(ids);
        Collections.shuffle(left, random);
        while (left.size() > 6) {
            IntStream.range(0, 6).forEach(n -> {
                String removed = left.removeLast();
                badges.remove(removed);
                stored.remove(removed);
            });
            finalizeAndAward();
            assertThat(holders("two")).isEqualTo(CampusScore.winners(stored.values(), entries -> 2));
            assertThat(holders("once")).isEqualTo(CampusScore.winners(stored.values(), entries -> (entries + 3) / 4));
        }
    }

    /** Thousands of groups are awarded in bounded parts, which another node continues. */
    @Test
    void awardsManyGroupsInParts() {
        int groups = 2_000;
        badges.createBadge("first", RULE + "maxRank: 1}", EACH);
        for (int from = 0; from < groups; from += 500) {
            submit(IntStream.range(from, from + 500)
                    .boxed()
                    .flatMap(n -> Stream.of(new CampusScore("a" + n, "c" + n, 2), new CampusScore("b" + n, "c" + n, 1)))
                    .toArray(CampusScore[]::new));
        }
        CLOCK.advance(Duration.ofDays(1).plusHours(2));
        badges.finalizeWindows(CLOCK.instant());
        int app = app();
        List<Long> awarded = new ArrayList<>();
        // Awarding needs no lock of the leaderboard, so no submission waits for it.
        try (var locked = new LockedLeaderboard(badges.server(), "arena")) {
            for (int part = 0; part < 3; part++) {
                assertThat(follow(badges.server(), app)).isTrue();
                awarded.add(awardCount(app));
            }
            assertThat(locked.waiting()).isEmpty();
        }
        assertThat(awarded).containsExactly(200L, 399L, 598L);
        try (LaurelServer other = LaurelServer.on(service.database(), CLOCK)) {
            int parts = 3;
            while (follow(other, app)) {
                parts++;
            }
            assertThat(parts).isEqualTo(11);
        }
        assertThat(awardCount(app)).isEqualTo(groups);
        assertThat(sql().of("SELECT count(*) FROM badge_award AS a JOIN participant AS p ON p.id = a.participant_id"
                                + " WHERE a.app_id = :app AND p.external_id LIKE 'a%'")
                        .bind("app", app)
                        .one(Long.class))
                .isEqualTo(groups);
    }

    /** A portion ends within a group if thousands tie there, and a correction then reads their awards in parts. */
    @Test
    void awardsThousandsOfTiesInOneGroupInParts() {
        badges.createBadge("all", RULE + "maxRank: 1}", EACH);
        for (int from = 0; from < 11_000; from += 1_000) {
            submit(IntStream.range(from, from + 1_000)
                    .mapToObj(n -> new CampusScore("p" + n, "north", 5))
                    .toArray(CampusScore[]::new));
        }
        CLOCK.advance(Duration.ofDays(1).plusHours(2));
        badges.finalizeWindows(CLOCK.instant());
        int app = app();
        assertThat(follow(badges.server(), app)).isTrue();
        assertThat(awardCount(app)).isEqualTo(10_000);
        assertThat(follow(badges.server(), app)).isTrue();
        assertThat(awardCount(app)).isEqualTo(11_000);
        assertThat(follow(badges.server(), app)).isFalse();
    }

    private static boolean follow(LaurelServer node, int app) {
        FinalRankRules rules = node.bean(FinalRankRules.class);
        return node.bean(Sql.class).inTransaction(() -> rules.follow(app, CLOCK.instant()));
    }

    private Sql sql() {
        return badges.server().database().sql();
    }

    private int app() {
        return sql().of("SELECT app_id FROM badge ORDER BY id DESC LIMIT 1").one(Integer.class);
    }

    private long awardCount(int app) {
        return sql().of("SELECT count(*) FROM badge_award WHERE app_id = :app AND revoked_at IS NULL")
                .bind("app", app)
                .one(Long.class);
    }

    private List<String> submit(CampusScore... scores) {
        return CampusScore.submit(badges.graphQL(), scores);
    }

    private void closeDay() {
        CLOCK.advance(Duration.ofDays(1).plusHours(2));
        finalizeAndAward();
    }

    private void finalizeAndAward() {
        badges.finalizeWindows(CLOCK.instant());
        badges.awardPending(CLOCK.instant());
    }

    private List<String> holders(String key) {
        return badges.holders(key).stream()
                .map(holder -> holder.substring(0, holder.indexOf(' ')))
                .toList();
    }

    /** The awards of a badge with what they were won with: participant, group, rank, number of entries and score. */
    private List<String> winners(String key) {
        return badges
                .graphQL()
                .ask(
                        "query ($key: String!) { badge(key: $key) { awards(first: 1000) { nodes { participant { externalId }"
                                + " evidence { rank score leaderboardKey windowName group entryCount streakLength count day }"
                                + " } } } }",
                        Map.of("key", key))
                .list("data", "badge", "awards", "nodes")
                .stream()
                .peek(award -> {
                    assertThat(award.at("evidence", "leaderboardKey")).isEqualTo("arena");
                    assertThat(award.at("evidence", "windowName")).isEqualTo(DAY);
                    assertThat(award.at("evidence", "streakLength")).isNull();
                })
                .map(award -> award.text("participant", "externalId") + " "
                        + award.text("evidence", "group", "campus") + " " + award.at("evidence", "rank") + "/"
                        + award.at("evidence", "entryCount") + ": " + award.text("evidence", "score"))
                .sorted(Comparator.naturalOrder())
                .toList();
    }
}
