package laurel.score.restriction;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.database.sql.Sql;
import laurel.lifecycle.Lifecycle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Participants that opt out of rankings, by their own choice. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class OptOutGraphQLTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String FIELDS =
            " { optOut { allLeaderboards leaderboard { key } participant { externalId } startedAt endedAt }"
                    + " errors { code path ... on RetryableError { retryAfter } } } }";
    private static final String OPT_OUTS =
            "{ viewer { optOuts { nodes { allLeaderboards leaderboard { key } startedAt endedAt } } } }";
    private static final String WITHHELD = """
            query ($first: Int, $after: String) { viewer { withheldEntries(first: $first, after: $after) {
              nodes { leaderboard { key } window { name } group { values } score subscore achievedAt }
              pageInfo { hasNextPage endCursor } } } }
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private RestrictionClient client;
    private GraphQLClient ann;

    private GraphQLClient player(String externalId) {
        return server.client(client.graphQL()
                .ask("mutation { createPlayerToken(input: {participant: {externalId: \"" + externalId
                        + "\"}, lifetime: \"PT24H\"}) { token } }")
                .text("data", "createPlayerToken", "token"));
    }

    @BeforeEach
    void submit() {
        client = new RestrictionClient(server);
        ann = player("ann");
        client.create("race", "INCREMENT");
        client.submit("race", "ann", 5, "a");
        client.submit("race", "bob", 3, "a");
    }

    private static Answer change(GraphQLClient caller, String mutation, @Nullable String board, String who) {
        return change(caller, mutation, board, Map.of("external", Map.of("externalId", who)));
    }

    private static Answer change(
            GraphQLClient caller, String mutation, @Nullable String board, Map<String, Object> who) {
        Map<String, Object> input = new HashMap<>(Map.of("participant", who));
        input.put("leaderboardKey", board);
        String type = mutation.startsWith("optOut") ? "OptOutOfRankingsInput" : "OptInToRankingsInput";
        return caller.ask(
                        "mutation ($input: " + type + "!) { " + mutation + "(input: $input)" + FIELDS,
                        Map.of("input", input))
                .node("data", mutation);
    }

    private static void accepted(Answer changed) {
        assertThat(changed.list("errors")).as("%s", changed).isEmpty();
    }

    private static String refused(Answer changed) {
        assertThat(changed.at("optOut")).isNull();
        return changed.text("errors", 0, "code");
    }

    private List<String> daily() {
        return client.standings("race", "2025-07-13");
    }

    private static List<String> withheld(GraphQLClient caller) {
        return caller.ask(WITHHELD).list("data", "viewer", "withheldEntries", "nodes").stream()
                .map(one -> "%s %s %s %s"
                        .formatted(
                                one.text("leaderboard", "key"),
                                one.text("window", "name"),
                                one.at("group", "values"),
                                one.text("score")))
                .sorted()
                .toList();
    }

    private List<String> records(String action) {
        return server.bean(Sql.class)
                .of("SELECT action FROM audit_record WHERE app_id = :app AND action LIKE :action ORDER BY id")
                .bind("app", server.appId())
                .bind("action", action)
                .list(String.class);
    }

    @Test
    void playerLeavesRankingsAndComesBackWithWhatItHasSubmitted() {
        Answer out = change(ann, "optOutOfRankings", "race", "ann");
        accepted(out);
        assertThat(out.at("optOut", "leaderboard", "key")).isEqualTo("race");
        assertThat(out.at("optOut", "allLeaderboards")).isEqualTo(false);
        assertThat(daily()).containsExactly("1 bob 3");
        assertThat(client.submit("race", "ann", 2, "a").at("status")).isEqualTo("WITHHELD");
        assertThat(daily()).containsExactly("1 bob 3");
        assertThat(withheld(ann))
                .containsExactly(
                        "race 2025-07-13 null 7",
                        "race 2025-07-13 {team=a} 7",
                        "race ALL-TIME null 7",
                        "race ALL-TIME {team=a} 7");
        clock.advance(HOUR);
        accepted(change(ann, "optInToRankings", "race", "ann"));
        assertThat(daily()).containsExactly("1 ann 7", "2 bob 3");
        assertThat(withheld(ann)).isEmpty();
        assertThat(records("opt%")).isEmpty();
    }

    @Test
    void optsOutOfWholeApp() {
        client.create("other", "MAX");
        client.submit("other", "ann", 1, "a");
        accepted(change(ann, "optOutOfRankings", null, "ann"));
        assertThat(daily()).containsExactly("1 bob 3");
        assertThat(client.standings("other", "ALL-TIME")).isEmpty();
        assertThat(withheld(ann)).hasSize(8);
        assertThat(withheld(player("bob"))).isEmpty();
        assertThat(ann.ask(OPT_OUTS).node("data", "viewer", "optOuts", "nodes").json())
                .isEqualTo(List.of(optOut()));
        assertThat(refused(change(ann, "optInToRankings", "race", "ann"))).isEqualTo("NOT_OPTED_OUT");
        clock.advance(HOUR);
        accepted(change(ann, "optInToRankings", null, "ann"));
        assertThat(ann.ask(OPT_OUTS).list("data", "viewer", "optOuts", "nodes")).isEmpty();
        assertThat(client.standings("other", "ALL-TIME")).containsExactly("1 ann 1");
    }

    private static Map<String, Object> optOut() {
        Map<String, Object> one = new HashMap<>(Map.of("allLeaderboards", true, "startedAt", "2025-07-13T12:00:00Z"));
        one.put("leaderboard", null);
        one.put("endedAt", null);
        return one;
    }

    @Test
    void finalWindowsGetRevision() {
        clock.advance(Duration.ofHours(20));
        server.bean(Lifecycle.class).run(clock.instant());
        accepted(change(ann, "optOutOfRankings", null, "ann"));
        server.bean(Lifecycle.class).run(clock.instant());
        String revisions = """
                { leaderboard(key: "race") { window(select: {name: {name: "2025-07-13"}}) { ranking {
                  first: finalRanking(revision: 1) { entryCount } finalRanking { revision entryCount } } } } }
                """;
        Answer ranking = client.graphQL().ask(revisions).node("data", "leaderboard", "window", "ranking");
        assertThat(ranking.at("first", "entryCount")).isEqualTo(2);
        assertThat(ranking.at("finalRanking", "revision")).isEqualTo(2);
        assertThat(ranking.at("finalRanking", "entryCount")).isEqualTo(1);
    }

    @Test
    void isIndependentOfRestrictionsByAdministrators() {
        client.change("hideParticipant", "race", "ann");
        assertThat(ann.ask(OPT_OUTS).list("data", "viewer", "optOuts", "nodes")).isEmpty();
        assertThat(withheld(ann)).hasSize(4);
        assertThat(refused(change(ann, "optInToRankings", "race", "ann"))).isEqualTo("NOT_OPTED_OUT");
        accepted(change(ann, "optOutOfRankings", "race", "ann"));
        clock.advance(HOUR);
        accepted(change(ann, "optInToRankings", "race", "ann"));
        assertThat(daily()).containsExactly("1 bob 3");
        accepted(change(ann, "optOutOfRankings", "race", "ann"));
        client.change("unhideParticipant", "race", "ann");
        assertThat(daily()).containsExactly("1 bob 3");
        assertThat(client.listed("inForce: true")).containsExactly("OPT_OUT ann race in force");
        clock.advance(HOUR);
        accepted(change(ann, "optInToRankings", "race", "ann"));
        assertThat(daily()).containsExactly("1 ann 5", "2 bob 3");
    }

    @Test
    void playerChangesOnlyItself() {
        assertThat(refused(change(ann, "optOutOfRankings", null, "bob"))).isEqualTo("NOT_OWN_PARTICIPANT");
        assertThat(refused(change(ann, "optInToRankings", null, "unknown"))).isEqualTo("NOT_OWN_PARTICIPANT");
        String bob = client.graphQL()
                .ask("{ participant(ref: {external: {externalId: \"bob\"}}) { id } }")
                .text("data", "participant", "id");
        assertThat(refused(change(ann, "optOutOfRankings", "race", Map.of("id", bob))))
                .isEqualTo("NOT_OWN_PARTICIPANT");
        accepted(change(player("bob"), "optOutOfRankings", "race", Map.of("id", bob)));
        assertThat(daily()).containsExactly("1 ann 5");
    }

    @Test
    void actOfServerIsRecorded() {
        accepted(change(client.graphQL(), "optOutOfRankings", "race", "ann"));
        assertThat(refused(change(ann, "optOutOfRankings", "race", "ann"))).isEqualTo("ALREADY_OPTED_OUT");
        clock.advance(HOUR);
        accepted(change(ann, "optInToRankings", "race", "ann"));
        assertThat(refused(change(client.graphQL(), "optInToRankings", "race", "ann")))
                .isEqualTo("NOT_OPTED_OUT");
        assertThat(refused(change(client.graphQL(), "optOutOfRankings", "race", "unknown")))
                .isEqualTo("PARTICIPANT_NOT_FOUND");
        assertThat(records("opt%")).containsExactly("optOutOfRankings");
    }

    @Test
    void deletionOfLeaderboardLeavesNoRecordOfOptOuts() {
        accepted(change(ann, "optOutOfRankings", "race", "ann"));
        client.graphQL()
                .ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"race\"}) { deletedLeaderboardId } }")
                .text("data", "deleteLeaderboard", "deletedLeaderboardId");
        assertThat(client.listed("inForce: true")).isEmpty();
        assertThat(records("deleteLeaderboard")).hasSize(1);
    }

    @Test
    void newPlayerOptsOutBeforeItsFirstScore() {
        GraphQLClient cleo = player("cleo");
        assertThat(cleo.ask(WITHHELD).list("data", "viewer", "withheldEntries", "nodes"))
                .isEmpty();
        accepted(change(cleo, "optOutOfRankings", null, "cleo"));
        assertThat(client.submit("race", "cleo", 9, "a").at("status")).isEqualTo("WITHHELD");
        assertThat(daily()).containsExactly("1 ann 5", "2 bob 3");
        assertThat(withheld(cleo)).hasSize(4);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "race")
    void playerWaitsBeforeItOptsInAgain(@Nullable String board) {
        accepted(change(ann, "optOutOfRankings", board, "ann"));
        clock.advance(Duration.ofMinutes(59));
        Answer early = change(ann, "optInToRankings", board, "ann");
        assertThat(refused(early)).isEqualTo("OPTED_OUT_RECENTLY");
        assertThat(early.at("errors", 0, "path")).isEqualTo(List.of("input", "participant"));
        assertThat(early.at("errors", 0, "retryAfter")).isEqualTo("PT1M");
        assertThat(ann.ask(OPT_OUTS).list("data", "viewer", "optOuts", "nodes")).hasSize(1);
        assertThat(daily()).containsExactly("1 bob 3");
        clock.advance(Duration.ofMinutes(1));
        accepted(change(ann, "optInToRankings", board, "ann"));
        accepted(change(ann, "optOutOfRankings", board, "ann"));
        assertThat(refused(change(ann, "optInToRankings", board, "ann"))).isEqualTo("OPTED_OUT_RECENTLY");
    }

    @Test
    void serverOptsParticipantInAtOnce() {
        accepted(change(ann, "optOutOfRankings", "race", "ann"));
        accepted(change(client.graphQL(), "optInToRankings", "race", "ann"));
        assertThat(daily()).containsExactly("1 ann 5", "2 bob 3");
    }

    @Test
    void privateLeaderboardDoesNotExistForPlayer() {
        client.graphQL()
                .ask("mutation { updateLeaderboard(input: {leaderboardKey: \"race\", visibility: PRIVATE}) {"
                        + " leaderboard { key } } }")
                .text("data", "updateLeaderboard", "leaderboard", "key");
        assertThat(refused(change(ann, "optOutOfRankings", "race", "ann"))).isEqualTo("LEADERBOARD_NOT_FOUND");
        assertThat(refused(change(ann, "optOutOfRankings", "none", "ann"))).isEqualTo("LEADERBOARD_NOT_FOUND");
        accepted(change(ann, "optOutOfRankings", null, "ann"));
        assertThat(daily()).containsExactly("1 bob 3");
        assertThat(withheld(ann)).isEmpty();
    }

    @Test
    void pagesWithheldEntries() {
        accepted(change(ann, "optOutOfRankings", null, "ann"));
        Answer first = ann.ask(WITHHELD, Map.of("first", 3)).node("data", "viewer", "withheldEntries");
        assertThat(first.at("pageInfo", "hasNextPage")).isEqualTo(true);
        Answer second = ann.ask(WITHHELD, Map.of("first", 3, "after", first.text("pageInfo", "endCursor")))
                .node("data", "viewer", "withheldEntries");
        assertThat(second.at("pageInfo", "hasNextPage")).isEqualTo(false);
        assertThat(Stream.concat(first.list("nodes").stream(), second.list("nodes").stream()))
                .hasSize(4)
                .doesNotHaveDuplicates()
                .allSatisfy(one -> assertThat(one.text("achievedAt")).isEqualTo("2025-07-13T12:00:00Z"));
        assertThat(ann.send(WITHHELD, Map.of("first", 1_001)).at("errors", 0, "extensions", "code"))
                .isEqualTo("INVALID_PAGE_SIZE");
        assertThat(ann.send(WITHHELD, Map.of("after", "x")).at("errors", 0, "extensions", "code"))
                .isEqualTo("INVALID_CURSOR");
    }
}
