package laurel.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import laurel.database.OpenTransaction;
import laurel.database.Until;
import laurel.window.WindowOpener;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Definitions change on two nodes during submissions: no change is lost, and each score is checked by one definition. */
class LeaderboardConcurrencyTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final Map<String, Object> ALL_TIME =
            Map.of("windowDefinitions", List.of(Map.of("kind", "ALL_TIME")));
    private static final Map<String, Object> AND_DAYS =
            Map.of("windowDefinitions", List.of(Map.of("kind", "ALL_TIME"), Map.of("kind", "DAILY")));

    private static TickingClock clock;
    private static LaurelServer server;
    private static LaurelServer secondNode;
    private static List<LeaderboardClient> nodes;

    @BeforeAll
    static void start() {
        clock = new TickingClock(NOW);
        server = LaurelServer.start(clock);
        secondNode = LaurelServer.on(server.database(), clock);
        nodes = List.of(new LeaderboardClient(server.client()), new LeaderboardClient(secondNode.client()));
    }

    @AfterAll
    static void stop() {
        assertThat(one("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
                .isZero();
        secondNode.close();
        server.close();
    }

    @Test
    void acceptsOneOfManyChangesOfOneVersion() {
        nodes.getFirst().create(Map.of("key", "wanted"));
        for (int version = 1; version <= 3; version++) {
            int read = version;
            List<Answer> answers =
                    Together.all(16, n -> nodes.get(n % 2).update("wanted", read, Map.of("name", read + " by " + n)));
            List<Answer> won =
                    answers.stream().filter(answer -> answer.at("code") == null).toList();
            assertThat(won).hasSize(1);
            assertThat(won.getFirst().at("version")).isEqualTo(read + 1);
            assertThat(nodes.getLast().board("wanted").at("name"))
                    .isEqualTo(won.getFirst().at("name"));
            assertThat(answers.stream().map(answer -> answer.at("code")).filter(Objects::nonNull))
                    .hasSize(15)
                    .containsOnly("VERSION_CONFLICT");
        }
    }

    /** Each accepted score counts once in the all-time window. */
    @Test
    void losesNoScoresWhileWindowDefinitionsChange() {
        nodes.getFirst().create(Map.of("key", "busy", "updateMode", "INCREMENT"));
        Together.all(8, n -> n == 0 ? changeKinds() : submitMany(nodes.get(n % 2), "busy", "who-" + n));
        for (int n = 1; n < 8; n++) {
            assertThat(nodes.getLast().scores("busy", "ALL-TIME")).containsEntry("who-" + n, "20");
        }
    }

    /** Fewer changes than retries of a submission. */
    private static int changeKinds() {
        for (int version = 1; version <= 4; version++) {
            Answer after = nodes.get(version % 2).update("busy", version, version % 2 == 0 ? ALL_TIME : AND_DAYS);
            assertThat(after.at("version")).as("%s", after).isEqualTo(version + 1);
        }
        return 4;
    }

    private static int submitMany(LeaderboardClient client, String board, String who) {
        for (int n = 0; n < 20; n++) {
            assertThat(client.submit(board, who, 1)).isNull();
        }
        return 20;
    }

    /** Either the change is first and applies to the score, or the score is first and the change is rejected. */
    @Test
    void serializesFirstScoreAndChangeOfDecimals() {
        for (int round = 0; round < 20; round++) {
            String board = "decimals-" + round;
            nodes.getFirst().create(Map.of("key", board));
            List<Object> codes = Together.all(
                    2,
                    n -> n == 0
                            ? String.valueOf(nodes.getFirst()
                                    .update(board, 1, Map.of("decimals", 2, "sortOrder", "ASCENDING"))
                                    .at("code"))
                            : String.valueOf(nodes.getLast().submit(board, "ann", 5)));
            assertThat(codes.getLast()).isEqualTo("null");
            assertThat(nodes.getFirst().scores(board, "ALL-TIME"))
                    .isEqualTo(Map.of("ann", codes.getFirst().equals("null") ? "5.00" : "5"));
            assertThat(codes.getFirst()).isIn("null", "LEADERBOARD_HAS_SCORES");
        }
    }

    /** Windows that are opened while the sort order changes use the new order. */
    @Test
    void opensWindowsWithCurrentSortOrderWhileItChanges() {
        List<String> boards = IntStream.range(0, 10).mapToObj(n -> "order-" + n).toList();
        boards.forEach(board -> nodes.getFirst().create(with(AND_DAYS, "key", board)));
        for (int round = 1; round <= 4; round++) {
            int version = round;
            clock.advance(Duration.ofDays(1));
            Together.all(12, n -> {
                if (n >= 10) {
                    (n == 10 ? server : secondNode).bean(WindowOpener.class).openAhead(clock.instant());
                    return n;
                }
                Answer after = nodes.get(n % 2)
                        .update(
                                boards.get(n),
                                version,
                                Map.of("sortOrder", version % 2 == 1 ? "ASCENDING" : "DESCENDING"));
                assertThat(after.at("version")).as("%s", after).isEqualTo(version + 1);
                return n;
            });
            assertThat(one("SELECT count(*) FROM ranking AS r JOIN leaderboard AS l ON l.id = r.leaderboard_id"
                            + " WHERE r.sort_order <> l.sort_order"))
                    .isZero();
        }
    }

    /** Submissions after the deletion are rejected, and a new leaderboard with the same key is empty. */
    @Test
    void deletesLeaderboardUnderLoad() {
        for (int round = 0; round < 5; round++) {
            nodes.getFirst().create(with(AND_DAYS, "key", "doomed"));
            List<List<Object>> codes = Together.all(
                    9,
                    n -> n == 0
                            ? List.of(String.valueOf(
                                    nodes.getFirst().delete("doomed", 1).at("code")))
                            : submitUntilDeleted(nodes.get(n % 2), "who-" + n));
            assertThat(codes.getFirst()).containsExactly("null");
            assertThat(one("SELECT count(*) FROM leaderboard_window AS w"
                            + " WHERE NOT EXISTS (SELECT FROM leaderboard AS l WHERE l.id = w.leaderboard_id)"))
                    .isZero();
        }
        assertThat(one("SELECT count(*) FROM score_submission AS s WHERE NOT EXISTS (SELECT FROM leaderboard AS l"
                        + " WHERE l.id = s.leaderboard_id) AND NOT EXISTS (SELECT FROM leaderboard_deletion AS d"
                        + " WHERE d.id = s.leaderboard_id)"))
                .isZero();
        assertThat(one("SELECT count(*) FROM entry AS e WHERE NOT EXISTS (SELECT FROM ranking AS r"
                        + " WHERE r.id = e.ranking_id) AND NOT EXISTS (SELECT FROM ranking_deletion AS d"
                        + " WHERE d.id = e.ranking_id)"))
                .isZero();
        nodes.getFirst().create(with(AND_DAYS, "key", "doomed"));
        assertThat(nodes.getLast().scores("doomed", "ALL-TIME")).isEmpty();
    }

    /** Opening windows locks the rows of leaderboards, which a batch of submissions updates. */
    @Test
    void storesReceivedTimesWhileWindowsAreOpened() throws Exception {
        for (String board : List.of("long-played", "never-played")) {
            nodes.getFirst().create(with(AND_DAYS, "key", board, "clock", "SUBMISSIONS"));
        }
        assertThat(submitAt("2025-06-01T00:00:00Z", "long-played")).isEqualTo(0);
        List<Callable<Object>> batches = List.of(
                () -> submitAt("2025-06-01T01:00:00Z", "long-played", "never-played"),
                () -> submitAt("2025-06-02T01:00:00Z", "long-played", "never-played"));
        assertThat(whileLocked("SELECT id FROM leaderboard WHERE key = 'long-played' FOR SHARE", batches))
                .containsOnly(0);
    }

    /** The all-time window is open, the daily one is not. */
    @Test
    void deletesLeaderboardWhileItsWindowsAreOpened() throws Exception {
        nodes.getFirst().create(with(AND_DAYS, "key", "opening"));
        clock.advance(Duration.ofDays(10));
        List<Callable<Object>> both = List.of(
                () -> nodes.getFirst().submit("opening", "ann", 1),
                () -> String.valueOf(nodes.getLast().delete("opening", 1).at("code")));
        assertThat(whileLocked("SELECT pg_advisory_xact_lock(hashtext('open_slice'))", both))
                .containsExactly("LEADERBOARD_NOT_FOUND", "null");
    }

    /** Starts tasks one after the other while a lock is held, each once the previous ones wait, and releases the lock. */
    private static <T> List<T> whileLocked(String lock, List<Callable<T>> tasks) throws Exception {
        List<Future<T>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                OpenTransaction holder = server.database().transaction()) {
            holder.execute(lock);
            for (Callable<T> task : tasks) {
                running.add(threads.submit(task));
                Until.holds(() -> one("SELECT count(*) FROM pg_stat_activity"
                                + " WHERE wait_event_type = 'Lock' AND datname = current_database()")
                        == running.size());
            }
            holder.commit();
            List<T> results = new ArrayList<>();
            for (Future<T> one : running) {
                results.add(one.get());
            }
            return results;
        }
    }

    /** Returns the number of rejected submissions. */
    private static Object submitAt(String achievedAt, String... boards) {
        List<Map<String, Object>> input = Stream.of(boards)
                .map(board -> Map.<String, Object>of(
                        "leaderboardKey",
                        board,
                        "participant",
                        Map.of("externalId", "ann"),
                        "score",
                        1,
                        "achievedAt",
                        achievedAt))
                .toList();
        return Objects.requireNonNull(nodes.getFirst()
                .graphQL()
                .ask(
                        "mutation ($input: [SubmitScoreInput!]!) { submitScores(input: {items: $input}) {"
                                + " failedCount } }",
                        Map.of("input", input))
                .at("data", "submitScores", "failedCount"));
    }

    private static List<Object> submitUntilDeleted(LeaderboardClient client, String who) {
        List<Object> codes = new ArrayList<>();
        do {
            codes.add(String.valueOf(client.submit("doomed", who, codes.size())));
        } while (codes.getLast().equals("null"));
        assertThat(codes.getLast()).isEqualTo("LEADERBOARD_NOT_FOUND");
        return codes;
    }

    private static Map<String, Object> with(Map<String, Object> input, Object... more) {
        Map<String, Object> all = new HashMap<>(input);
        for (int i = 0; i < more.length; i += 2) {
            all.put((String) more[i], more[i + 1]);
        }
        return all;
    }

    private static long one(String sql) {
        return server.database().sql().of(sql).one(Long.class);
    }
}
