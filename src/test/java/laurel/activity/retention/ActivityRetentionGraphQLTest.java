package laurel.activity.retention;

import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import laurel.badge.BadgeClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Results that depend on dropped events are refused, or use what is stored. */
class ActivityRetentionGraphQLTest {
    private static final Map<String, Object> SETTINGS =
            Map.of("laurel.activity.retention", "43d", "laurel.limits.activity-age", "40d");
    private static final TickingClock CLOCK = new TickingClock(Instant.EPOCH);
    private static final String BURST =
            "burst: {eventTypes: [\"seen\"], maxEventsPerSecond: \"5\", duration: \"PT10S\"}";
    /** Each test uses another year, because a month that was dropped is not created again. */
    private static int year = 2024;

    private static LaurelServer server;
    private LaurelServer app;
    private ActivityClient activity;
    private BadgeClient badges;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK, SETTINGS);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void useNextYear() {
        year++;
        CLOCK.set(at("01-20T12:00:00Z"));
        app = server.inNewApp();
        activity = new ActivityClient(app.client());
        badges = new BadgeClient(app);
        change("createStreak(input: {key: \"daily\"})", "streak { key }");
    }

    private static Instant at(String time) {
        return Instant.parse(year + "-" + time);
    }

    private Answer ask(String document) {
        return app.client().ask(document.replace("YEAR", Integer.toString(year)));
    }

    private Answer send(String document) {
        return app.client().send(document.replace("YEAR", Integer.toString(year)), Map.of());
    }

    private void change(String mutation, String selection) {
        Answer answer = ask("mutation { " + mutation + " { " + selection + " errors { code message path } } }");
        assertThat(answer.list("data", mutation.substring(0, mutation.indexOf('(')), "errors"))
                .isEmpty();
    }

    /** A policy that counts events. */
    private void createPolicy(String key, String rest) {
        change(
                "createScoringPolicy(input: {key: \"" + key
                        + "\", counters: [{name: \"seen\", eventTypes: [\"seen\"]}],"
                        + " pillars: [{name: \"total\", terms: [{source: \"seen\"}]}] " + rest + "})",
                "scoringPolicy { key }");
        app.drainActivity();
    }

    private void record(String who, String time, int count) {
        List<Map<String, Object>> events = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            events.add(event(who + time + n, "seen", who, at(time).toString()));
        }
        activity.recordAll(events);
    }

    /** Drops January. */
    private void dropJanuary() {
        CLOCK.set(at("03-20T12:00:00Z"));
        server.bean(ActivityDropper.class).drop(CLOCK.instant());
    }

    private Answer dayScores(String who, String policy, String month) {
        return send("{ participant(ref: {external: {externalId: \"" + who + "\"}}) { dayScores(scoringPolicyKey: \""
                + policy
                + "\", startDate: \"YEAR-" + month + "-01\", endDate: \"YEAR-" + month
                + "-28\") { date pillars { score } } } }");
    }

    private static List<String> scores(Answer dayScores) {
        return dayScores.list("data", "participant", "dayScores").stream()
                .map(day -> day.text("date").substring(5) + " " + day.text("pillars", 0, "score"))
                .toList();
    }

    private Answer preview(String month) {
        return send("{ previewScoringPolicyVersion(scoringPolicyKey: \"late\", versionNumber: 1, pillar: \"total\","
                + " startDate: \"YEAR-" + month + "-01\", endDate: \"YEAR-" + month + "-28\") { participantCount } }");
    }

    private void assertIncomplete(Answer answer) {
        assertThat(answer.at("errors", 0, "extensions", "code"))
                .as("%s", answer.json())
                .isEqualTo("ACTIVITY_INCOMPLETE");
        assertThat(answer.at("errors", 0, "extensions", "completeSince")).isEqualTo(year + "-02-02");
        assertThat(answer.text("errors", 0, "message")).contains(year + "-02-02");
    }

    @Test
    void refusesScoresOfDaysThatBurstRuleCannotCount() {
        record("ann", "01-20T11:00:00Z", 60);
        record("ann", "01-20T11:30:00Z", 2);
        dropJanuary();
        createPolicy("late", BURST);
        createPolicy("plain", "");
        record("ann", "03-20T10:00:00Z", 60);
        record("ann", "03-20T11:00:00Z", 1);

        assertIncomplete(dayScores("ann", "late", "01"));
        assertIncomplete(preview("01"));
        assertThat(scores(dayScores("ann", "late", "03"))).containsExactly("03-20 1.000000000");
        assertThat(preview("03").at("data", "previewScoringPolicyVersion", "participantCount"))
                .isEqualTo(1);
        // Without a burst rule, daily tallies are all that is needed.
        assertThat(scores(dayScores("ann", "plain", "01"))).containsExactly("01-20 62.000000000");
        // Nothing was dropped of a participant without activity.
        ask("mutation { createParticipant(input: {externalId: \"ben\"}) { errors { code } } }");
        assertThat(scores(dayScores("ben", "late", "01"))).isEmpty();
    }

    @Test
    void keepsWhatBurstRuleMutedBeforeMonthWasDropped() {
        createPolicy("late", BURST);
        record("ann", "01-20T11:00:00Z", 60);
        record("ann", "01-20T11:30:00Z", 2);
        List<String> scores = scores(dayScores("ann", "late", "01"));
        assertThat(scores).containsExactly("01-20 2.000000000");
        dropJanuary();
        assertThat(scores(dayScores("ann", "late", "01"))).isEqualTo(scores);
        assertThat(preview("01").at("data", "previewScoringPolicyVersion", "participantCount"))
                .isEqualTo(1);
        badges.createBadge(
                "two", "counter: {scoringPolicyKey: \"late\", counterName: \"seen\", minCount: 2, dayCount: 1}", "");
        assertThat(badges.backfill("two").at("awardedCount")).isEqualTo(1);
        assertThat(badges.holders("two")).containsExactly("ann " + year + "-01-20");
    }

    @Test
    void refusesBackfillOfBadgeThatCountsDroppedDays() {
        record("ann", "01-20T11:00:00Z", 60);
        dropJanuary();
        createPolicy("late", BURST);
        createPolicy("plain", "");
        String late = "counter: {scoringPolicyKey: \"late\", counterName: \"seen\", ";
        badges.createBadge("week", late + "minCount: 2, dayCount: 7}", "");
        badges.createBadge("quarter", late + "minCount: 2, dayCount: 90}", "");
        badges.createBadge("many", late + "minCount: 1000, dayCount: 90}", "");
        badges.createBadge(
                "plain",
                "counter: {scoringPolicyKey: \"plain\", counterName: \"seen\", minCount: 60, dayCount: 90}",
                "");
        record("ann", "03-20T11:00:00Z", 2);

        // Awards for new activity do not count days that may have had bursts.
        assertThat(badges.holders("week")).containsExactly("ann " + year + "-03-20");
        assertThat(badges.holders("quarter")).isEmpty();
        assertThat(badges.holders("plain")).containsExactly("ann " + year + "-03-20");

        assertIncomplete(send("{ previewBadge(badge: {badgeKey: \"quarter\"}) { awardCount } }"));
        Answer job = new JobClient(app).run("backfillBadge", Map.of("badgeKey", "quarter"));
        assertThat(job.at("state")).isEqualTo("FAILED");
        assertThat(job.at("errors", 0, "code")).isEqualTo("ACTIVITY_INCOMPLETE");
        // More than the participant can have, whichever events are muted.
        assertThat(badges.backfill("many").at("awardedCount")).isEqualTo(0);
    }

    @Test
    void listsAndExportsRetainedEvents() {
        record("ann", "01-20T11:00:00Z", 1);
        String dropped = eventIds().getFirst();
        CLOCK.set(at("02-20T12:00:00Z"));
        record("ann", "02-20T11:00:00Z", 1);
        dropJanuary();
        assertThat(eventIds()).hasSize(1).doesNotContain(dropped);
        assertThat(ask("{ node(id: \"" + dropped + "\") { id } }").at("data", "node"))
                .isNull();
        assertThat(activity.tallies(
                        "ann", Map.of("kind", "FIXED", "timeZone", "UTC"), year + "-01-01", year + "-12-31"))
                .hasSize(2);
        assertThat(ask("{ participant(ref: {external: {externalId: \"ann\"}}) { streaks { longestLength } } }")
                        .at("data", "participant", "streaks", 0, "longestLength"))
                .isEqualTo(1);
        assertThat(ask("{ service { limits { activityRetention activityAge } } }")
                        .at("data", "service", "limits"))
                .isEqualTo(Map.of("activityRetention", "PT1032H", "activityAge", "PT960H"));
    }

    @Test
    void exportsSinceWhenEventsAreComplete() throws Exception {
        record("ann", "01-20T11:00:00Z", 1);
        CLOCK.set(at("02-20T12:00:00Z"));
        record("ann", "02-20T11:00:00Z", 2);
        dropJanuary();
        Answer export = export();
        assertThat(export.text("activityRetention", "completeSince")).isEqualTo(year + "-02-01T00:00:00Z");
        assertThat(export.list("activityEvents")).hasSize(2);
        assertThat(export.list("dailyTallies")).hasSize(2);
    }

    private Answer export() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(app.ofApp("/participants/ACCOUNT/ann/export"))
                .header("Authorization", "Bearer " + LaurelServer.KEY)
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            return new Answer(server.bean(JsonMapper.class)
                    .readValue(response.body(), Argument.mapOf(String.class, Object.class)));
        }
    }

    private List<String> eventIds() {
        return ask("{ participant(ref: {external: {externalId: \"ann\"}}) { activityEvents { nodes { id } } } }")
                .list("data", "participant", "activityEvents", "nodes")
                .stream()
                .map(event -> event.text("id"))
                .toList();
    }
}
