package laurel.score.restriction;

import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import laurel.database.sql.Sql;
import laurel.lifecycle.Lifecycle;
import laurel.score.restriction.RestrictionRepository.RestrictedParticipant;
import laurel.scoring.PolicyClient;
import laurel.season.SeasonClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Everything that changes entries also changes those of banned and hidden participants, without ranking them. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class RestrictedEntryTest {
    private static final String DAY = "2025-07-13";

    /** Whether a window is final, its revision, and the number of final standings of everyone. */
    private static final String REVISION = """
            SELECT CASE WHEN w.revision = w.requested_revision THEN 'FINAL' ELSE 'PENDING' END || ' ' || w.revision || ' ' || (
                SELECT count(*) FROM final_standing AS f
                WHERE f.ranking_id = r.id AND f.revision = r.revision AND r.revision > 0)
            FROM leaderboard_window AS w JOIN ranking AS r ON r.window_id = w.id AND r.group_values = '{}'
            WHERE w.name = '2025-07-13' AND w.app_id = :app
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private RestrictionClient client;

    @BeforeEach
    void start() {
        client = new RestrictionClient(server);
    }

    private void create(String board) {
        client.create(board, "INCREMENT");
        client.submit(board, "ann", 5, "a");
        client.submit(board, "bob", 3, "a");
    }

    private Answer ask(String query) {
        return client.graphQL().ask(query);
    }

    private void entry(String mutation, String board) {
        assertThat(ask("mutation { " + mutation + "(input: {leaderboardKey: \"" + board
                                + "\", participant: {external: {externalId: \"ann\"}}}) { removals { reason } errors { code } } }")
                        .list("data", mutation, "errors"))
                .isEmpty();
    }

    @Test
    void finalWindowGetsNewRevisionWithoutParticipantAndAnotherWithIt() {
        create("final");
        clock.advance(Duration.ofDays(2));
        server.bean(Lifecycle.class).run(clock.instant());
        client.change("banParticipant", null, "ann");
        assertThat(client.standings("final", DAY)).containsExactly("1 bob 3");
        assertThat(revision()).isEqualTo("PENDING 1 0");
        server.bean(Lifecycle.class).run(clock.instant());
        assertThat(revision()).isEqualTo("FINAL 2 1");
        assertThat(client.standings("final", DAY)).containsExactly("1 bob 3");
        client.change("unbanParticipant", null, "ann");
        server.bean(Lifecycle.class).run(clock.instant());
        assertThat(revision()).isEqualTo("FINAL 3 2");
        assertThat(client.standings("final", DAY)).containsExactly("1 ann 5", "2 bob 3");
    }

    private String revision() {
        return server.database().sql().of(REVISION).bind("app", server.appId()).one(String.class);
    }

    @Test
    void removesAndRestoresWithheldEntries() {
        create("removed");
        client.change("banParticipant", "removed", "ann");
        entry("removeEntry", "removed");
        assertThat(client.standings("removed", DAY)).containsExactly("1 bob 3");
        client.change("unbanParticipant", "removed", "ann");
        assertThat(client.standings("removed", DAY)).containsExactly("1 bob 3");

        client.change("hideParticipant", "removed", "ann");
        client.submit("removed", "ann", 2, "b");
        entry("restoreEntry", "removed");
        assertThat(client.standings("removed", DAY)).containsExactly("1 bob 3");
        client.change("unhideParticipant", "removed", "ann");
        assertThat(client.standings("removed", DAY)).containsExactly("1 ann 7", "2 bob 3");
        assertThat(client.ofTeam("removed", "b")).containsExactly("1 ann 7");
    }

    @Test
    void jobRemovesWithheldEntries() {
        create("job");
        client.change("hideParticipant", null, "ann");
        Answer result = new JobClient(server)
                .result("removeEntries", Map.of("participant", Map.of("external", Map.of("externalId", "ann"))));
        assertThat(result.at("leaderboardCount")).isEqualTo(1);
        client.change("unhideParticipant", null, "ann");
        assertThat(client.standings("job", DAY)).containsExactly("1 bob 3");
    }

    @Test
    void removesSubmissionOfBannedParticipant() {
        create("submission");
        String id = client.submit("submission", "ann", 1, "a").text("submission", "id");
        client.change("banParticipant", null, "ann");
        ask("mutation { removeSubmission(input: {submissionId: \"" + id + "\"}) { submission { status } } }")
                .text("data", "removeSubmission", "submission", "status");
        assertThat(client.standings("submission", DAY)).containsExactly("1 bob 3");
        client.change("unbanParticipant", null, "ann");
        assertThat(client.standings("submission", DAY)).containsExactly("1 ann 5", "2 bob 3");
    }

    @Test
    void movesWithheldEntriesToOtherGroup() {
        create("moved");
        client.change("hideParticipant", null, "ann");
        assertThat(ask("mutation { updateParticipant(input: {participant: {external: {externalId: \"ann\"}},"
                                + " group: {team: \"b\"}, moveEntries: true}) { errors { code } } }")
                        .list("data", "updateParticipant", "errors"))
                .isEmpty();
        assertThat(ask("{ leaderboard(key: \"moved\") { ranking(group: {team: \"b\"}) { entryCount } } }")
                        .at("data", "leaderboard", "ranking", "entryCount"))
                .isIn(0, null);
        client.change("unhideParticipant", null, "ann");
        assertThat(client.ofTeam("moved", "a")).containsExactly("1 bob 3");
        assertThat(client.ofTeam("moved", "b")).containsExactly("1 ann 5");
    }

    @Test
    void carriesWithheldScoresOverToNextSeason() {
        SeasonClient seasons = new SeasonClient(server);
        seasons.create("season", "updateMode: INCREMENT, windowDefinitions: [{kind: SEASON}]");
        seasons.start("season", Map.of());
        seasons.submit("season", "ann", "10", Map.of());
        seasons.submit("season", "bob", "4", Map.of());
        client.change("banParticipant", "season", "ann");
        clock.advance(Duration.ofHours(1));
        seasons.start("season", Map.of("carryOver", 0.5));
        assertThat(seasons.scores("season", "SEASON-2")).isEqualTo(Map.of("bob", "2"));
        client.change("unbanParticipant", "season", "ann");
        assertThat(seasons.scores("season", "SEASON-2")).isEqualTo(Map.of("ann", "5", "bob", "2"));
        assertThat(seasons.scores("season", "SEASON-1")).isEqualTo(Map.of("ann", "10", "bob", "4"));
    }

    @Test
    void withholdsWhatPolicyDerivesFromActivityOfBannedParticipant() {
        ActivityClient activity = new ActivityClient(server.client());
        PolicyClient policies = new PolicyClient(server.client());
        policies.installSocial(Map.of()).text("key");
        activity.recordAll(List.of(event("e1", "friendship.accepted", "ann", "ben", "2025-07-13T11:00:00Z")));
        client.change("banParticipant", null, "ann");
        activity.recordAll(List.of(event("e2", "friendship.accepted", "ann", "cleo", "2025-07-13T11:30:00Z")));
        server.drainActivity();
        Map<String, String> window = Map.of("definition", "daily", "at", "2025-07-13T12:00:00Z");
        assertThat(policies.windowScores("social", window))
                .doesNotContainKey("ann")
                .containsEntry("ben", "5.00");
        assertThat(policies.dayScores("ann", "social", DAY, DAY).getFirst().text("pillars", 0, "submittedScore"))
                .isEqualTo("10.00");
        client.change("unbanParticipant", null, "ann");
        assertThat(policies.windowScores("social", window)).containsEntry("ann", "10.00");
    }

    /** Without the ledger, entries cannot be derived. */
    @Test
    void restoresEntriesWhoseSubmissionsAreNoLongerStored() {
        create("dropped");
        client.change("banParticipant", null, "ann");
        server.database()
                .sql()
                .of("DELETE FROM score_submission WHERE app_id = :app")
                .bind("app", server.appId())
                .execute();
        client.change("unbanParticipant", null, "ann");
        assertThat(client.standings("dropped", "ALL-TIME")).containsExactly("1 ann 5", "2 bob 3");
        assertThat(client.ofTeam("dropped", "a")).containsExactly("1 ann 5", "2 bob 3");
    }

    @Test
    void isNotInRankingsOfEarlierTimesWhileRestricted() {
        create("past");
        clock.advance(Duration.ofMinutes(1));
        client.change("hideParticipant", "past", "ann");
        assertThat(asOf()).containsExactly("1 bob");
        client.change("unhideParticipant", "past", "ann");
        assertThat(asOf()).containsExactly("1 ann", "2 bob");
    }

    private List<String> asOf() {
        return ask("{ leaderboard(key: \"past\") { ranking { asOf(time: \"2025-07-13T12:00:30Z\") {"
                        + " standings { nodes { rank participant { externalId } } } } } } }")
                .list("data", "leaderboard", "ranking", "asOf", "standings", "nodes")
                .stream()
                .map(node -> node.at("rank") + " " + node.text("participant", "externalId"))
                .toList();
    }

    /** As after a crash: the restriction of the app is stored, and only one of three leaderboards has followed. */
    @Test
    void submissionsMoveEntriesThatHaveNotFollowedYet() {
        List.of("one", "two", "three").forEach(this::create);
        storeOnly(RestrictionKind.HIDE);
        assertThat(client.standings("one", DAY)).containsExactly("1 bob 3");
        assertThat(client.standings("two", DAY)).containsExactly("1 ann 5", "2 bob 3");

        client.submit("two", "ann", 1, "b");
        entry("removeEntry", "three");

        assertThat(client.standings("two", DAY)).containsExactly("1 bob 3");
        assertThat(client.standings("three", DAY)).containsExactly("1 bob 3");
        client.expire(clock.instant());
        assertThat(tasks()).isEmpty();
        client.change("unhideParticipant", null, "ann");
        assertThat(client.standings("one", DAY)).containsExactly("1 ann 5", "2 bob 3");
        assertThat(client.standings("two", DAY)).containsExactly("1 ann 6", "2 bob 3");
        assertThat(client.standings("three", DAY)).containsExactly("1 bob 3");
    }

    private void storeOnly(RestrictionKind kind) {
        Sql sql = server.database().sql();
        long ann = sql.of("SELECT id FROM participant WHERE external_id = 'ann' AND app_id = :app")
                .bind("app", server.appId())
                .one(Long.class);
        RestrictionWork work = server.bean(RestrictionWork.class);
        server.bean(Sql.class).useTransaction(() -> {
            server.bean(RestrictionRepository.class)
                    .insert(
                            new RestrictedParticipant(server.appId(), ann, kind, null),
                            new RestrictionTerms(null, null),
                            "test",
                            clock.instant());
            work.add(server.appId(), ann);
        });
        work.run(server.appId(), ann, 1, clock.instant());
    }

    private List<Integer> tasks() {
        return server.database()
                .sql()
                .of("SELECT leaderboard_id FROM restriction_task WHERE app_id = :app")
                .bind("app", server.appId())
                .list(Integer.class);
    }

    @Test
    void deletesWithheldEntriesWithTheirLeaderboard() {
        create("deleted");
        client.change("banParticipant", "deleted", "ann");
        ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"deleted\"}) { errors { code } } }")
                .list("data", "deleteLeaderboard", "errors");
        assertThat(client.listed("")).isEmpty();
        assertThat(server.database()
                        .sql()
                        .of(
                                "SELECT count(*) FROM restriction_entry AS e JOIN participant AS p ON p.id = e.participant_id"
                                        + " WHERE p.app_id = :app")
                        .bind("app", server.appId())
                        .one(Long.class))
                .isZero();
    }
}
