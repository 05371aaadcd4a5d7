package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.leaderboard.WindowKind;
import laurel.request.Cursor;
import laurel.request.GlobalIds;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid or forged queries return an error or an empty result, never an internal error. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InvalidQueryTest {
    @Inject
    LaurelServer server;

    private GraphQLClient client;

    @BeforeAll
    void start() {
        client = server.client();
        for (String board : List.of("one", "two")) {
            client.ask("mutation { createLeaderboard(input: {key: \"" + board
                            + "\", windowDefinitions: [{kind: HOURLY},"
                            + " {kind: DAILY}, {kind: WEEKLY}, {kind: MONTHLY}, {kind: YEARLY}, {kind: ALL_TIME}]}) {"
                            + " leaderboard { id } } }")
                    .text("data", "createLeaderboard", "leaderboard", "id");
            for (String who : List.of("ann", "bob", "cem")) {
                client.ask("mutation { submitScore(input: {leaderboardKey: \"" + board
                                + "\", participant: {externalId: \"" + who + "\"}, score: 1}) { receipt { status } } }")
                        .text("data", "submitScore", "receipt", "status");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            standings(first: 0) | INVALID_PAGE_SIZE
            standings(first: -1) | INVALID_PAGE_SIZE
            standings(first: 1001) | INVALID_PAGE_SIZE
            standings(last: 0) | INVALID_PAGE_SIZE
            standings(last: 1001) | INVALID_PAGE_SIZE
            bottom: standings(order: WORST_FIRST, first: 0) | INVALID_PAGE_SIZE
            bottom: standings(order: WORST_FIRST, first: 2147483647) | INVALID_PAGE_SIZE
            standings(first: 1, last: 1) | INVALID_ARGUMENT
            standings(first: 1, before: "x") | INVALID_ARGUMENT
            standings(after: "x", before: "x") | INVALID_ARGUMENT
            standings(after: "") | INVALID_CURSOR
            standings(after: "x") | INVALID_CURSOR
            standings(after: "\\u0000") | INVALID_CURSOR
            standings(before: "bm90IGEgY3Vyc29y") | INVALID_CURSOR
            """)
    void rejectsInvalidPage(String field, String code) {
        assertBadInput(ranking(field + " { edges { node { rank } } }"), code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"above: -1", "below: -1", "above: 501", "below: 501", "above: 2147483647, below: 2147483647"})
    void rejectsInvalidNeighbourCounts(String neighbours) {
        assertBadInput(
                ranking("around(participant: {external: {externalId: \"ann\"}}, " + neighbours
                        + ") { nodes { rank } }"),
                "INVALID_PAGE_SIZE");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            window(select: {relative: {definitionKey: "daily", offset: -1}}) { name } | INVALID_ARGUMENT
            window(select: {relative: {definitionKey: "daily", offset: 10001}}) { name } | INVALID_ARGUMENT
            windows(definitionKey: "daily", first: 0) { edges { cursor } } | INVALID_PAGE_SIZE
            windows(definitionKey: "daily", first: 1001) { edges { cursor } } | INVALID_PAGE_SIZE
            windows(definitionKey: "daily", after: "x") { edges { cursor } } | INVALID_CURSOR
            """)
    void rejectsInvalidWindow(String field, String code) {
        assertBadInput(board(field), code);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1_001})
    void rejectsInvalidPageOfLeaderboards(int first) {
        assertBadInput(
                client.send("{ leaderboards(first: " + first + ") { edges { cursor } } }", Map.of()),
                "INVALID_PAGE_SIZE");
    }

    /** Cursors of another leaderboard, window or list, with a changed bit, or with a valid format and invalid content. */
    @Test
    void rejectsCursorOfAnotherList() {
        String own = cursor("one", "DAILY");
        assertThat(ranking("standings(after: \"" + own + "\") { edges { cursor } }")
                        .at("errors"))
                .isNull();
        List<String> foreign = List.of(
                cursor("two", "DAILY"),
                cursor("one", "WEEKLY"),
                own.substring(0, own.length() - 1),
                own + "AAAA",
                "x".repeat(10_000),
                (own.charAt(0) == 'A' ? 'B' : 'A') + own.substring(1),
                client.ask("{ leaderboards { pageInfo { endCursor } } }")
                        .text("data", "leaderboards", "pageInfo", "endCursor"));
        for (String cursor : foreign) {
            assertBadInput(ranking("standings(after: \"" + cursor + "\") { edges { cursor } }"), "INVALID_CURSOR");
            assertBadInput(
                    ranking("bottom: standings(order: WORST_FIRST, before: \"" + cursor + "\") { edges { cursor } }"),
                    "INVALID_CURSOR");
        }
    }

    @Test
    void rejectsForgedCursor() {
        String ranking = "ranking:" + number(ranking("id").text("data", "leaderboard", "window", "ranking", "id"));
        GlobalIds ids = server.bean(GlobalIds.class);
        for (List<String> key : List.of(
                List.<String>of(),
                List.of("1", "2", "3"),
                List.of("x", "2", "3", ids.sealed("ACCOUNT\u0001a")),
                List.of("1", "2", "3", "ACCOUNT\u0001a"))) {
            assertBadInput(
                    ranking("standings(after: \"" + new Cursor(ranking, key).text() + "\") { edges { cursor } }"),
                    "INVALID_CURSOR");
        }
        String far = Long.toString(Long.MIN_VALUE);
        String extreme = new Cursor(ranking, List.of(far, far, far, ids.sealed("\u0001"))).text();
        assertThat(ranking("standings(after: \"" + extreme + "\") { edges { cursor } }")
                        .at("errors"))
                .isNull();
        assertBadInput(
                client.send(
                        "query ($c: String) { leaderboards(after: $c) { edges { cursor } } }",
                        Map.of("c", new Cursor("leaderboards:1", List.of("\u0000")).text())),
                "INVALID_CURSOR");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "-999999999-01-01T00:00:00Z",
                "+999999999-12-31T23:59:59.999999999Z",
                "-4800-01-01T00:00:00Z",
                "+294277-01-01T00:00:00Z"
            })
    void rejectsForgedCursorOfWindows(String moment) {
        String board = number(client.ask("{ leaderboard(key: \"one\") { id } }").text("data", "leaderboard", "id"));
        String cursor = new Cursor("windows:" + board + ":daily:UTC", List.of(moment)).text();
        assertBadInput(
                board("windows(definitionKey: \"daily\", after: \"" + cursor + "\") { edges { cursor } }"),
                "INVALID_CURSOR");
    }

    /** Each cursor that a list returns is accepted. */
    @ParameterizedTest
    @ValueSource(strings = {"HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY", "ALL_TIME"})
    void returnsNoPageAfterTheOldestWindow(String kind) {
        String end = board(
                        "windows(definitionKey: \"" + WindowKind.valueOf(kind).key() + "\") { pageInfo { endCursor } }")
                .text("data", "leaderboard", "windows", "pageInfo", "endCursor");
        assertThat(board("windows(definitionKey: \"" + WindowKind.valueOf(kind).key() + "\", after:" + " \"" + end
                                + "\") { edges { cursor } }")
                        .at("data", "leaderboard", "windows", "edges"))
                .isEqualTo(List.of());
    }

    /** Texts and times that PostgreSQL cannot represent. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { leaderboard(key: "\\u0000") { id } }                                       | leaderboard
            { leaderboard(key: "") { id } }                                              | leaderboard
            { participant(ref: {external: {externalId: "\\u0000"}}) { id } }                         | participant
            { participant(ref: {external: {externalId: "ann", entityType: "\\u0000"}}) { id } }            | participant
            { leaderboard(key: "one") { window(select: {name: {name: "\\u0000"}}) { id } } }               | leaderboard window
            { leaderboard(key: "one") { window(select: {name: {name: "2025-02-30"}}) { id } } }            | leaderboard window
            { leaderboard(key: "one") { window(select: {relative: {definitionKey: "yearly", offset: 10000}}) { id } } }     | \
                leaderboard window
            { leaderboard(key: "one") { window(select: {relative: {definitionKey: "all-time", offset: 1}}) { id } } }       | \
                leaderboard window
            { leaderboard(key: "one") { window(select: {containing: {definitionKey: "daily", time: "0001-01-01T00:00:00Z"}}) { \
                id } } }          \
                | leaderboard window
            { leaderboard(key: "one") { window(select: {containing: {definitionKey: "yearly", time: "0001-01-01T00:00:00Z", \
                offset: 9999}}) { id } } } \
                | leaderboard window
            { leaderboard(key: "one") { window(select: {containing: {definitionKey: "weekly", time: "9999-12-31T23:59:59Z"}}) { \
                id } } }         \
                | leaderboard window
            """)
    void returnsNullForUnknownObjects(String question, String path) {
        assertThat(client.ask(question).node("data").at((Object[]) path.split(" ")))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0000", "\n", "", "unknown"})
    void returnsNullForUnknownParticipant(String who) {
        Answer answer = client.ask(
                "query ($who: String!) { leaderboard(key: \"one\") { window(select: {relative:"
                        + " {definitionKey: \"daily\"}}) { ranking {"
                        + " standing(participant: {external: {externalId: $who}}) { rank }"
                        + " standingsOf(participants: [{external: {externalId: $who}}]) { rank }"
                        + " around(participant: {external: {externalId: $who}}) { nodes { rank } } } } } }",
                Map.of("who", who));
        Answer ranking = answer.node("data", "leaderboard", "window", "ranking");
        assertThat(ranking.at("standing")).isNull();
        assertThat(ranking.at("around", "nodes")).isEqualTo(List.of());
        assertThat(ranking.at("standingsOf")).isEqualTo(List.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ leaderboard(key: \"\\uD800\") { id } }",
                "{ participant(ref: {external: {externalId: \"\\uDC00\"}}) { id } }",
                "{ leaderboard(key: 1) { id } }",
                "{ leaderboard(key: null) { id } }",
                "mutation { submitScore(input: {leaderboardKey: \"one\", participant: {externalId: \"ann\"}, score: 1e400}) "
                        + "{ errors { code } } }",
                "mutation { submitScore(input: {leaderboardKey: \"one\", participant: {externalId: \"ann\"}, "
                        + "score: 1e99999999999}) { errors { code } } }",
                "mutation { submitScore(input: {leaderboardKey: \"one\", participant: {externalId: \"ann\"}, score: 1, "
                        + "metadata: {a: 1e131073}}) { errors { code } } }",
                "mutation { submitScore(input: {leaderboardKey: \"one\", participant: {externalId: \"ann\"}, score: 1, "
                        + "metadata: {a: \"\\u0000\"}}) { errors { code } } }",
                "mutation { submitScore(input: {leaderboardKey: \"one\", participant: {externalId: \"ann\"}, score: 1, "
                        + "subscore: 9223372036854775808}) { errors { code } } }",
                "mutation { submitScore(input: {leaderboardKey: \"one\", participant: {externalId: \"ann\"}, score: true}) "
                        + "{ errors { code } } }",
                "mutation { submitScore(input: {leaderboardKey: \"one\", participant: {externalId: \"ann\"}, score: 1, "
                        + "achievedAt: \"10000-01-01T00:00:00Z\"}) { errors { code } } }",
                "mutation { submitScore(input: {leaderboardKey: \"one\", participant: {externalId: \"ann\"}, score: 1, "
                        + "achievedAt: \"0001-01-01T00:00:00+23:59\"}) { errors { code } } }",
            })
    void rejectsInvalidLiterals(String document) {
        assertNoInternalError(client.send(document, Map.of()));
    }

    private static void assertBadInput(Answer answer, String code) {
        assertThat(answer.at("errors", 0, "extensions", "code"))
                .as("%s", answer)
                .isEqualTo(code);
    }

    private static void assertNoInternalError(Answer answer) {
        assertThat(answer.at("errors", 0, "extensions", "code"))
                .as("%s", answer)
                .isNotEqualTo("INTERNAL");
    }

    private String cursor(String board, String kind) {
        return client.ask("{ leaderboard(key: \"" + board + "\") { window(select: {relative: {definitionKey:" + " \""
                        + WindowKind.valueOf(kind).key()
                        + "\"}}) { ranking { standings(first: 1) { pageInfo { endCursor } } } } } }")
                .text("data", "leaderboard", "window", "ranking", "standings", "pageInfo", "endCursor");
    }

    private Answer ranking(String field) {
        return board("window(select: {relative: {definitionKey: \"daily\"}}) { ranking { " + field + " } }");
    }

    private Answer board(String field) {
        return client.send("{ leaderboard(key: \"one\") { " + field + " } }", Map.of());
    }

    private String number(String id) {
        return Long.toString(server.read(id).number());
    }
}
