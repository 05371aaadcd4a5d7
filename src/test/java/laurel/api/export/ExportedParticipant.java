package laurel.api.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.lifecycle.Lifecycle;

/** The participant {@code ann} with data in every section of an export. */
final class ExportedParticipant {
    private final LaurelServer server;
    private final TickingClock clock;

    ExportedParticipant(LaurelServer server, TickingClock clock) {
        this.server = server;
        this.clock = clock;
    }

    private void change(String mutation) {
        Answer answer = server.client().ask("mutation { change: " + mutation + " { errors { code message } } }");
        assertThat(answer.list("data", "change", "errors")).as(mutation).isEmpty();
    }

    private void submit(String board, String score, String rest) {
        change("submitScore(input: {leaderboardKey: \"" + board + "\", participant: {externalId: \"ann\"}, score: "
                + score + rest + "})");
        clock.advance(Duration.ofMinutes(1));
    }

    void create() {
        change(
                "createLeaderboard(input: {key: \"arena\", updateMode: INCREMENT, decimals: 2, groupings: [[], [\"team\"]],"
                        + " eventRules: [{entryAdded: ALL, rankChanged: true}],"
                        + " windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]})");
        change("createLeaderboard(input: {key: \"quiet\", windowDefinitions: [{kind: ALL_TIME}]})");
        change("installSocialPolicy(input: {})");
        change("createStreak(input: {key: \"days\"})");
        server.runJobs();
        change("createParticipant(input: {externalId: \"ann\", name: \"Ann\", timeZone: \"Europe/Paris\","
                + " metadata: {level: 7, note: \"\\u00e9\"}, group: {team: \"red\"}})");
        change("setPseudonym(input: {participant: {external: {externalId: \"ann\"}}, pseudonym: \"Comet\"})");
        submit("arena", "12.5", ", idempotencyKey: \"first\", metadata: {map: \"x\"}");
        submit("arena", "9223372036854775", ", subscore: 3");
        submit("arena", "-0.25", "");
        String removed = server.client()
                .ask("{ submissions(filter: {leaderboardKey: \"arena\"}, first: 1) { nodes { id } } }")
                .text("data", "submissions", "nodes", 0, "id");
        change("removeSubmission(input: {submissionId: \"" + removed + "\", reason: \"a test\"})");
        change("updateLeaderboard(input: {leaderboardKey: \"arena\", maxStep: 5})");
        submit("arena", "5.01", "");
        submit("arena", "6", "");
        String rejected = server.client()
                .ask("{ submissions(filter: {leaderboardKey: \"arena\"}, first: 1) { nodes { id } } }")
                .text("data", "submissions", "nodes", 0, "id");
        change("rejectSubmission(input: {submissionId: \"" + rejected + "\", reason: \"not plausible\"})");
        submit("quiet", "5", "");
        change(
                "removeEntry(input: {leaderboardKey: \"quiet\", participant: {external: {externalId: \"ann\"}}, reason: \"r\"})");
        change("restoreEntry(input: {leaderboardKey: \"quiet\", participant: {external: {externalId: \"ann\"}}})");
        record(
                "1",
                "ann",
                "bob",
                ", group: {team: \"red\"}, winner: {externalId: \"ann\"}, value: 2.50, metadata: {secretOf: \"ann\"}");
        record("2", "bob", "ann", ", timeZone: \"Asia/Tokyo\", metadata: {secretOf: \"bob\"}");
        change("freezeStreak(input: {streakKey: \"days\", participant: {externalId: \"ann\"},"
                + " startDate: \"2025-07-14\", endDate: \"2025-07-14\"})");
        change("createBadge(input: {key: \"kind\", name: \"Kind\", rule: {manual: true}})");
        change("awardBadge(input: {badgeKey: \"kind\", participant: {externalId: \"ann\"}, reason: \"helped\"})");
        clock.set(Instant.parse("2025-07-15T12:00:00Z"));
        server.bean(Lifecycle.class).run(clock.instant());
        record("3", "ann", "cho", "");
        server.drainActivity();
        change("hideParticipant(input: {participant: {external: {externalId: \"ann\"}}, leaderboardKey: \"quiet\","
                + " reason: \"seen\"})");
        change("createLeaderboard(input: {key: \"gone\", windowDefinitions: [{kind: ALL_TIME}]})");
        change("banParticipant(input: {participant: {external: {externalId: \"ann\"}}, leaderboardKey: \"gone\","
                + " reason: \"cheats\"})");
        change("deleteLeaderboard(input: {leaderboardKey: \"gone\"})");
    }

    private void record(String id, String actor, String peer, String rest) {
        change("recordActivity(input: {externalId: \"" + id + "\", eventType: \"game.ended\", actor: {externalId: \""
                + actor + "\"}, peer: {externalId: \"" + peer + "\"}" + rest + "})");
        clock.advance(Duration.ofMinutes(1));
    }
}
