package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.leaderboard.WindowKind;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rankings of groups, movement between windows, and all standings of a participant. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GroupRankingTest {
    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private GraphQLClient client;

    @BeforeAll
    void start() {
        client = server.client();
        board(
                "arena",
                "groupings: [[], [\"region\"], [\"platform\", \"region\"]], updateMode: REPLACE,"
                        + " windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]");
        board("brawl", "groupings: [[\"region\"]], sortOrder: ASCENDING");
        board("cave", "visibility: PRIVATE");
        board("dune", "");
        board("epic", "clock: SUBMISSIONS, windowDefinitions: [{kind: YEARLY}, {kind: DAILY}]");
        submit("arena", "ann eu pc 30", "bob eu phone 20", "cem na pc 25", "dee na phone 10", "eve eu pc 5");
        clock.advance(Duration.ofDays(1));
        submit("arena", "bob eu phone 40", "ann eu pc 31", "fay sa pc 7", "eve eu pc 31", "dee na phone 11");
        for (String board : List.of("brawl", "cave", "dune")) {
            submit(board, "ann eu pc 3", "bob eu pc 2");
        }
        submitAt("epic", "2010-03-14T12:00:00Z");
        submitAt("epic", "2011-03-14T12:00:00Z");
        server.database()
                .sql()
                .of("UPDATE leaderboard SET archived_at = '2025-07-14T00:00:00Z' WHERE key = 'dune' AND app_id = :app")
                .bind("app", server.appId())
                .execute();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                       | bob ann eve dee fay
            region eu                | bob ann eve
            region na                | dee
            region eu, platform pc   | ann eve
            platform phone, region eu | bob
            """)
    void ranksParticipantsOfAGroup(String group, String who) {
        Answer ranking = window(
                        "DAILY",
                        "ranking(group: {" + values(group) + "}) { entryCount group { values } standings {"
                                + " edges { node { participant { externalId } rank } } } }")
                .node("ranking");
        assertThat(ranking.list("standings", "edges").stream()
                        .map(edge -> edge.text("node", "participant", "externalId")))
                .containsExactly(who.split(" ", -1));
        assertThat(ranking.at("entryCount")).isEqualTo(who.split(" ", -1).length);
        assertThat(ranking.at("group", "values") instanceof Map<?, ?> values ? values.size() : 0)
                .isEqualTo(group.isEmpty() ? 0 : group.split(",", -1).length);
    }

    @Test
    void rejectsGroupThatTheLeaderboardDoesNotRank() {
        for (String group : List.of("platform pc", "region eu, mode a", "Region eu")) {
            assertThat(client.send(
                                    "{ leaderboard(key: \"arena\") { window(select: {relative:"
                                            + " {definitionKey: \"daily\"}}) { ranking(group: {"
                                            + values(group) + "}) { entryCount } } } }",
                                    Map.of())
                            .at("errors", 0, "extensions", "code"))
                    .as(group)
                    .isEqualTo("UNKNOWN_GROUPING");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ranking { id }",
                "ranking(group: {}) { id }",
                "window { ranking { id } }",
                "rankHistory(participant: {external: {externalId: \"ann\"}}) { nodes { window { id } } }"
            })
    void rejectsEveryoneIfOnlyGroupsAreRanked(String field) {
        Answer answer = client.send("{ leaderboard(key: \"brawl\") { " + field + " } }", Map.of());
        assertThat(answer.at("errors", 0, "extensions", "code")).isEqualTo("UNKNOWN_GROUPING");
        assertThat(answer.at("errors", 0, "message"))
                .isEqualTo("The leaderboard has no ranking of everyone: set `group` to values of `region`.");
    }

    @Test
    void rejectsListsOfAnUnknownGrouping() {
        Answer answer = client.send(
                "{ leaderboard(key: \"brawl\") { window { rankings(grouping: []) { nodes { id } } } } }", Map.of());
        assertThat(answer.at("errors", 0, "message"))
                .isEqualTo("The leaderboard has no grouping by `[]`; it has `[\"region\"]`.");
        assertThat(client.send(
                                "{ leaderboard(key: \"arena\") { window { rankings(grouping: [\"platform\"]) {"
                                        + " nodes { id } } } } }",
                                Map.of())
                        .at("errors", 0, "message"))
                .isEqualTo("The leaderboard has no grouping by `[\"platform\"]`; it has `[]`, `[\"region\"]`,"
                        + " `[\"platform\", \"region\"]`.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ALL_TIME | []                       | everyone
            ALL_TIME | ["region"]               | eu na sa
            DAILY    | ["region"]               | eu na sa
            ALL_TIME | ["region", "platform"]   | eu-pc eu-phone na-pc na-phone sa-pc
            DAILY    | ["platform", "region"]   | eu-pc eu-phone na-phone sa-pc
            """)
    void listsGroupsOfAGrouping(String kind, String grouping, String groups) {
        for (int size : new int[] {1, 2, 1000}) {
            List<String> listed = new ArrayList<>();
            String after = "";
            boolean more = true;
            while (more && listed.size() < 10) {
                Answer page = window(
                                kind,
                                "rankings(grouping: " + grouping + ", first: " + size + after
                                        + ") { edges { node { group { name } } } pageInfo { hasNextPage endCursor } }")
                        .node("rankings");
                page.list("edges").forEach(edge -> listed.add(name(edge.node("node", "group"))));
                after = ", after: \"" + page.at("pageInfo", "endCursor") + "\"";
                more = Boolean.TRUE.equals(page.at("pageInfo", "hasNextPage"));
            }
            listed.replaceAll(name -> name.isEmpty() ? "everyone" : name);
            assertThat(String.join(" ", listed)).isEqualTo(groups);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DAILY    | 0 | ''        | movement \
                | bob 3 1 2, ann 1 2 -1, eve 5 2 3, dee 4 4 0, fay null 5 null
            DAILY    | 0 | region eu | movement                                | bob 2 1 1, ann 1 2 -1, eve 3 2 1
            DAILY    | 0 | region sa | movement                                | fay null 1 null
            DAILY    | 1 | ''        | movement                                | ann, cem, bob, dee, eve
            ALL_TIME | 0 | ''        | movement                                | bob, ann, eve, cem, dee, fay
            ALL_TIME | 0 | ''        | movement(sinceTime: "2025-07-14T00:00:00Z") \
                | bob 3 1 2, ann 1 2 -1, eve 5 2 3, cem 2 4 -2, dee 4 5 -1, fay null 6 null
            ALL_TIME | 0 | region eu | movement(sinceTime: "2025-07-13T14:30:00Z") | bob 2 1 1, ann 1 2 -1, eve 3 2 1
            ALL_TIME | 0 | region sa | movement(sinceTime: "2025-07-13T14:30:00Z") | fay null 1 null
            DAILY    | 1 | region na | movement(sinceTime: "2025-07-13T14:29:59Z") | cem null 1 null, dee null 2 null
            """)
    void returnsMovementSincePreviousWindowOrTime(String kind, int back, String group, String field, String expected) {
        Answer answer = client.ask("{ leaderboard(key: \"arena\") { window(select: {relative: {definitionKey: \""
                        + WindowKind.valueOf(kind).key()
                        + "\", offset: " + back + "}}) { ranking(group: {" + values(group)
                        + "}) { standings { edges { node { participant { externalId } "
                        + field + " { previousRank rank rankChange } } } } } } } }")
                .node("data", "leaderboard", "window", "ranking", "standings");
        assertThat(answer.list("edges").stream().map(edge -> {
                    Answer movement = edge.node("node", "movement");
                    String moved = movement.json() == null
                            ? ""
                            : " " + movement.at("previousRank") + " " + movement.at("rank") + " "
                                    + movement.at("rankChange");
                    return edge.text("node", "participant", "externalId") + moved;
                }))
                .containsExactlyElementsOf(List.of(expected.split(", ", -1)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ann | ''             | arena DAILY - 2, arena DAILY eu 2, arena DAILY eu-pc 1, arena ALL_TIME - 2, \
            arena ALL_TIME eu 2, arena ALL_TIME eu-pc 1, brawl ALL_TIME eu 2, epic DAILY - 1, epic YEARLY - 1
            ann | windowKinds: [DAILY] | arena DAILY - 2, arena DAILY eu 2, arena DAILY eu-pc 1, epic DAILY - 1
            ann | windowKinds: [DAILY, YEARLY], time: "2025-07-13T20:00Z" | arena DAILY - 1, arena DAILY eu 1, arena DAILY eu-pc 1
            ann | windowKinds: [YEARLY], time: "2010-12-31T23:59:59Z" | epic YEARLY - 1
            ann | windowKinds: [YEARLY], time: "2009-12-31T23:59:59Z" | ''
            cem | ''             | arena ALL_TIME - 4, arena ALL_TIME na 1, arena ALL_TIME na-pc 1
            """)
    void returnsAllStandingsOfAParticipant(String who, String arguments, String expected) {
        List<String> all = expected.isEmpty() ? List.of() : List.of(expected.split(", *", -1));
        assertThat(standings(who, arguments, 1_000)).containsExactlyElementsOf(all);
        assertThat(standings(who, arguments, 2)).containsExactlyElementsOf(all);
        assertThat(standings(who, arguments, 1)).containsExactlyElementsOf(all);
    }

    private List<String> standings(String who, String arguments, int size) {
        List<String> standings = new ArrayList<>();
        String after = "";
        boolean more = true;
        while (more && standings.size() < 20) {
            Answer page = client.ask("{ participant(ref: {external: {externalId: \"" + who + "\"}}) { standings(first: "
                            + size
                            + after
                            + ", " + arguments + ") { edges { node { rank ranking { group { name } window { kind"
                            + " leaderboard { key } } } } } pageInfo { hasNextPage endCursor } } } }")
                    .node("data", "participant", "standings");
            page.list("edges").forEach(edge -> standings.add(text(edge.node("node"))));
            after = ", after: \"" + page.at("pageInfo", "endCursor") + "\"";
            more = Boolean.TRUE.equals(page.at("pageInfo", "hasNextPage"));
        }
        return standings;
    }

    private static String name(Answer group) {
        return group.json() == null ? "" : group.text("name").replace(", ", "-");
    }

    private static String text(Answer standing) {
        String group = name(standing.node("ranking", "group"));
        return standing.text("ranking", "window", "leaderboard", "key") + " "
                + standing.text("ranking", "window", "kind") + " " + (group.isEmpty() ? "-" : group) + " "
                + standing.text("rank");
    }

    private Answer window(String kind, String field) {
        return client.ask("{ leaderboard(key: \"arena\") { window(select: {relative: {definitionKey: \""
                        + WindowKind.valueOf(kind).key() + "\"}}) { " + field + " } } }")
                .node("data", "leaderboard", "window");
    }

    private static String values(String group) {
        List<String> values = group.isEmpty() ? List.of() : List.of(group.split(", ", -1));
        return String.join(", ", values.stream().map(GroupRankingTest::value).toList());
    }

    private static String value(String text) {
        int space = text.indexOf(' ');
        return text.substring(0, space) + ": \"" + text.substring(space + 1) + "\"";
    }

    private void board(String key, String definition) {
        client.ask("mutation { createLeaderboard(input: {key: \"" + key + "\", " + definition
                        + "}) { leaderboard { id } errors { message } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    /** @param scores participant, region, platform and score, separated by spaces */
    private void submit(String board, String... scores) {
        for (String score : scores) {
            String[] part = score.split(" ", -1);
            String group =
                    switch (board) {
                        case "arena" -> values("region " + part[1] + ", platform " + part[2]);
                        case "brawl" -> values("region " + part[1]);
                        default -> "";
                    };
            submitAccepted("leaderboardKey: \"%s\", participant: {externalId: \"%s\"}, group: {%s}, score: %s"
                    .formatted(board, part[0], group, part[3]));
        }
    }

    private void submitAt(String board, String achievedAt) {
        submitAccepted("leaderboardKey: \"%s\", participant: {externalId: \"ann\"}, achievedAt: \"%s\", score: 1"
                .formatted(board, achievedAt));
    }

    private void submitAccepted(String submission) {
        client.ask("mutation { submitScore(input: {" + submission
                        + "}) { receipt { submission { id } } errors { message } } }")
                .text("data", "submitScore", "receipt", "submission", "id");
    }
}
