package laurel.erasure;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.lifecycle.Lifecycle;
import laurel.webhook.message.MessageMaker;

/** A participant with rows in every table that can have some. Each of its texts has {@value #MARKER}, or is {@value #GROUP}. */
final class MarkedParticipant {
    static final String MARKER = "mrk";
    static final String GROUP = "squad-of-one";
    static final String ID = "mrkid-7";

    private static final String REF = "participant: {external: {externalId: \"" + ID + "\"}}";

    /** What only background work has for a moment, or a mapping of a stream, or a rule with many events. */
    private static final List<String> ROWS = List.of(
            "INSERT INTO restriction_task (app_id, participant_id, leaderboard_id) SELECT 1, :who, 1",
            """
            INSERT INTO badge_due (participant_id, day_rule_id, day, app_id, last_badge_id, badge_id, next_day)
            SELECT :who, 1, '2025-07-13', 1, 1, 1, '2025-07-13'
            """,
            """
            INSERT INTO scoring_changed_day (app_id, received_at, participant_id, day_rule_id, start_date, end_date)
            SELECT 1, '2025-07-13', :who, 1, '2025-07-13', '2025-07-13'
            """,
            """
            INSERT INTO scoring_rescore_range (participant_id, policy_id, app_id, start_date, end_date)
            SELECT :who, 1, 1, '2025-07-13', '2025-07-13'
            """,
            """
            INSERT INTO streak_amnesty_recount (app_id, streak_id, participant_id, start_date, end_date, revoked)
            SELECT 1, 1, :who, '2025-07-13', '2025-07-13', false
            """,
            """
            INSERT INTO activity_muted_event (event_id, burst_rule_id)
            SELECT e.id, 1 FROM activity_event AS e WHERE e.actor_id = :who AND e.peer_id IS NULL
            """,
            """
            INSERT INTO activity_muted_tally (burst_rule_id, day_rule_id, participant_id, day, event_type, role, event_count,
                                              value_sum)
            SELECT 1, 1, :who, '2025-07-13', 'game.ended', 'ACTOR', 1, 0
            """,
            """
            INSERT INTO activity_muted_peer (burst_rule_id, day_rule_id, participant_id, day, event_type, role, peer_id,
                                             event_count)
            SELECT 1, 1, :who, '2025-07-13', 'game.ended', 'ACTOR', 1000, 1
            """,
            """
            INSERT INTO dead_letter (app_id, stream, entry_id, fields, reason, failed_at)
            SELECT 1, 'games', n || '-0', f.fields, 'participant ' || f.who, '2025-07-13T00:00:00Z'
            FROM (VALUES (1, jsonb_build_object('user', 'mrkid-7'), 'x'),
                         (2, jsonb_build_object('payload', '{"by": {"id": "mrkid\\u002d7"}, "name": "mrkname"}'), 'x'),
                         (3, jsonb_build_object('user', 'other-7'), 'mrkid-7'),
                         (4, jsonb_build_object('user', 'xmrkid'), 'x')) AS f (n, fields, who)
            """,
            // A message with the ID within a text.
            """
            INSERT INTO webhook_delivery (webhook_id, message_uuid, event_type, body, state, created_at, attempt_count)
            SELECT w.id, gen_random_uuid(), 'DEAD_LETTER_ADDED',
                   '{"data": {"stream": "games", "reason": "INVALID_TEXT: the name of mrkid-7 is too long"}}', 'DELIVERED',
                   '2025-07-13', 1
            FROM webhook AS w
            """,
            // A month of the ledger that was dropped.
            """
            DELETE FROM score_submission AS s USING leaderboard AS l
            WHERE l.id = s.leaderboard_id AND l.key IN ('hidden', 'removed') AND s.participant_id = :who
            """,
            // A window whose rows have not been swept.
            "UPDATE leaderboard_window SET expired_at = '2025-07-15T12:00:00Z' WHERE name = '2025-07-13' AND leaderboard_id = 1");

    private final LaurelServer server;
    private final TickingClock clock;
    private final ErasureClient client;

    MarkedParticipant(LaurelServer server, TickingClock clock) {
        this.server = server;
        this.clock = clock;
        this.client = new ErasureClient(server);
    }

    /** Creates it, and returns the number of its row. */
    long create() {
        define();
        describe();
        play();
        correct();
        act();
        client.change("createWebhook(input: {url: \"https://example.com/hook\", eventTypes: [TOP_STANDINGS_CHANGED,"
                + " BADGE_AWARDED, BADGE_REVOKED, ENTRIES_ADDED]})");
        client.change("awardBadge(input: {badgeKey: \"kind\", participant: {externalId: \"" + ID
                + "\"}, period: \"2\", reason: \"mrkaward\"})");
        revoke();
        submit("arena", ID, 500, "");
        server.bean(MessageMaker.class).create(clock.instant());
        client.change("hideParticipant(input: {" + REF + ", leaderboardKey: \"quiet\", reason: \"mrkhidden\"})");
        long number = server.database()
                .sql()
                .of("SELECT id FROM participant WHERE external_id = :id")
                .bind("id", ID)
                .one(Long.class);
        ROWS.forEach(row -> server.database().sql().of(row).bind("who", number).execute());
        return number;
    }

    private void define() {
        client.change("createLeaderboard(input: {key: \"arena\", updateMode: INCREMENT, groupings: [[], [\"team\"]],"
                + " eventRules: [{entryAdded: ALL, rankChanged: true}],"
                + " windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]})");
        client.change("createLeaderboard(input: {key: \"quiet\", windowDefinitions: [{kind: ALL_TIME}]})");
        for (String board : List.of("tied", "hidden", "removed")) {
            client.change("createLeaderboard(input: {key: \"" + board
                    + "\", tieRule: ID, windowDefinitions: [{kind: ALL_TIME}]})");
        }
        client.change("installSocialPolicy(input: {})");
        client.change("createStreak(input: {key: \"days\"})");
        client.change(
                "createBadge(input: {key: \"kind\", name: \"Kind\", recurrence: EACH_PERIOD, rule: {manual: true}})");
        server.runJobs();
    }

    private void describe() {
        client.change("createParticipant(input: {externalId: \"" + ID
                + "\", name: \"mrkname\", timeZone: \"Europe/Paris\","
                + " imageUrl: \"https://example.com/mrkimage\", metadata: {note: \"mrknote\"}, group: {team: \"" + GROUP
                + "\"}})");
        client.change("updateParticipant(input: {" + REF + ", name: \"mrkname two\"})");
        client.change("setPseudonym(input: {" + REF + ", pseudonym: \"mrkpseudonym\"})");
    }

    private void submit(String board, String who, int score, String more) {
        client.change("submitScore(input: {leaderboardKey: \"" + board + "\", participant: {externalId: \"" + who
                + "\"}, score: " + score + more + "})");
        clock.advance(Duration.ofSeconds(1));
    }

    private void play() {
        submit("arena", ID, 12, ", idempotencyKey: \"mrkkey\", metadata: {map: \"mrkmap\"}");
        submit("arena", "bob", 3, ", group: {team: \"blue\"}");
        submit("arena", ID, 7, ", metadata: {map: \"mrkmap2\"}");
        submit("quiet", ID, 5, ", metadata: {map: \"mrkquiet\"}");
        for (String board : List.of("tied", "hidden", "removed")) {
            for (String who : List.of("a", "mrjid-6", ID, "n", "o", "p")) {
                submit(board, who, 9, "");
            }
        }
        record(
                "mrkevent-1",
                ID,
                "peer: {externalId: \"bob\"}, group: {team: \"" + GROUP + "\"}, metadata: {of: \"mrkown\"}");
        record(
                "mrkevent-2",
                "bob",
                "peer: {externalId: \"" + ID + "\"}, group: {team: \"blue\"}, metadata: {of: \"mrkpeer\"}");
        record("mrkevent-3", ID, "metadata: {of: \"mrkalone\"}");
    }

    private void record(String id, String actor, String rest) {
        client.change("recordActivity(input: {externalId: \"" + id
                + "\", eventType: \"game.ended\", actor: {externalId: \"" + actor + "\"}, " + rest + "})");
        clock.advance(Duration.ofSeconds(1));
    }

    private String lastSubmission() {
        return server.client()
                .ask("{ submissions(filter: {leaderboardKey: \"arena\"}, first: 1) { nodes { id } } }")
                .text("data", "submissions", "nodes", 0, "id");
    }

    private void correct() {
        client.change("removeSubmission(input: {submissionId: \"" + lastSubmission() + "\", reason: \"mrkremoved\"})");
        client.change("updateLeaderboard(input: {leaderboardKey: \"arena\", maxStep: 5})");
        submit("arena", ID, 600, ", metadata: {map: \"mrkquarantined\"}");
        client.change("approveSubmission(input: {submissionId: \"" + lastSubmission() + "\"})");
        submit("arena", ID, 700, "");
        client.change("rejectSubmission(input: {submissionId: \"" + lastSubmission() + "\", reason: \"mrkrejected\"})");
        client.change("updateLeaderboard(input: {leaderboardKey: \"arena\", maxStep: null})");
        client.change("removeEntry(input: {leaderboardKey: \"quiet\", " + REF + ", reason: \"mrkentry\"})");
        client.change("restoreEntry(input: {leaderboardKey: \"quiet\", " + REF + "})");
        client.change("removeEntry(input: {leaderboardKey: \"removed\", " + REF + ", reason: \"mrkold\"})");
        client.change("hideParticipant(input: {" + REF + ", leaderboardKey: \"hidden\", reason: \"mrkhide\"})");
        client.change("removeEntries(input: {" + REF + ", reason: \"mrkall\", dryRun: true})");
        client.change("updateLeaderboard(input: {leaderboardKey: \"arena\","
                + " windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}, {kind: MONTHLY}]})");
        client.change(
                "backfillWindows(input: {leaderboardKey: \"arena\", windowDefinitionKey: \"monthly\", dryRun: true})");
        server.runJobs();
    }

    private void act() {
        client.change("freezeStreak(input: {streakKey: \"days\", participant: {externalId: \"" + ID
                + "\"}, startDate: \"2025-07-14\", endDate: \"2025-07-14\"})");
        client.change("awardBadge(input: {badgeKey: \"kind\", participant: {externalId: \"" + ID
                + "\"}, period: \"1\", reason: \"mrkhelped\"})");
        client.change("banParticipant(input: {" + REF + ", leaderboardKey: \"quiet\", reason: \"mrkban\"})");
        client.change("unbanParticipant(input: {" + REF + ", leaderboardKey: \"quiet\"})");
        clock.set(Instant.parse("2025-07-15T12:00:00Z"));
        server.bean(Lifecycle.class).run(clock.instant());
        server.drainActivity();
    }

    private void revoke() {
        String award = server.client()
                .ask(
                        "query ($id: String!) { participant(ref: {external: {externalId: $id}}) {"
                                + " badgeAwards { nodes { id } } } }",
                        Map.of("id", ID))
                .text("data", "participant", "badgeAwards", "nodes", 0, "id");
        client.change("revokeBadgeAward(input: {badgeAwardId: \"" + award + "\", reason: \"mrkrevoked\"})");
    }
}
