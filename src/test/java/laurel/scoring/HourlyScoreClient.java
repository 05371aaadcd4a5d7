package laurel.scoring;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import laurel.LaurelServer;
import laurel.TickingClock;

/** A leaderboard with the key {@code board} that a policy feeds one point per event, in an app of its own. */
record HourlyScoreClient(LaurelServer app, LateActivityClient late) {
    HourlyScoreClient(LaurelServer app, TickingClock clock) {
        this(app, new LateActivityClient(app, clock));
    }

    /** Creates a leaderboard whose windows of the day still accept submissions, and the policy that feeds it. */
    void create(String windows) {
        late.create("board", null, windows);
        update("gracePeriod: \"PT12H\"");
    }

    /** Creates the policy's second version, by which at most 3 events of a day count, and activates it. */
    void cap(String lateActivity) {
        String payload = "{ scoringPolicy { activeVersion { number } } errors { message } }";
        app.client()
                .ask("mutation { createScoringPolicyVersion(input: {scoringPolicyKey: \"board\", lateActivity: "
                        + lateActivity
                        + ", counters: [{name: \"seen\", eventTypes: [\"seen\"]}], pillars: [{name: \"total\","
                        + " leaderboardKey: \"board\", terms: [{source: \"seen\", cap: \"3\"}]}]}) " + payload
                        + " activateScoringPolicyVersion(input: {scoringPolicyKey: \"board\", versionNumber: 2,"
                        + " startDate: \"2026-03-09\"}) " + payload + " }")
                .text("data", "activateScoringPolicyVersion", "scoringPolicy", "activeVersion", "number");
        app.runJobs();
    }

    void update(String fields) {
        app.client()
                .ask("mutation { updateLeaderboard(input: {leaderboardKey: \"board\", " + fields
                        + "}) { leaderboard { version } errors { code message } } }")
                .text("data", "updateLeaderboard", "leaderboard", "version");
    }

    /** Archives or unarchives the policy. */
    void policy(String mutation) {
        app.client()
                .ask("mutation { " + mutation
                        + "(input: {scoringPolicyKey: \"board\"}) { scoringPolicy { key } errors { code } } }")
                .text("data", mutation, "scoringPolicy", "key");
    }

    /** The standings of windows by name, without empty ones. */
    Map<String, List<String>> standings(String definition) {
        Map<String, List<String>> standings = new TreeMap<>();
        late.windows("board", definition).forEach((name, window) -> standings.put(name, window.standings()));
        return standings;
    }

    /** How the leaderboard has received the scores of the day, in order of participant. */
    List<String> submittedParts() {
        return app.database()
                .sql()
                .of(
                        "SELECT coalesce(jsonb_array_length(s.submitted_parts) || ' parts', 'whole') FROM scoring_day_score AS s"
                                + " JOIN scoring_policy AS p ON p.id = s.policy_id WHERE p.app_id = :app ORDER BY s.participant_id")
                .bind("app", app.appId())
                .list(String.class);
    }
}
