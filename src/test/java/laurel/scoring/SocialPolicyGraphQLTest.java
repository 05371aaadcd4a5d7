package laurel.scoring;

import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import laurel.leaderboard.WindowKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The social policy: activity is scored in the windows that contain its day. */
@LaurelTest(at = "2025-07-31T12:00:00Z")
class SocialPolicyGraphQLTest {
    private static final Instant NOW = Instant.parse("2025-07-31T12:00:00Z");
    private static final String DAY = "2025-07-31";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private ActivityClient activity;
    private PolicyClient policies;

    @BeforeEach
    void start() {
        activity = new ActivityClient(server.client());
        policies = new PolicyClient(server.client());
    }

    @Test
    void returnsSamePolicyIfInstalledTwice() {
        Answer first = policies.installSocial(Map.of());

        assertThat(first.text("key")).isEqualTo("social");
        assertThat(first.list("versions").getFirst().list("pillars").stream()
                        .map(pillar ->
                                pillar.text("leaderboard", "key") + " " + pillar.text("leaderboard", "decimals")))
                .containsExactly("social 2", "engagement 0", "popularity 0", "overall 2");
        assertThat(policies.installSocial(Map.of())).isEqualTo(first);
    }

    @Test
    void rejectsInstallationIfKeyHasOtherRules() {
        policies.define(Map.of(
                "key", "own",
                "counters", List.of(Map.of("name", "seen", "eventTypes", List.of("seen"))),
                "pillars", List.of(Map.of("name", "p", "terms", List.of(Map.of("source", "seen"))))));

        Answer rejected = policies.installSocial(Map.of("key", "own"));

        assertThat(rejected.at("code")).isEqualTo("KEY_TAKEN");
        assertThat(rejected.at("path")).isEqualTo(List.of("input", "key"));
    }

    @Test
    void scoresActorPeerAndWinnerByRole() {
        policies.installSocial(Map.of());
        Map<String, Object> game = event("g", "game.ended", "ann", "ben", NOW.toString());
        game.put("winner", Map.of("externalId", "ben"));

        activity.recordAll(List.of(
                event("i", "invite.accepted", "ann", "ben", NOW.toString()),
                event("f", "friendship.accepted", "ann", "cleo", NOW.toString()),
                event("d", "dm.sent", "ben", "ann", NOW.toString()),
                event("h", "heartbeat", "dora", NOW.toString()),
                game));

        assertThat(policies.windowScores("social", daily()))
                .isEqualTo(Map.of("ann", "8.00", "ben", "0.30", "cleo", "5.00"));
        assertThat(policies.windowScores("engagement", daily())).isEqualTo(Map.of("ann", "2", "ben", "5"));
        assertThat(policies.windowScores("popularity", daily())).isEqualTo(Map.of("ann", "1", "ben", "2"));
        assertThat(policies.windowScores("overall", daily()))
                .isEqualTo(Map.of("ann", "11.00", "ben", "7.30", "cleo", "5.00"));
        assertThat(policies.scores("dora", "social", DAY)).containsEntry("overall", "0.00");
    }

    @Test
    void explainsScoreOfDayByTerms() {
        policies.installSocial(Map.of());
        activity.recordAll(List.of(event("y", "heartbeat", "ann", "2025-07-30T01:00:00Z")));
        activity.recordAll(IntStream.range(0, 90)
                .mapToObj(n -> event(
                        "m" + n, "room.message", "ann", NOW.minusSeconds(n).toString()))
                .toList());

        List<Answer> days = policies.dayScores("ann", "social", "2025-07-01", DAY);

        assertThat(days.stream().map(day -> day.text("date"))).containsExactly("2025-07-30", DAY);
        Answer social = days.getLast().node("pillars", 0);
        assertThat(social.text("score")).isEqualTo("12.00");
        assertThat(social.text("submittedScore")).isEqualTo("12.00");
        assertThat(social.node("terms", 3))
                .isEqualTo(new Answer(Map.of(
                        "source",
                        "room_sent",
                        "amount",
                        "90",
                        "cappedAmount",
                        "80",
                        "weight",
                        "0.15",
                        "points",
                        "12")));
        Answer overall = days.getLast().node("pillars", 3);
        assertThat(overall.text("multiplier")).isEqualTo("1.017241379");
        assertThat(overall.at("streakLength")).isEqualTo(2);
        assertThat(overall.text("score")).isEqualTo("12.21");
    }

    @Test
    void rescoresLaterDaysWhenLateEventRepairsStreak() {
        policies.installSocial(Map.of("gracePeriod", "P7D"));
        List<Map<String, Object>> games = IntStream.rangeClosed(25, 31)
                .filter(day -> day != 28)
                .mapToObj(day -> event("g" + day, "game.ended", "ann", "ben", "2025-07-" + day + "T12:00:00Z"))
                .toList();
        activity.recordAll(games);
        assertThat(policies.scores("ann", "social", DAY)).containsEntry("overall", overall(3));

        activity.recordAll(List.of(event("late", "heartbeat", "ann", "2025-07-28T23:59:59Z")));

        for (int day = 29; day <= 31; day++) {
            String expected = overall(day - 24);
            assertThat(policies.scores("ann", "social", "2025-07-" + day)).containsEntry("overall", expected);
            assertThat(policies.windowScores("overall", kind("DAILY", "2025-07-" + day)))
                    .containsEntry("ann", expected)
                    .containsEntry("ben", overall(day - 28));
        }
        assertThat(policies.windowScores("overall", kind("MONTHLY", DAY))).containsEntry("ann", sum(1, 2, 3, 5, 6, 7));
    }

    @Test
    void subtractsScoreOfMutedBurst() {
        policies.installSocial(Map.of());
        List<Map<String, Object>> messages = IntStream.range(0, 9 * 6)
                .mapToObj(n -> event(
                        "m" + n,
                        "room.message",
                        "ann",
                        NOW.minusSeconds(20).plusSeconds(n / 6).toString()))
                .toList();
        activity.recordAll(messages.subList(0, 50));
        assertThat(policies.windowScores("social", daily())).isEqualTo(Map.of("ann", "7.50"));

        activity.recordAll(messages.subList(50, 54));

        assertThat(policies.windowScores("social", daily())).isEqualTo(Map.of("ann", "0.00"));
        assertThat(policies.windowScores("overall", daily())).isEqualTo(Map.of("ann", "0.00"));
    }

    @Test
    void addsDayScoresInLongerAndRollingWindows() {
        policies.installSocial(Map.of("gracePeriod", "P7D"));
        clock.set(Instant.parse("2025-08-02T12:00:00Z"));
        List<Map<String, Object>> games = new ArrayList<>();
        for (LocalDate day = LocalDate.parse("2025-07-27");
                day.isBefore(LocalDate.parse("2025-08-03"));
                day = day.plusDays(1)) {
            games.add(event("g" + day, "game.ended", "ann", "ben", day + "T23:30:00Z"));
        }
        games.removeLast();
        Collections.shuffle(games, new java.util.Random(7));
        games.forEach(game -> activity.recordAll(List.of(game)));

        assertThat(policies.windowScores("engagement", kind("MONTHLY", "2025-07-31")))
                .containsEntry("ann", "10");
        assertThat(policies.windowScores("engagement", kind("MONTHLY", "2025-08-01")))
                .containsEntry("ann", "2");
        assertThat(policies.windowScores("engagement", kind("WEEKLY", "2025-07-31")))
                .containsEntry("ann", "10");
        assertThat(policies.windowScores("engagement", kind("ALL_TIME", DAY))).containsEntry("ann", "12");
        // Of the rolling windows that contain a day, the query returns the oldest, which ends with that day.
        assertThat(policies.windowScores("engagement", rolling("rolling-7", "2025-08-02")))
                .containsEntry("ann", "12");
        assertThat(policies.windowScores("engagement", rolling("rolling-7", "2025-07-29")))
                .containsEntry("ann", "6");
        assertThat(policies.windowScores("engagement", rolling("rolling-30", "2025-07-29")))
                .containsEntry("ann", "6");
    }

    /** The score of a game, 2 points, with the multiplier of a streak length. */
    private static String overall(int length) {
        return sum(length);
    }

    /** Two points on each day, times 1.0 on the first day to 1.5 on the thirtieth, in equal steps. */
    private static String sum(int... lengths) {
        return IntStream.of(lengths)
                .mapToObj(length ->
                        BigDecimal.valueOf(2 * 29 + length - 1).divide(BigDecimal.valueOf(29), 2, RoundingMode.HALF_UP))
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .toPlainString();
    }

    private static Map<String, Object> daily() {
        return kind("DAILY", DAY);
    }

    private static Map<String, Object> kind(String kind, String day) {
        return new HashMap<>(Map.of("definition", WindowKind.valueOf(kind).key(), "at", day + "T12:00:00Z"));
    }

    private static Map<String, Object> rolling(String definition, String day) {
        return Map.of("definition", definition, "at", day + "T12:00:00Z");
    }

    /** The leaderboards have 40 windows in each time zone, and 1,000 in all. */
    @Test
    void followsUpTo24TimeZonesOfTheDirectory() {
        policies.installSocial(Map.of()).text("key");
        for (int n = 0; n < 23; n++) {
            assertThat(createCampus(n).at("errors")).isEqualTo(List.of());
        }
        assertThat(createCampus(23).at("errors", 0, "message"))
                .isEqualTo(
                        "The leaderboard would have 1001 windows at the same time, in 25 time zones; at most 1000 are allowed.");
    }

    private Answer createCampus(int hour) {
        String zone = "Etc/GMT" + (hour < 12 ? "-" + (hour + 1) : "+" + (hour - 11));
        return server.client()
                .ask("mutation { createGroup(input: {attribute: \"campus\", value: \"c" + hour + "\", timeZone: \""
                        + zone + "\"}) { errors { code message } } }")
                .node("data", "createGroup");
    }
}
