package laurel.score.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Quarantined submissions are kept, seen by their owner, and count only while they are approved. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class QuarantineGraphQLTest {
    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private QuarantineClient client;

    @BeforeEach
    void start() {
        client = new QuarantineClient(server);
        client.create("sum", "INCREMENT", "maxStep: 10, playerSubmissions: true");
        client.submit("sum", "ann", 5);
        client.submit("sum", "ben", 8);
    }

    @Test
    void countsWhileItIsApproved() {
        String id = client.quarantine("sum", "ann", 100);
        assertThat(client.standings("sum")).containsExactly("1 ben 8", "2 ann 5");
        assertThat(client.changes("approveSubmission", id))
                .containsExactly("ALL-TIME 5->105 #2->#1", "2025-07-13 5->105 #2->#1");
        assertThat(client.standings("sum")).containsExactly("1 ann 105", "2 ben 8");
        assertThat(client.changes("rejectSubmission", id))
                .containsExactly("ALL-TIME 105->5 #1->#2", "2025-07-13 105->5 #1->#2");
        assertThat(client.standings("sum")).containsExactly("1 ben 8", "2 ann 5");
        client.changes("approveSubmission", id);
        assertThat(client.standings("sum")).containsExactly("1 ann 105", "2 ben 8");
    }

    @Test
    void decidesOnce() {
        String id = client.quarantine("sum", "cleo", 100);
        Map<String, Object> input = Map.of("submissionId", id);
        assertThat(client.decide("rejectSubmission", Map.of("submissionId", id, "reason", "no"))
                        .node("submission")
                        .json())
                .hasToString("{id=" + id + ", status=REJECTED, score=100, removedAt=null, quarantine={reasons=[STEP],"
                        + " decision=REJECTED, decidedAt=2025-07-13T12:00:00Z, decidedBy=configured key 1,"
                        + " decisionReason=no}}");
        assertThat(client.refusal("rejectSubmission", input)).isEqualTo("ALREADY_REJECTED [input, submissionId]");
        assertThat(client.changes("approveSubmission", id))
                .containsExactly("ALL-TIME null->100 #null->#1", "2025-07-13 null->100 #null->#1");
        assertThat(client.refusal("approveSubmission", input)).isEqualTo("ALREADY_APPROVED [input, submissionId]");
        assertThat(client.standings("sum")).containsExactly("1 cleo 100", "2 ben 8", "3 ann 5");
    }

    @Test
    void rejectsInvalidDecisions() {
        String counted = client.submit(QuarantineClient.input("sum", "ann", 1)).text("submission", "id");
        String id = client.quarantine("sum", "ann", 100);
        for (String mutation : List.of("approveSubmission", "rejectSubmission")) {
            assertThat(client.refusal(mutation, Map.of("submissionId", counted)))
                    .isEqualTo("NOT_QUARANTINED [input, submissionId]");
            assertThat(client.refusal(mutation, Map.of("submissionId", server.id("ScoreSubmission", 1, 1))))
                    .isEqualTo("SUBMISSION_NOT_FOUND [input, submissionId]");
        }
        assertThat(client.refusal("rejectSubmission", Map.of("submissionId", id, "reason", " ")))
                .isEqualTo("INVALID_TEXT [input, reason]");
        assertThat(client.refusal("rejectSubmission", Map.of("submissionId", id, "reason", "x".repeat(201))))
                .isEqualTo("INVALID_TEXT [input, reason]");
        server.database()
                .sql()
                .of("UPDATE score_submission SET quarantine_times = array_fill('2025-07-13'::timestamptz, ARRAY[100]),"
                        + " decision = 'REJECTED', decided_at = '2025-07-13', decided_by = 'test'"
                        + " WHERE score = 100 AND app_id = :app")
                .bind("app", server.appId())
                .execute();
        assertThat(client.refusal("approveSubmission", Map.of("submissionId", id)))
                .isEqualTo("LIMIT_REACHED [input, submissionId]");
    }

    @Test
    void countsInOrderOfReceipt() {
        client.create("last", "REPLACE", "maxStep: 10");
        client.submit("last", "ann", 5);
        String id = client.quarantine("last", "ann", 50);
        client.submit("last", "ann", 7);
        assertThat(client.changes("approveSubmission", id))
                .containsExactly("ALL-TIME 7->7 #1->#1", "2025-07-13 7->7 #1->#1");
    }

    @Test
    void rankingsOfEarlierTimesHaveWhatCountedThen() {
        String id = client.quarantine("sum", "ann", 100);
        for (String mutation : List.of("approveSubmission", "rejectSubmission", "approveSubmission")) {
            clock.advance(Duration.ofMinutes(10));
            client.changes(mutation, id);
        }
        clock.advance(Duration.ofMinutes(10));
        assertThat(client.standings("sum", "2025-07-13T12:09:59Z")).containsExactly("1 ben 8", "2 ann 5");
        assertThat(client.standings("sum", "2025-07-13T12:10:00Z")).containsExactly("1 ann 105", "2 ben 8");
        assertThat(client.standings("sum", "2025-07-13T12:19:59Z")).containsExactly("1 ann 105", "2 ben 8");
        assertThat(client.standings("sum", "2025-07-13T12:20:00Z")).containsExactly("1 ben 8", "2 ann 5");
        assertThat(client.standings("sum", "2025-07-13T12:30:00Z")).containsExactly("1 ann 105", "2 ben 8");
    }

    @Test
    void retryReturnsFirstReceipt() {
        Map<String, Object> input = QuarantineClient.input("sum", "ann", 100);
        input.put("idempotencyKey", "once");
        Answer first = client.submit(input);
        assertThat(first.at("status")).isEqualTo("QUARANTINED");
        assertThat(first.list("changes")).isEmpty();
        Answer second = client.submit(input);
        assertThat(second.at("status")).isEqualTo("DUPLICATE");
        assertThat(second.at("submission", "status")).isEqualTo("QUARANTINED");
        client.changes("approveSubmission", first.text("submission", "id"));
        Answer third = client.submit(input);
        assertThat(third.at("status")).isEqualTo("DUPLICATE");
        assertThat(third.at("submission", "status")).isEqualTo("COUNTED");
        assertThat(third.at("submission", "id")).isEqualTo(first.at("submission", "id"));
        assertThat(client.standings("sum")).containsExactly("1 ann 105", "2 ben 8");
    }

    @Test
    void isRemovedAsAnySubmission() {
        String id = client.quarantine("sum", "ann", 100);
        Answer removed = client.decide("removeSubmission", Map.of("submissionId", id));
        assertThat(removed.list("changes")).isEmpty();
        assertThat(removed.at("submission", "status")).isEqualTo("REMOVED");
        assertThat(client.listed("status: QUARANTINED")).isEmpty();
        assertThat(client.refusal("approveSubmission", Map.of("submissionId", id)))
                .isEqualTo("NOT_QUARANTINED [input, submissionId]");
        String approved = client.quarantine("sum", "ann", 200);
        client.changes("approveSubmission", approved);
        assertThat(client.changes("removeSubmission", approved))
                .containsExactly("ALL-TIME 205->5 #1->#2", "2025-07-13 205->5 #1->#2");
    }

    @Test
    void listsThoseThatWaitNewestFirst() {
        client.create("other", "INCREMENT", "maxStep: 10");
        client.quarantine("sum", "ann", 100);
        clock.advance(Duration.ofDays(60));
        String rejected = client.quarantine("sum", "ann", 200);
        client.quarantine("other", "ann", 300);
        client.quarantine("sum", "ben", 400);
        client.changes("rejectSubmission", rejected);
        assertThat(client.listed("status: QUARANTINED")).containsExactly("400", "300", "100");
        assertThat(client.listed("status: QUARANTINED, leaderboardKey: \"sum\""))
                .containsExactly("400", "100");
        assertThat(client.listed("status: QUARANTINED, participant: {external: {externalId: \"ann\"}}"))
                .containsExactly("300", "100");
        assertThat(client.listed("status: QUARANTINED, receivedStartTime: \"2025-08-01T00:00:00Z\""))
                .containsExactly("400", "300");
        assertThat(client.listed("status: REJECTED, participant: {external: {externalId: \"ann\"}}"))
                .containsExactly("200");
        assertThat(client.listed("status: COUNTED, participant: {external: {externalId: \"ann\"}}"))
                .containsExactly("5");
        Answer page = client.graphQL()
                .ask("{ submissions(first: 2, filter: {status: QUARANTINED}) { pageInfo { endCursor } } }");
        assertThat(client.graphQL()
                        .ask("{ submissions(filter: {status: QUARANTINED}, after: \""
                                + page.text("data", "submissions", "pageInfo", "endCursor")
                                + "\") { nodes { score } } }")
                        .at("data", "submissions", "nodes"))
                .hasToString("[{score=100}]");
        client.graphQL().ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"sum\"}) { errors { code } } }");
        assertThat(client.listed("status: QUARANTINED")).containsExactly("300");
    }

    /** Standings list only what has counted. */
    @Test
    void standingListsSubmissionsThatHaveCounted() {
        String never = client.quarantine("sum", "ann", 100);
        String once = client.quarantine("sum", "ann", 200);
        client.changes("rejectSubmission", never);
        client.changes("approveSubmission", once);
        client.changes("rejectSubmission", once);
        assertThat(client.graphQL()
                        .ask("""
                        { leaderboard(key: "sum") { window { ranking { standing(participant: {external: {externalId: "ann"}}) {
                          submissions { nodes { score status } } } } } } }
                        """)
                        .at("data", "leaderboard", "window", "ranking", "standing", "submissions", "nodes"))
                .hasToString("[{score=200, status=REJECTED}, {score=5, status=COUNTED}]");
    }

    @Test
    void correctsFinalWindow() {
        String id = client.quarantine("sum", "ann", 100);
        clock.advance(Duration.ofDays(1).plusMinutes(6));
        server.bean(laurel.lifecycle.Lifecycle.class).run(clock.instant());
        assertThat(client.changes("approveSubmission", id))
                .containsExactly("ALL-TIME 5->105 #2->#1", "2025-07-13 5->105 #2->#1");
        server.bean(laurel.lifecycle.Lifecycle.class).run(clock.instant());
        assertThat(client.graphQL().ask("""
                        { leaderboard(key: "sum") { window(select: {name: {name: "2025-07-13"}}) {
                          ranking { finalRanking { revision standings { nodes { score } } } } } } }
                        """).at("data", "leaderboard", "window", "ranking", "finalRanking"))
                .hasToString("{revision=2, standings={nodes=[{score=105}, {score=8}]}}");
    }

    @Test
    void auditHasDecisions() {
        String id = client.quarantine("sum", "ann", 100);
        client.changes("approveSubmission", id);
        client.decide("rejectSubmission", Map.of("submissionId", id, "reason", "no"));
        assertThat(client.graphQL()
                        .ask("{ auditRecords(first: 2) { nodes { action subjectType subjectKey before after } } }")
                        .at("data", "auditRecords", "nodes"))
                .hasToString("[{action=rejectSubmission, subjectType=ScoreSubmission, subjectKey=sum/ACCOUNT/ann,"
                        + " before={decision=APPROVED, participant=ACCOUNT/ann, decisionReason=null, leaderboardKey=sum},"
                        + " after={decision=REJECTED, participant=ACCOUNT/ann, decisionReason=no, leaderboardKey=sum}},"
                        + " {action=approveSubmission, subjectType=ScoreSubmission, subjectKey=sum/ACCOUNT/ann,"
                        + " before={decision=null, decidedAt=null, decidedBy=null, participant=ACCOUNT/ann,"
                        + " leaderboardKey=sum}, after={decision=APPROVED, decidedAt=2025-07-13T12:00:00+00:00,"
                        + " decidedBy=configured key 1, participant=ACCOUNT/ann, leaderboardKey=sum}}]");
    }

    @Test
    void metricCountsThoseThatWait() {
        QuarantineRepository repository = server.bean(QuarantineRepository.class);
        int before = repository.waiting(1_000);
        client.quarantine("sum", "ann", 100);
        String id = client.quarantine("sum", "ann", 200);
        assertThat(repository.waiting(1_000)).isEqualTo(before + 2);
        client.changes("rejectSubmission", id);
        assertThat(repository.waiting(1_000)).isEqualTo(before + 1);
        assertThat(repository.waiting(1)).isEqualTo(1);
    }
}
