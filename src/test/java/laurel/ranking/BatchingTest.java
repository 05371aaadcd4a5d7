package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All queries of one kind in a request take one statement, for any number of windows and leaderboards. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BatchingTest {
    private static final int BOARDS = 3;
    private static final List<String> KINDS = List.of("hourly", "daily", "all-time");

    @Inject
    LaurelServer server;

    private GraphQLClient client;

    @BeforeAll
    void start() {
        client = server.client();
        for (int board = 0; board < BOARDS; board++) {
            client.ask("""
                    mutation { createLeaderboard(input: {key: "board-%d", windowDefinitions: [{kind: HOURLY}, {kind: DAILY},
                      {kind: ALL_TIME}]}) { leaderboard { id } } }
                    """.formatted(board)).text("data", "createLeaderboard", "leaderboard", "id");
            for (int who = 0; who < 20; who++) {
                client.ask("""
                        mutation { submitScore(input: {leaderboardKey: "board-%d", participant: {externalId: "who-%d"}, score: %d})
                          { __typename } }
                        """.formatted(board, who, who / 2 + board));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "entryCount",
                "standings(first: NUMBER) { edges { node { rank denseRank position percentile score } } }",
                "standings(first: NUMBER) { edges { node { participant { name } } } }",
                "bottom: standings(order: WORST_FIRST, last: NUMBER) { edges { node { rank } } }",
                "standing(participant: {external: {externalId: \"who-NUMBER\"}}) { rank denseRank position percentRank }",
                "around(participant: {external: {externalId: \"who-NUMBER\"}}, above: 2, below: 3) { nodes { rank position } }",
                "standings(fromPosition: NUMBER, filter: {scoreAtLeast: NUMBER}) { edges { node { rank } } }",
                "standingCount(filter: {rankAtMost: NUMBER})",
                "rankForScore(score: NUMBER)",
                "standingAt(place: {position: NUMBER}) { rank participant { name } }",
                "standingAt(place: {percentile: NUMBER}) { ranking { entryCount } }",
                "standingsOf(participants: [{external: {externalId: \"who-NUMBER\"}}, {external: {externalId:"
                        + " \"who-1\"}}]) { rank standing { rank } }",
                "standings { edges { node { movement { previousRank rank } } } }",
                "standings { edges { node { movement(sinceTime: \"2025-07-13T14:00:00Z\") { previousRank rank } } } }",
                "standings(first: NUMBER) { edges { node { participant { standings { edges { node { rank } } } } } } }",
                "window { rankings(grouping: []) { edges { node { entryCount group { name } } } } }",
                "standings { edges { node { rank } } } around(participant: {external: {externalId: \"who-NUMBER\"}})"
                        + " { nodes { rank } }"
                        + " standing(participant: {external: {externalId: \"who-NUMBER\"}}) { rank } entryCount",
            })
    void readsManyAliasesWithOneStatement(String field) {
        String ten = IntStream.rangeClosed(1, 10)
                .mapToObj(n -> "many" + n + ": " + ranking(n, field))
                .collect(Collectors.joining("\n"));
        List<String> one = statements("{ many1: " + ranking(1, field) + " }");
        List<String> many = statements("{ " + ten + " }");
        assertThat(many).as("%s", many).hasSameSizeAs(one);
    }

    @Test
    void readsStandingsOfManyParticipantsWithOneStatement() {
        String field =
                "many%1$d: participant(ref: {external: {externalId: \"who-%1$d\"}}) { standings { edges { node { rank } } } } ";
        String ten = IntStream.rangeClosed(1, 10).mapToObj(field::formatted).collect(Collectors.joining());
        assertThat(statements("{ " + ten + " }")).hasSameSizeAs(statements("{ " + field.formatted(1) + " }"));
    }

    @Test
    void readsStandingsWithDifferentFieldsWithOneStatement() {
        String rank = "one: standings { edges { node { rank } } } ";
        String more = """
                two: standings { edges { node { denseRank } } }
                three: standings(first: 1) { edges { node { position } } }
                four: standings(windowKinds: [DAILY]) { edges { node { ranking { entryCount } percentile } } }
                five: standings { edges { node { score } } }
                six: standings { edges { node { gapToNext } } }
                """;
        String participant = "{ participant(ref: {external: {externalId: \"who-7\"}}) { %s } }";
        List<String> one = statements(participant.formatted(rank));
        List<String> many = statements(participant.formatted(rank + more));
        assertThat(many).as("%s", many).hasSameSizeAs(one);
        Answer together = client.ask(participant.formatted(rank + more));
        more.lines().forEach(alone -> assertThat(
                        client.ask(participant.formatted(alone)).at("data", "participant", alias(alone)))
                .isEqualTo(together.at("data", "participant", alias(alone))));
    }

    private static String alias(String field) {
        return field.substring(0, field.indexOf(':'));
    }

    @Test
    void readsManyNodesAndListsWithOneStatement() {
        List<String> ids = IntStream.range(0, BOARDS)
                .mapToObj(n -> client.ask("{ leaderboard(key: \"board-" + n + "\") { window(select: {relative:"
                                + " {definitionKey: \"daily\"}}) { ranking { id } } } }")
                        .text("data", "leaderboard", "window", "ranking", "id"))
                .toList();
        String node = "many%d: node(id: \"%s\") { ... on Ranking { entryCount } } ";
        String nodes = IntStream.range(0, BOARDS)
                .mapToObj(n -> node.formatted(n, ids.get(n)))
                .collect(Collectors.joining());
        assertThat(statements("{ " + nodes + " }"))
                .hasSameSizeAs(statements("{ " + node.formatted(0, ids.getFirst()) + " }"));
        String list =
                "many%1$d: leaderboard(key: \"board-%1$d\") { windows(definitionKey: \"hourly\") { edges { node { name } } } } ";
        String lists = IntStream.range(0, BOARDS).mapToObj(list::formatted).collect(Collectors.joining());
        assertThat(statements("{ " + lists + " }")).hasSameSizeAs(statements("{ " + list.formatted(0) + " }"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "leaderboards(first: NUMBER, filter: {keyPrefix: \"board-NUMBER\"}) { edges { node { name } } }",
                "leaderboards(first: NUMBER) { edges { node { window(select: {relative: {definitionKey:"
                        + " \"daily\"}}) { ranking { entryCount } } } } }",
                "apps(first: NUMBER) { edges { node { name } } }",
                "submissions(first: NUMBER, filter: {leaderboardKey: \"board-1\"}) { nodes { score leaderboard { name } } }",
                "submissions(filter: {participant: {external: {externalId: \"who-NUMBER\"}}}) { nodes { score } }",
            })
    void readsManyListsOfOneRankingWithOneStatement(String field) {
        String alias = "many%1$d: " + field.replace("NUMBER", "%1$d") + "\n";
        String ten = IntStream.rangeClosed(1, 10).mapToObj(alias::formatted).collect(Collectors.joining());
        assertThat(statements("{ " + ten + " }")).hasSameSizeAs(statements("{ " + alias.formatted(1) + " }"));
    }

    @Test
    void returnsTheSameResultsAsSeparateQueries() {
        String field = "standings(first: NUMBER) { edges { node { rank position score participant { externalId } } } }"
                + " around(participant: {external: {externalId: \"who-NUMBER\"}}, above: 1, below: NUMBER) { nodes {"
                + " rank participant { id } } }"
                + " standing(participant: {external: {externalId: \"who-NUMBER\"}}) { rank score } entryCount";
        String together = IntStream.rangeClosed(1, 10)
                .mapToObj(n -> "many" + n + ": " + ranking(n, field))
                .collect(Collectors.joining("\n"));
        Answer answer = client.ask("{ " + together + " }");
        for (int n = 1; n <= 10; n++) {
            assertThat(answer.at("data", "many" + n))
                    .isEqualTo(
                            client.ask("{ alone: " + ranking(n, field) + " }").at("data", "alone"));
        }
    }

    private List<String> statements(String document) {
        // From now on, leaderboards, windows and rankings are in memory.
        client.ask(document);
        try (var statements = Statements.of(server.bean(Sql.class))) {
            client.ask(document);
            return statements.take().stream().map(Statements.Executed::named).toList();
        }
    }

    /** Returns a query of a leaderboard and window that depend on the number. */
    private static String ranking(int number, String field) {
        return "leaderboard(key: \"board-%d\") { window(select: {relative: {definitionKey: \"%s\"}}) { ranking { %s } } }"
                .formatted(number % BOARDS, KINDS.get(number / BOARDS % 3), field.replace("NUMBER", "" + number));
    }
}
