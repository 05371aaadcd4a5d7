package laurel.activity.retention;

import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import laurel.lifecycle.Lifecycle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scores by the hour of days whose events are dropped. */
class HourlyRetentionTest {
    private static final Map<String, Object> SETTINGS =
            Map.of("laurel.activity.retention", "43d", "laurel.limits.activity-age", "40d");
    private static final TickingClock CLOCK = new TickingClock(at("01-18T12:00:00Z"));

    private LaurelServer server;

    @BeforeEach
    void start() {
        server = LaurelServer.start(CLOCK, SETTINGS);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static Instant at(String time) {
        return Instant.parse("2025-" + time);
    }

    private void change(String mutation, String selection) {
        Answer answer =
                server.client().ask("mutation { " + mutation + " { " + selection + " errors { code message path } } }");
        assertThat(answer.list("data", mutation.substring(0, mutation.indexOf('(')), "errors"))
                .isEmpty();
    }

    private void record(String who, String time, int count) {
        List<Map<String, Object>> events = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            events.add(event(who + time + n, "seen", who, at(time).toString()));
        }
        new ActivityClient(server.client()).recordAll(events);
    }

    /** Hours cannot be found again without the events: they stay, and the difference counts at noon. */
    @Test
    void keepsHoursOfDroppedDays() {
        change("createStreak(input: {key: \"daily\"})", "streak { key }");
        change(
                "createLeaderboard(input: {key: \"board\", updateMode: INCREMENT, gracePeriod: \"PT5M\","
                        + " windowDefinitions: [{kind: HOURLY}, {kind: DAILY}]})",
                "leaderboard { id }");
        change(
                "createScoringPolicy(input: {key: \"hours\", lateActivity: CORRECT,"
                        + " counters: [{name: \"seen\", eventTypes: [\"seen\"]}], pillars: [{name: \"total\","
                        + " leaderboardKey: \"board\", terms: [{source: \"seen\", weight: \"2\"}],"
                        + " multiplier: {streakKey: \"daily\", maxDayCount: 3, maxFactor: \"2\"}}]})",
                "scoringPolicy { key }");
        CLOCK.set(at("01-18T12:00:00Z"));
        server.openAhead(CLOCK.instant());
        record("ann", "01-18T12:00:00Z", 1);
        CLOCK.set(at("01-20T12:00:00Z"));
        server.openAhead(CLOCK.instant());
        record("ann", "01-20T11:00:00Z", 2);
        record("ann", "01-20T11:59:00Z", 1);
        record("ann", "01-20T12:00:00Z", 1);
        record("ben", "01-20T12:00:00Z", 1);
        Map<String, String> before = scoresOfAnn("hourly");
        assertThat(before).isEqualTo(Map.of("18T12", "2", "20T11", "6", "20T12", "2"));

        CLOCK.set(at("03-20T12:00:00Z"));
        server.bean(ActivityDropper.class).drop(CLOCK.instant());
        server.bean(Lifecycle.class).run(CLOCK.instant());
        change("grantStreakAmnesty(input: {streakKey: \"daily\", startDate: \"2025-01-19\"})", "job { id }");
        rescore();

        // The second day of the streak has the factor 1.5: 12 instead of 8.
        assertThat(scoresOfAnn("daily")).isEqualTo(Map.of("18", "2", "20", "12"));
        assertThat(scoresOfAnn("hourly")).isEqualTo(Map.of("18T12", "2", "20T11", "6", "20T12", "6"));

        change("revokeStreakAmnesty(input: {streakKey: \"daily\", startDate: \"2025-01-19\"})", "job { id }");
        rescore();
        assertThat(scoresOfAnn("daily")).isEqualTo(Map.of("18", "2", "20", "8"));
        assertThat(scoresOfAnn("hourly")).isEqualTo(before);
    }

    private void rescore() {
        server.runJobs();
        server.drainActivity();
        server.bean(Lifecycle.class).run(CLOCK.instant());
    }

    /** Scores in windows of January, by day and hour. */
    private Map<String, String> scoresOfAnn(String definition) {
        Map<String, String> scores = new TreeMap<>();
        server
                .client()
                .ask("{ leaderboard(key: \"board\") { windows(definitionKey: \"" + definition
                        + "\", first: 100) { nodes { name ranking { standings(first: 10) { nodes {"
                        + " score participant { externalId } } } } } } } }")
                .list("data", "leaderboard", "windows", "nodes")
                .stream()
                .filter(window -> window.at("ranking") != null)
                .forEach(window -> window.list("ranking", "standings", "nodes").stream()
                        .filter(standing ->
                                standing.text("participant", "externalId").equals("ann"))
                        .forEach(standing -> scores.put(window.text("name").substring(8), standing.text("score"))));
        return scores;
    }
}
