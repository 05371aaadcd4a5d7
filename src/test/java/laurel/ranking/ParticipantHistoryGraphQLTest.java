package laurel.ranking;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.Tries;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A participant's standings in present and past windows of all leaderboards, compared with a list of all windows in which
 * its submissions counted.
 */
class ParticipantHistoryGraphQLTest {
    private static HistoryLeaderboards boards;

    @BeforeAll
    static void start() {
        boards = new HistoryLeaderboards();
    }

    @AfterAll
    static void stop() {
        boards.close();
    }

    @Test
    void hasWindowsOfEveryStateAndKind() {
        List<HistoryItem> all =
                boards.all.values().stream().flatMap(List::stream).toList();
        assertThat(all.stream().map(HistoryItem::state)).contains("OPEN", "GRACE", "FINAL");
        assertThat(all.stream().map(HistoryItem::kind).distinct())
                .contains(
                        WindowKind.HOURLY,
                        WindowKind.DAILY,
                        WindowKind.WEEKLY,
                        WindowKind.MONTHLY,
                        WindowKind.YEARLY,
                        WindowKind.ALL_TIME,
                        WindowKind.CUSTOM);
        assertThat(all.stream().map(HistoryItem::board).distinct())
                .containsExactlyInAnyOrderElementsOf(HistoryLeaderboards.BOARDS.keySet());
        assertThat(all.stream().filter(item -> item.board().equals("kept") && item.kind() == WindowKind.DAILY))
                .as("older days have expired")
                .hasSizeLessThan(12);
    }

    @Test
    void findsSameStandingsAsFilterOfAllWindows() {
        Random random = new Random(2);
        for (int n = 0; n < Tries.of(60, 1_000); n++) {
            HistoryConditions conditions = HistoryConditions.random(random);
            String who = HistoryLeaderboards.PARTICIPANTS.get(random.nextInt(HistoryLeaderboards.PARTICIPANTS.size()));
            boolean ofOperator = random.nextBoolean();
            List<HistoryItem> expected = requireNonNull(boards.all.get(who)).stream()
                    .filter(conditions::matches)
                    .toList();
            assertThat(pages(ofOperator ? boards.operator : boards.bound, who, conditions, 1 + random.nextInt(60)))
                    .as("%s %s", who, conditions)
                    .isEqualTo(expected);
        }
    }

    private static List<HistoryItem> pages(GraphQLClient client, String who, HistoryConditions conditions, int size) {
        List<HistoryItem> items = new ArrayList<>();
        Object after = null;
        do {
            Map<String, Object> variables = new HashMap<>(Map.of("filter", conditions.input(), "first", size));
            variables.put("after", after);
            variables.put("who", who);
            Answer page =
                    client.ask("""
                            query ($who: String!, $filter: ParticipantStandingFilter, $first: Int, $after: String) {
                              participant(ref: {external: {externalId: $who}}) {
                                standings(filter: $filter, first: $first, after: $after) {
                                  nodes { %s } pageInfo { hasNextPage endCursor } } } }
                            """.formatted(HistoryItem.FIELDS), variables).node("data", "participant", "standings");
            page.list("nodes").forEach(node -> items.add(HistoryItem.of(node)));
            after = page.at("pageInfo", "hasNextPage") == Boolean.TRUE ? page.at("pageInfo", "endCursor") : null;
        } while (after != null);
        return items;
    }

    @Test
    void returnsPresentWindowsWithoutFilter() {
        List<String> present = standings("first: 1000").stream()
                .map(HistoryItem::state)
                .distinct()
                .toList();
        assertThat(present).containsExactly("OPEN");
        Instant at = HistoryLeaderboards.START.plus(Duration.ofDays(30));
        assertThat(standings("first: 1000, time: \"" + at + "\""))
                .isEqualTo(requireNonNull(boards.all.get("ann")).stream()
                        .filter(item -> HistoryConditions.NONE.matches(item))
                        .filter(item ->
                                item.startsAt() == null || !item.startsAt().isAfter(at))
                        .filter(item -> item.endsAt() == null || item.endsAt().isAfter(at))
                        .toList());
        assertThat(standings("first: 1000, time: \"" + at + "\", filter: {windowStates: [OPEN]}"))
                .isNotEmpty()
                .allMatch(item -> item.state().equals("OPEN"));
        assertThat(standings("windowKinds: [DAILY], filter: {windowKinds: [WEEKLY]}"))
                .isEmpty();
        assertThat(standings("windowKinds: [DAILY], filter: {windowKinds: [DAILY, WEEKLY]}"))
                .isNotEmpty()
                .allMatch(item -> item.kind() == WindowKind.DAILY);
    }

    private static List<HistoryItem> standings(String arguments) {
        return standingsOf("ann", arguments);
    }

    private static List<HistoryItem> standingsOf(String who, String arguments) {
        return boards
                .operator
                .ask("{ participant(ref: {external: {externalId: \"" + who + "\"}}) { standings(" + arguments
                        + ") { nodes { " + HistoryItem.FIELDS + " } } } }")
                .list("data", "participant", "standings", "nodes")
                .stream()
                .map(HistoryItem::of)
                .toList();
    }

    @Test
    void showsFinalRanks() {
        String nodes = "nodes { rank ranking { finalRanking {"
                + " standing(participant: {external: {externalId: \"ann\"}}) { rank } } } }";
        List<Answer> finals = boards.operator
                .ask("{ participant(ref: {external: {externalId: \"ann\"}}) {"
                        + " standings(first: 200, filter: {windowStates: [FINAL]}) { " + nodes + " } } }")
                .list("data", "participant", "standings", "nodes");
        assertThat(finals).hasSizeGreaterThan(20).allSatisfy(node -> assertThat(node.at("rank"))
                .isEqualTo(node.at("ranking", "finalRanking", "standing", "rank")));
    }

    /** The scores of this participant are the worst, so they change no rank. */
    @Test
    void keepsCursorsValidWhileStandingsAreAdded() {
        submitWorst("hours");
        List<HistoryItem> first = standingsOf("eve", "filter: {}, first: 1");
        String cursor = boards.operator
                .ask("{ participant(ref: {external: {externalId: \"eve\"}}) {"
                        + " standings(filter: {}, first: 1) { pageInfo { endCursor } } } }")
                .text("data", "participant", "standings", "pageInfo", "endCursor");
        submitWorst("tokyo");
        submitWorst("rolling");
        List<HistoryItem> rest = standingsOf("eve", "filter: {}, first: 1000, after: \"" + cursor + "\"");
        assertThat(Stream.concat(first.stream(), rest.stream()).toList())
                .isEqualTo(standingsOf("eve", "filter: {}, first: 1000"));
        assertThat(rest.stream().map(HistoryItem::board)).contains("hours", "tokyo", "rolling");
    }

    private static void submitWorst(String board) {
        boards.operator
                .ask("mutation { submitScore(input: {leaderboardKey: \"" + board
                        + "\", participant: {externalId: \"eve\"}, score: -1}) { receipt { status } } }")
                .text("data", "submitScore", "receipt", "status");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            filter: {startTime: "2025-06-02T00:00:00Z", endTime: "2025-06-02T00:00:00Z"} | INVALID_ARGUMENT
            filter: {startTime: "2025-06-03T00:00:00Z", endTime: "2025-06-02T00:00:00Z"} | INVALID_ARGUMENT
            filter: {windowStates: [CLOSED]} | GRAPHQL_VALIDATION_FAILED
            filter: {}, first: 0 | INVALID_PAGE_SIZE
            filter: {}, first: 1001 | INVALID_PAGE_SIZE
            filter: {}, after: "nonsense" | INVALID_CURSOR
            filter: {archived: ONLY}, after: "CURSOR" | INVALID_CURSOR
            after: "CURSOR" | INVALID_CURSOR
            """)
    void rejectsInvalidArguments(String arguments, String code) {
        String cursor = boards.operator
                .ask("{ participant(ref: {external: {externalId: \"ann\"}}) {"
                        + " standings(filter: {}, first: 1) { pageInfo { endCursor } } } }")
                .text("data", "participant", "standings", "pageInfo", "endCursor");
        assertThat(code(arguments.replace("CURSOR", cursor))).isEqualTo(code);
    }

    @Test
    void rejectsMoreLeaderboardKeysThanAPage() {
        String keys = Stream.generate(() -> "\"days\"").limit(1_001).collect(Collectors.joining(", "));
        assertThat(code("filter: {leaderboardKeys: [" + keys + "]}")).isEqualTo("INVALID_ARGUMENT");
    }

    private static @Nullable Object code(String arguments) {
        return boards.operator
                .send(
                        "{ participant(ref: {external: {externalId: \"ann\"}}) { standings(" + arguments
                                + ") { nodes { rank } } } }",
                        Map.of())
                .at("errors", 0, "extensions", "code");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{leaderboardKeys: []}",
                "{leaderboardKeys: [\"none\", \"\\u0000\", \"a b\"]}",
                "{windowKinds: []}",
                "{windowStates: []}",
                "{windowStates: [EXPIRED]}",
                "{startTime: \"9999-01-01T00:00:00Z\", windowKinds: [DAILY]}",
                "{endTime: \"0001-01-01T00:00:00Z\", windowKinds: [DAILY]}",
            })
    void findsNothing(String filter) {
        assertThat(standings("filter: " + filter)).isEmpty();
    }
}
