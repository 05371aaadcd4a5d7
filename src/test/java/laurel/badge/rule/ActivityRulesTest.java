package laurel.badge.rule;

import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import laurel.badge.BadgeClient;
import laurel.database.Until;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Badges with activity rules, awarded in the transaction that counts the activity. */
class ActivityRulesTest {
    private static final LocalDate DAY = LocalDate.parse("2025-07-01");
    private static final String EACH = ", recurrence: EACH_PERIOD";

    private static final Instant NOW = Instant.parse("2025-08-20T12:00:00Z");

    private static final TickingClock CLOCK = new TickingClock(NOW);
    private static LaurelServer service;

    private LaurelServer server;
    private BadgeClient badges;
    private ActivityClient activity;
    private int events;

    @BeforeAll
    static void start() {
        service = LaurelServer.shared(CLOCK);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void installSocialPolicy() {
        CLOCK.set(NOW);
        server = service.inNewApp();
        badges = new BadgeClient(server);
        activity = new ActivityClient(server.client());
        badges.graphQL().ask("mutation { installSocialPolicy(input: {}) { errors { code message path } } }");
    }

    @Test
    void awardsBuiltInBadgesAtTheirThresholds() {
        installBuiltInBadges();
        installBuiltInBadges();
        for (int n = 0; n < 29; n++) {
            recordHeartbeat("ann", n);
        }
        assertThat(badges.holders("streak_30")).isEmpty();
        recordHeartbeat("ann", 29);
        assertThat(badges.holders("streak_30")).containsExactly("ann " + DAY);
        for (int n = 0; n < 14; n++) {
            recordDirectMessage("ben", "friend-" + n, n / 2);
        }
        recordDirectMessage("ben", "friend-0", 6);
        assertThat(badges.holders("social_butterfly")).isEmpty();
        recordDirectMessage("ben", "friend-14", 6);
        assertThat(badges.holders("social_butterfly")).containsExactly("ben " + DAY.plusDays(6));
    }

    @Test
    void keepsExistingBadgesWhenInstallingBuiltInOnes() {
        badges.createBadge("streak_30", "streak: {streakKey: \"daily\", minLength: 30}", ", state: DISABLED");
        installBuiltInBadges();
        Answer badge = badges.graphQL()
                .ask("{ badge(key: \"streak_30\") { name state } }")
                .node("data", "badge");
        assertThat(badge.text("name")).isEqualTo("A badge");
        assertThat(badge.at("state")).isEqualTo("DISABLED");
    }

    @Test
    void awardsTopTenOfDayAndWeek() {
        installBuiltInBadges();
        CLOCK.set(Instant.parse("2025-08-22T12:00:00Z"));
        for (int n = 0; n < 12; n++) {
            // Participant n sends n + 1 messages, all on the same day.
            for (int messages = 0; messages <= n; messages++) {
                activity.recordAll(List.of(
                        event("m" + events++, "room.message", "p" + n, "2025-08-22T10:00:0" + messages % 10 + "Z")));
            }
        }
        CLOCK.advance(Duration.ofDays(6));
        // The week is not closed before later windows have what is due in them.
        Until.holds(() -> {
            service.drainActivity();
            badges.finalizeWindows(CLOCK.instant());
            badges.awardPending(CLOCK.instant());
            return !badges.holders("weekly_top10").isEmpty();
        });
        assertThat(badges.holders("daily_top10"))
                .hasSize(10)
                .contains("p11 2025-08-22")
                .doesNotContain("p1 2025-08-22");
        assertThat(badges.holders("weekly_top10")).hasSize(10);
    }

    @Test
    void awardsRunOnceWhileItGrows() {
        badges.createBadge("three", "streak: {streakKey: \"daily\", minLength: 3}", EACH);
        for (int n : List.of(5, 6, 7, 8, 4, 3)) {
            recordHeartbeat("ann", n);
        }
        assertThat(badges.holders("three")).hasSize(1);
        for (int n : List.of(20, 21, 22)) {
            recordHeartbeat("ann", n);
        }
        assertThat(badges.holders("three")).hasSize(2).contains("ann " + DAY.plusDays(20));
    }

    @Test
    void awardsRunThatFreezeJoins() {
        badges.createBadge("four", "streak: {streakKey: \"daily\", minLength: 4}", "");
        for (int n : List.of(1, 2, 4, 5)) {
            recordHeartbeat("ann", n);
        }
        assertThat(badges.holders("four")).isEmpty();
        badges.graphQL()
                .ask(
                        "mutation { freezeStreak(input: {streakKey: \"daily\", participant: {externalId: \"ann\"}, startDate: \""
                                + DAY.plusDays(3) + "\"}) { __typename } }");
        assertThat(badges.holders("four")).containsExactly("ann " + DAY.plusDays(1));
    }

    @Test
    void awardsCounterOfSeveralDaysThatLateEventCompletes() {
        badges.createBadge(
                "chatty",
                "counter: {scoringPolicyKey: \"social\", counterName: \"" + messageCounter()
                        + "\", minCount: 3, dayCount: 3}",
                EACH);
        recordMessage("ann", 0);
        recordMessage("ann", 2);
        recordMessage("ann", 3);
        assertThat(badges.holders("chatty")).isEmpty();
        recordMessage("ann", 1);
        assertThat(badges.holders("chatty")).containsExactly("ann " + DAY.plusDays(2), "ann " + DAY.plusDays(3));
        assertThat(badges.preview("badgeKey: \"chatty\"").at("awardCount")).isEqualTo(0);
    }

    @Test
    void backfillsEarlierActivity() {
        for (int n = 0; n < 5; n++) {
            recordHeartbeat("ann", n);
            recordDirectMessage("ben", "friend-" + n, n);
        }
        badges.createBadge("five", "streak: {streakKey: \"daily\", minLength: 5}", "");
        badges.createBadge("sociable", "peers: {scoringPolicyKey: \"social\", minPeerCount: 5, dayCount: 5}", "");
        assertThat(badges.preview("badgeKey: \"five\"").at("awardCount")).isEqualTo(2);
        assertThat(badges.backfill("five").at("awardedCount")).isEqualTo(2);
        assertThat(badges.preview("badgeKey: \"sociable\"").at("awardCount")).isEqualTo(1);
        assertThat(badges.backfill("sociable").at("awardedCount")).isEqualTo(1);
        assertThat(badges.backfill("sociable").at("awardedCount")).isEqualTo(0);
        assertThat(badges.holders("sociable")).containsExactly("ben " + DAY.plusDays(4));
    }

    /** Between them are more participants without activity than a portion has. */
    @Test
    void backfillsFirstAndLastOfManyParticipants() {
        recordHeartbeat("first", 0);
        recordDirectMessage("first", "friend", 0);
        server.database().sql().of("""
                        INSERT INTO participant (app_id, entity_type, external_id, created_at)
                        SELECT :app, 'ACCOUNT', 'between-' || n, '2025-01-01' FROM generate_series(1, 1100) AS n
                        """).bind("app", server.appId()).execute();
        recordHeartbeat("last", 0);
        recordDirectMessage("last", "friend", 0);
        badges.createBadge("one", "streak: {streakKey: \"daily\", minLength: 1}", "");
        badges.createBadge("social", "peers: {scoringPolicyKey: \"social\", minPeerCount: 1, dayCount: 1}", "");
        for (String key : List.of("one", "social")) {
            Answer preview = badges.preview("badgeKey: \"" + key + "\"");
            assertThat(preview.at("awardCount")).isEqualTo(badges.backfill(key).at("awardedCount"));
            assertThat(participants(badges.holders(key))).contains("first", "last");
        }
    }

    @Test
    void awardsSameBadgesInAnyOrderOfEvents() {
        badges.createBadge("three", "streak: {streakKey: \"daily\", minLength: 3}", "");
        badges.createBadge("sociable", "peers: {scoringPolicyKey: \"social\", minPeerCount: 4, dayCount: 3}", "");
        Random random = new Random(7);
        List<Map<String, Object>> all = new ArrayList<>();
        for (int n = 0; n < 120; n++) {
            int actor = random.nextInt(8);
            int peer = (actor + 1 + random.nextInt(7)) % 8;
            all.add(event("e" + n, "dm.sent", "p" + actor, "p" + peer, at(random.nextInt(30))));
        }
        Collections.shuffle(all, random);
        for (int from = 0; from < all.size(); from += 17) {
            activity.recordAll(all.subList(from, Math.min(all.size(), from + 17)));
        }
        for (String key : List.of("three", "sociable")) {
            List<String> earned = participants(badges.holders(key));
            assertThat(earned).isNotEmpty();
            // A backfill sees all events at once.
            badges.createBadge(key + "-again", rule(key), "");
            badges.backfill(key + "-again").text("badge", "key");
            assertThat(participants(badges.holders(key + "-again"))).isEqualTo(earned);
        }
    }

    private static String rule(String key) {
        return key.equals("three")
                ? "streak: {streakKey: \"daily\", minLength: 3}"
                : "peers: {scoringPolicyKey: \"social\", minPeerCount: 4, dayCount: 3}";
    }

    private static List<String> participants(List<String> holders) {
        return holders.stream()
                .map(holder -> holder.substring(0, holder.indexOf(' ')))
                .sorted()
                .toList();
    }

    private void installBuiltInBadges() {
        assertThat(badges.graphQL()
                        .ask("mutation { installBuiltInBadges(input: {scoringPolicyKey: \"social\"}) { badges { key }"
                                + " errors { code message path } } }")
                        .list("data", "installBuiltInBadges", "badges"))
                .hasSize(4);
    }

    /** Name of the social policy's counter of room messages. */
    private String messageCounter() {
        return badges
                .graphQL()
                .ask("{ scoringPolicy(key: \"social\") { versions { counters { name eventTypes } } } }")
                .list("data", "scoringPolicy", "versions", 0, "counters")
                .stream()
                .filter(one -> List.of("room.message").equals(one.at("eventTypes")))
                .map(one -> one.text("name"))
                .findFirst()
                .orElseThrow();
    }

    private void recordHeartbeat(String participant, int day) {
        activity.recordAll(List.of(event("e" + events++, "heartbeat", participant, at(day))));
    }

    private void recordMessage(String participant, int day) {
        activity.recordAll(List.of(event("e" + events++, "room.message", participant, at(day))));
    }

    private void recordDirectMessage(String participant, String peer, int day) {
        activity.recordAll(List.of(event("e" + events++, "dm.sent", participant, peer, at(day))));
    }

    private static String at(int day) {
        return DAY.plusDays(day) + "T12:00:00Z";
    }
}
