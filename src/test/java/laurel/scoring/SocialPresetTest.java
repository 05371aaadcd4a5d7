package laurel.scoring;

import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import laurel.badge.BadgeClient;
import laurel.database.Until;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the social policy installs without options: the leaderboards of a campus network, and badges that each campus wins. */
@LaurelTest(at = "2025-07-15T12:00:00Z")
class SocialPresetTest {
    private static final String LEADERBOARD = """
            query ($key: String!) { leaderboard(key: $key) { updateMode entityTypes groupings gracePeriod timeZone
              timeZoneAttribute groupOverrides { timeZone } windowDefinitions { key retainCount interval length timeZone } } }
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private ActivityClient activity;
    private PolicyClient policies;
    private BadgeClient badges;

    @BeforeEach
    void start() {
        activity = new ActivityClient(server.client());
        policies = new PolicyClient(server.client());
        badges = new BadgeClient(server);
    }

    @ParameterizedTest
    @ValueSource(strings = {"social", "engagement", "popularity", "overall"})
    void groupsByCampusAndRetainsDaysWeeksAndMonths(String key) {
        policies.installSocial(Map.of()).text("key");
        Answer board = leaderboard(key);
        assertThat(board.at("updateMode")).isEqualTo("INCREMENT");
        assertThat(board.at("entityTypes")).isEqualTo(List.of("ACCOUNT"));
        assertThat(board.at("groupings")).isEqualTo(List.of(List.of(), List.of("campus")));
        assertThat(board.at("timeZoneAttribute")).isEqualTo("campus");
        assertThat(board.at("gracePeriod")).isEqualTo("PT5M");
        assertThat(board.list("windowDefinitions").stream().map(SocialPresetTest::windows))
                .containsExactly(
                        "daily 30 null null",
                        "weekly 12 null null",
                        "monthly 6 null null",
                        "all-time null null null",
                        // Rolling windows start every day: 12 weeks and 6 months of them.
                        "rolling-7 84 P1D P7D",
                        "rolling-30 180 P1D P30D");
    }

    private Answer leaderboard(String key) {
        return server.client().ask(LEADERBOARD, Map.of("key", key)).node("data", "leaderboard");
    }

    private static String windows(Answer definition) {
        return definition.at("key") + " " + definition.at("retainCount") + " " + definition.at("interval") + " "
                + definition.at("length");
    }

    @Test
    void usesGivenAttributeAndGracePeriod() {
        policies.installSocial(Map.of("groupAttribute", "school", "gracePeriod", "PT1H"));

        assertThat(leaderboard("overall").at("groupings")).isEqualTo(List.of(List.of(), List.of("school")));
        assertThat(leaderboard("overall").at("timeZoneAttribute")).isEqualTo("school");
        assertThat(leaderboard("overall").at("gracePeriod")).isEqualTo("PT1H");
    }

    /**
     * In the time zone of the group directory, the day of a campus in Tokyo ends at 15:00 UTC. What arrives after 00:05 local time
     * is a correction.
     */
    @Test
    void finalizesLocalDayOfCampusFiveMinutesPastMidnight() {
        server.client()
                .ask(
                        "mutation { createGroup(input: {attribute: \"campus\", value: \"tokyo\", timeZone: \"Asia/Tokyo\"}) {"
                                + " group { id } } }")
                .text("data", "createGroup", "group", "id");
        policies.installSocial(Map.of()).text("key");
        clock.set(Instant.parse("2025-07-15T14:59:59Z"));
        record("ann", "tokyo", "2025-07-15T14:59:59Z");
        clock.set(Instant.parse("2025-07-15T15:04:59Z"));
        badges.finalizeWindows(clock.instant());
        record("ben", "tokyo", "2025-07-15T14:59:59Z");
        assertThat(day("tokyo")).isEqualTo("2025-07-15 GRACE 0 2");
        assertThat(day("oslo")).isEqualTo("2025-07-15 OPEN 0 0");

        clock.set(Instant.parse("2025-07-15T15:05:00Z"));
        badges.finalizeWindows(clock.instant());
        assertThat(day("tokyo")).isEqualTo("2025-07-15 FINAL 1 2");
        record("cleo", "tokyo", "2025-07-15T14:59:59Z");
        badges.finalizeWindows(clock.instant());
        assertThat(day("tokyo")).isEqualTo("2025-07-15 FINAL 2 3");
    }

    private void record(String who, String campus, String occurredAt) {
        Map<String, Object> event = event(who + occurredAt, "invite.accepted", who, "host", occurredAt);
        event.put("group", Map.of("campus", campus));
        activity.recordAll(List.of(event));
    }

    /** Returns name, state, revision and number of entries of the campus's window of July 15. */
    private String day(String campus) {
        Answer window = server.client()
                .ask(
                        "query ($group: GroupValues!) { leaderboard(key: \"overall\") {"
                                + " window(select: {name: {name: \"2025-07-15\"}}, group: $group) {"
                                + " name state revision ranking(group: $group) { entryCount } } } }",
                        Map.of("group", Map.of("campus", campus)))
                .node("data", "leaderboard", "window");
        return window.at("name") + " " + window.at("state") + " " + window.at("revision") + " "
                + window.at("ranking", "entryCount");
    }

    /** The worst on the campus with the better scores still has more than everyone on the other campus. */
    @ParameterizedTest
    @ValueSource(strings = {"daily_top10", "weekly_top10"})
    void awardsTopTenOfEachCampus(String badge) {
        policies.installSocial(Map.of());
        server.client()
                .ask("mutation { installBuiltInBadges(input: {scoringPolicyKey: \"social\"}) { errors { code } } }");
        List<Map<String, Object>> events = new ArrayList<>();
        for (int n = 1; n <= 11; n++) {
            events.addAll(messages("north-" + n, "north", n));
            events.addAll(messages("south-" + n, "south", n + 11));
        }
        activity.recordAll(events);
        server.drainActivity();
        clock.set(Instant.parse("2025-07-21T00:05:00Z"));
        // The week is not closed before later windows have what is due in them.
        Until.holds(() -> {
            server.drainActivity();
            badges.finalizeWindows(clock.instant());
            badges.awardPending(clock.instant());
            return !badges.holders(badge).isEmpty();
        });
        assertThat(badges.holders(badge))
                .hasSize(20)
                .anyMatch(holder -> holder.startsWith("north-2 "))
                .noneMatch(holder -> holder.startsWith("north-1 ") || holder.startsWith("south-1 "));
    }

    private static List<Map<String, Object>> messages(String who, String campus, int count) {
        List<Map<String, Object>> messages = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            Map<String, Object> message = event(
                    who + "." + n,
                    "room.message",
                    who,
                    Instant.parse("2025-07-15T10:00:00Z").plusSeconds(n).toString());
            message.put("group", Map.of("campus", campus));
            messages.add(message);
        }
        return messages;
    }
}
