package laurel.score.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import laurel.graphql.node.NodeId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Lists of submissions, compared with a filter over a list of all submissions. */
class SubmissionListGraphQLTest {
    private static final Instant START = Instant.parse("2025-05-28T12:00:00Z");
    private static final List<String> BOARDS = List.of("points", "laps", "hidden");
    private static final List<String> PARTICIPANTS = List.of("ann", "ben", "cleo");
    private static final int COUNT = 240;

    private static final TickingClock CLOCK = new TickingClock(START);
    private static LaurelServer server;
    private static GraphQLClient operator;
    private static GraphQLClient bound;
    /** In the order of receipt. */
    private static final List<Sent> ALL = new ArrayList<>();

    /** A submission that was accepted. */
    private record Sent(String id, String board, String who, Instant achievedAt, Instant receivedAt, String status) {}

    /** Conditions; null for none. */
    private record Filter(
            @Nullable String board,
            @Nullable String who,
            @Nullable Instant achievedStart,
            @Nullable Instant achievedEnd,
            @Nullable Instant receivedStart,
            @Nullable Instant receivedEnd,
            @Nullable String status) {
        boolean matches(Sent sent) {
            return (board == null || board.equals(sent.board))
                    && (who == null || who.equals(sent.who))
                    && within(sent.achievedAt, achievedStart, achievedEnd)
                    && within(sent.receivedAt, receivedStart, receivedEnd)
                    && (status == null || status.equals(sent.status));
        }

        private static boolean within(Instant at, @Nullable Instant start, @Nullable Instant end) {
            return (start == null || !at.isBefore(start)) && (end == null || at.isBefore(end));
        }

        Map<String, Object> input() {
            Map<String, Object> input = new HashMap<>();
            put(input, "leaderboardKey", board);
            if (who != null) {
                input.put("participant", Map.of("external", Map.of("externalId", who)));
            }
            put(input, "achievedStartTime", achievedStart);
            put(input, "achievedEndTime", achievedEnd);
            put(input, "receivedStartTime", receivedStart);
            put(input, "receivedEndTime", receivedEnd);
            put(input, "status", status);
            return input;
        }

        private static void put(Map<String, Object> input, String name, @Nullable Object value) {
            if (value != null) {
                input.put(name, value.toString());
            }
        }
    }

    /** Submits over three months, to one day each on average. */
    @BeforeAll
    static void start() {
        server = LaurelServer.shared(CLOCK);
        operator = server.client();
        bound = server.boundClient(
                operator.ask("mutation { createApiKey(input: {name: \"bound\", role: ADMIN}) { key } }")
                        .text("data", "createApiKey", "key"));
        for (String board : BOARDS) {
            String visibility = board.equals("hidden") ? "PRIVATE" : "PUBLIC";
            operator.ask("mutation { createLeaderboard(input: {key: \"" + board
                            + "\", updateMode: REPLACE, visibility: " + visibility
                            + ", groupings: [[]]}) { leaderboard { id } } }")
                    .text("data", "createLeaderboard", "leaderboard", "id");
        }
        Random random = new Random(1);
        for (int n = 0; n < COUNT; n++) {
            // Several are received at the same time.
            CLOCK.advance(Duration.ofHours(random.nextInt(3) * 8L));
            submit(random);
        }
    }

    private static void submit(Random random) {
        String board = BOARDS.get(random.nextInt(BOARDS.size()));
        String who = PARTICIPANTS.get(random.nextInt(PARTICIPANTS.size()));
        Instant now = CLOCK.instant();
        Instant achievedAt = now.minus(Duration.ofHours(random.nextInt(5) * 24L));
        boolean scored = random.nextInt(8) > 0;
        String id = operator.ask("mutation { submitScore(input: {leaderboardKey: \"" + board
                        + "\", participant: {externalId: \"" + who + "\"}, score: " + (scored ? "1" : "null")
                        + ", achievedAt: \"" + achievedAt + "\"}) { receipt { submission { id } } } }")
                .text("data", "submitScore", "receipt", "submission", "id");
        boolean removed = random.nextInt(6) == 0;
        if (removed) {
            operator.ask("mutation { removeSubmission(input: {submissionId: \"" + id + "\"}) { submission { id } } }")
                    .text("data", "removeSubmission", "submission", "id");
        }
        String status = removed ? "REMOVED" : scored ? "COUNTED" : "NO_SCORE";
        ALL.add(new Sent(id, board, who, achievedAt, now, status));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void findsSameSubmissionsAsFilterOfAll() {
        Random random = new Random(2);
        for (int n = 0; n < Tries.of(60, 1_000); n++) {
            Filter filter = filter(random);
            List<String> expected = expected(filter);
            assertThat(pages(operator, filter, 1 + random.nextInt(40)))
                    .as("%s", filter)
                    .isEqualTo(expected);
        }
    }

    private static Filter filter(Random random) {
        String who = random.nextInt(3) > 0 ? PARTICIPANTS.get(random.nextInt(PARTICIPANTS.size())) : null;
        String board = random.nextBoolean() ? BOARDS.get(random.nextInt(BOARDS.size())) : null;
        // Without a participant, the range of receipt is limited.
        Instant received = random.nextBoolean() || who == null ? moment(random) : null;
        Instant receivedEnd = received != null ? received.plus(Duration.ofDays(1 + random.nextInt(31))) : null;
        Instant achieved = random.nextBoolean() ? moment(random) : null;
        Instant achievedEnd =
                random.nextBoolean() ? null : achieved == null ? moment(random) : achieved.plusSeconds(999_999);
        String status = random.nextBoolean()
                ? null
                : List.of("COUNTED", "NO_SCORE", "REMOVED", "DUPLICATE").get(random.nextInt(4));
        return new Filter(board, who, achieved, achievedEnd, received, receivedEnd, status);
    }

    private static Instant moment(Random random) {
        // Often the very time of a submission.
        Sent sent = ALL.get(random.nextInt(ALL.size()));
        return random.nextBoolean() ? sent.receivedAt : sent.achievedAt.plus(Duration.ofHours(random.nextInt(48)));
    }

    /** Submissions that were received at the same time are ordered by ID, which the order of receipt determines. */
    private static List<String> expected(Filter filter) {
        return ALL.reversed().stream()
                .filter(filter::matches)
                .sorted(Comparator.comparing(Sent::receivedAt).reversed())
                .map(Sent::id)
                .toList();
    }

    private static List<String> pages(GraphQLClient client, Filter filter, int size) {
        List<String> ids = new ArrayList<>();
        Object after = null;
        do {
            Map<String, Object> variables = new HashMap<>(Map.of("filter", filter.input(), "first", size));
            variables.put("after", after);
            Answer page = client.ask("""
                            query ($filter: ScoreSubmissionFilter!, $first: Int, $after: String) {
                              submissions(filter: $filter, first: $first, after: $after) {
                                nodes { id } pageInfo { hasNextPage endCursor } } }
                            """, variables).node("data", "submissions");
            page.list("nodes").forEach(node -> ids.add(node.text("id")));
            assertThat(page.list("nodes")).hasSizeLessThanOrEqualTo(size);
            after = page.at("pageInfo", "hasNextPage") == Boolean.TRUE ? page.at("pageInfo", "endCursor") : null;
        } while (after != null);
        return ids;
    }

    @Test
    void listsLastReceivedFirst() {
        Instant start = START;
        Filter all = new Filter(null, null, null, null, start, null, null);
        assertThat(pages(operator, all, 100))
                .isEqualTo(ALL.reversed().stream().map(Sent::id).toList());
    }

    @Test
    void returnsFieldsOfSubmission() {
        Sent last = ALL.getLast();
        Answer node = operator.ask("{ submissions(first: 1, filter: {receivedStartTime: \"" + START + "\"}) { nodes {"
                        + " id leaderboard { key } participant { externalId } achievedAt receivedAt status } } }")
                .node("data", "submissions", "nodes", 0);
        assertThat(node.text("leaderboard", "key")).isEqualTo(last.board);
        assertThat(node.text("participant", "externalId")).isEqualTo(last.who);
        assertThat(node.text("receivedAt")).isEqualTo(last.receivedAt.toString());
        assertThat(node.text("achievedAt")).isEqualTo(last.achievedAt.toString());
        assertThat(node.text("status")).isEqualTo(last.status);
    }

    @Test
    void findsSubmissionById() {
        Sent last = ALL.getLast();
        for (GraphQLClient client : List.of(operator, bound)) {
            assertThat(client.ask("{ submission(id: \"" + last.id + "\") { id status } }")
                            .at("data", "submission"))
                    .hasToString("{id=" + last.id + ", status=" + last.status + "}");
        }
        NodeId own = server.read(last.id);
        String ofOtherApp = server.inNewApp().id(own.type(), own.board(), own.number());
        assertThat(operator.ask("{ submission(id: \"" + ofOtherApp + "\") { id } }")
                        .at("data", "submission"))
                .isNull();
        assertThat(operator.send("{ submission(id: \"nonsense\") { id } }", Map.of())
                        .at("errors", 0, "extensions", "code"))
                .isEqualTo("INVALID_ID");
    }

    @Test
    void listsSubmissionsOfPrivateLeaderboards() {
        Filter ann = new Filter(null, "ann", null, null, null, null, null);
        Filter hidden = new Filter("hidden", "ann", null, null, null, null, null);
        for (Filter filter : List.of(ann, hidden)) {
            assertThat(pages(bound, filter, 7)).isEqualTo(expected(filter)).containsAnyElementsOf(expected(hidden));
        }
    }
}
