package laurel.ranking.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Standings are found by the names that the caller sees, best position first. */
class StandingSearchGraphQLTest {
    private static final String SEARCH = """
            query ($board: String! = "race", $name: String!, $first: Int) { leaderboard(key: $board) { ranking {
              search(name: $name, first: $first) { rank position score participant { name } } } } }
            """;
    private static final String SUBMIT = """
            mutation ($items: [SubmitScoreInput!]!) { submitScores(input: {items: $items}) { acceptedCount } }
            """;

    private LaurelServer server;
    private GraphQLClient game;

    @BeforeEach
    void start() {
        server = LaurelServer.shared(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")));
        game = server.client();
        create("race");
        submit(List.of(
                item("race", "1", "Sebastian Vettel", 9),
                item("race", "2", "Sébastien Buemi", 7),
                item("race", "3", "Jean-Eric Vergne", 7),
                item("race", "4", "Vitaly Petrov", 5),
                item("race", "5", "O'Neil \\ 100%_x'y", 4),
                item("race", "6", "Ébène", 3)));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void create(String board) {
        game.ask("mutation { createLeaderboard(input: {key: \"" + board
                        + "\", updateMode: REPLACE, visibility: PUBLIC, windowDefinitions: [{kind: ALL_TIME}]}) {"
                        + " leaderboard { key } } }")
                .text("data", "createLeaderboard", "leaderboard", "key");
    }

    private void submit(List<Map<String, Object>> items) {
        assertThat(game.ask(SUBMIT, Map.of("items", items)).at("data", "submitScores", "acceptedCount"))
                .isEqualTo(items.size());
    }

    private static Map<String, Object> item(String board, String externalId, String name, int score) {
        return Map.of(
                "leaderboardKey",
                board,
                "participant",
                Map.of("externalId", board + externalId, "name", name),
                "score",
                score);
    }

    private static List<String> search(GraphQLClient client, String board, String name, int first) {
        return client
                .ask(SEARCH, Map.of("board", board, "name", name, "first", first))
                .list("data", "leaderboard", "ranking", "search")
                .stream()
                .map(one -> one.text("rank") + " " + one.text("position") + " " + one.text("participant", "name"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            seb|1 1 Sebastian Vettel
            V|1 1 Sebastian Vettel, 2 3 Jean-Eric Vergne, 4 4 Vitaly Petrov
            VE|1 1 Sebastian Vettel, 2 3 Jean-Eric Vergne
             sebastian v |1 1 Sebastian Vettel
            sebastian p|
            jean-eric|2 3 Jean-Eric Vergne
            jean eric|2 3 Jean-Eric Vergne
            eric|2 3 Jean-Eric Vergne
            ettel|
            sé|2 2 Sébastien Buemi
            éb|6 6 Ébène
            ÉB|6 6 Ébène
            neil \\|5 5 O'Neil \\ 100%_x'y
            100%|5 5 O'Neil \\ 100%_x'y
            y|5 5 O'Neil \\ 100%_x'y
            %|
            .|
            """)
    void findsNamesAndWordsByTheirStart(String name, String expected) {
        List<String> found = expected == null ? List.of() : List.of(expected.split(", "));
        assertThat(search(game, "race", name, 10)).isEqualTo(found);
    }

    @ParameterizedTest
    @CsvSource({"''", "' '", "'\u0000'", "'\u2028'"})
    void findsNothingForBlankOrImpossibleText(String name) {
        assertThat(search(game, "race", name, 10)).isEmpty();
    }

    @Test
    void findsBestPositionsFirst() {
        assertThat(search(game, "race", "v", 2)).containsExactly("1 1 Sebastian Vettel", "2 3 Jean-Eric Vergne");
        submit(List.of(item("race", "4", "Vitaly Petrov", 50)));
        assertThat(search(game, "race", "v", 2)).containsExactly("1 1 Vitaly Petrov", "2 2 Sebastian Vettel");
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "100000"})
    void rejectsInvalidSize(int first) {
        assertThat(game.send(SEARCH, Map.of("name", "v", "first", first)).text("errors", 0, "extensions", "code"))
                .isEqualTo("INVALID_PAGE_SIZE");
    }

    @Test
    void findsNothingInEmptyRankingAndInOtherApps() {
        create("empty");
        assertThat(search(game, "empty", "v", 10)).isEmpty();
    }

    @Test
    void findsRenamedParticipantByItsNewName() {
        game.ask(
                "mutation { updateParticipant(input: {participant: {external: {externalId: \"race4\"}}, name: \"Zed\"}) {"
                        + " participant { id } } }");
        assertThat(search(game, "race", "vit", 10)).isEmpty();
        assertThat(search(game, "race", "z", 10)).containsExactly("4 4 Zed");
    }

    /** Others find it by its pseudonym only; the player itself and servers by its name only. */
    @Test
    void findsPseudonymousParticipantByWhatTheCallerSees() {
        game.ask("mutation { setPseudonym(input: {participant: {external: {externalId: \"race1\"}}, pseudonym:"
                + " \"Comet Vega\"}) { participant { name } } }");
        GraphQLClient owner = server.client(token("race1"));
        GraphQLClient other = server.client(token("race2"));
        for (GraphQLClient seeing : List.of(game, owner, game)) {
            assertThat(search(seeing, "race", "sebastian", 10)).containsExactly("1 1 Sebastian Vettel");
            assertThat(search(seeing, "race", "comet", 10)).isEmpty();
            assertThat(search(seeing, "race", "ve", 1)).containsExactly("1 1 Sebastian Vettel");
        }
        assertThat(search(other, "race", "sebastian", 10)).isEmpty();
        assertThat(search(other, "race", "vettel", 10)).isEmpty();
        assertThat(search(other, "race", "comet", 10)).containsExactly("1 1 Comet Vega");
        assertThat(search(other, "race", "vega", 10)).containsExactly("1 1 Comet Vega");
        assertThat(search(other, "race", "ve", 10)).containsExactly("1 1 Comet Vega", "2 3 Jean-Eric Vergne");
        assertThat(search(other, "race", "v", 2)).containsExactly("1 1 Comet Vega", "2 3 Jean-Eric Vergne");
    }

    /** A hidden name takes no place: the next match is found instead. */
    @Test
    void doesNotRevealNameByFewerStandings() {
        game.ask("mutation { setPseudonym(input: {participant: {external: {externalId: \"race1\"}}, pseudonym:"
                + " \"Comet\"}) { participant { name } } }");
        assertThat(search(server.client(token("race2")), "race", "ve", 1)).containsExactly("2 3 Jean-Eric Vergne");
    }

    private String token(String externalId) {
        return game.ask("mutation { createPlayerToken(input: {participant: {externalId: \"" + externalId
                        + "\"}}) { token } }")
                .text("data", "createPlayerToken", "token");
    }

    /** The first 1,000 standings are searched, and then the names of all participants. */
    @Test
    void findsStandingsBehindTheBest() {
        create("long");
        List<Map<String, Object>> items = IntStream.range(0, 1_500)
                .mapToObj(n -> item("long", "n" + n, (n % 7 == 0 ? "Lucky " : "Player ") + n, 5_000 - n))
                .toList();
        for (int from = 0; from < items.size(); from += 500) {
            submit(items.subList(from, from + 500));
        }
        assertThat(search(game, "long", "lucky", 1000)).hasSize(215).last().isEqualTo("1499 1499 Lucky 1498");
        assertThat(search(game, "long", "lucky", 3)).containsExactly("1 1 Lucky 0", "8 8 Lucky 7", "15 15 Lucky 14");
        assertThat(search(game, "long", "149", 1000))
                .containsExactly(
                        "150 150 Player 149",
                        "1491 1491 Player 1490",
                        "1492 1492 Lucky 1491",
                        "1493 1493 Player 1492",
                        "1494 1494 Player 1493",
                        "1495 1495 Player 1494",
                        "1496 1496 Player 1495",
                        "1497 1497 Player 1496",
                        "1498 1498 Player 1497",
                        "1499 1499 Lucky 1498",
                        "1500 1500 Player 1499");
        assertThat(search(game, "race", "lucky", 10)).isEmpty();
    }
}
