package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.database.Until;
import laurel.score.submission.Scores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A ranking as of a time contains the submissions received by that time. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class RankingAsOfTest {
    private static final String LIST =
            " { time entryCount standings { nodes { score rank participant { externalId } } } }";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    @Inject
    Scores scores;

    @Value("${laurel.database.pool-size:16}")
    int connections;

    private GraphQLClient client;

    @BeforeEach
    void start() {
        client = server.client();
        client.ask(
                "mutation { createLeaderboard(input: {key: \"board\", windowDefinitions: [{kind: DAILY}]}) { __typename } }");
        submit("ann", 5);
        clock.advance(Duration.ofMinutes(10));
        submit("ben", 7);
        clock.advance(Duration.ofMinutes(10));
        submit("ann", 9);
    }

    private void submit(String who, int score) {
        client.ask("mutation { submitScore(input: {leaderboardKey: \"board\", participant: {externalId: \"" + who
                + "\"}, score: " + score + "}) { __typename } }");
    }

    @Test
    void includesSubmissionsReceivedByTheTime() {
        assertThat(asOf("2025-07-13T11:59:59Z")).isEqualTo("0");
        assertThat(asOf("2025-07-13T12:00:00Z")).isEqualTo("1 ann 5 1");
        assertThat(asOf("2025-07-13T12:10:00Z")).isEqualTo("2 ben 7 1, ann 5 2");
        assertThat(asOf("2025-07-13T12:20:00Z")).isEqualTo("2 ann 9 1, ben 7 2");
    }

    private String asOf(String time) {
        return asOf("board", "", time);
    }

    private String asOf(String board, String window, String time) {
        var found = client.ask("{ leaderboard(key: \"" + board + "\") { window" + window + " { ranking { asOf(time: \""
                        + time + "\")" + LIST + " } } } }")
                .node("data", "leaderboard", "window", "ranking", "asOf");
        return found.at("entryCount")
                + found.list("standings", "nodes").stream()
                        .map(one -> " " + one.text("participant", "externalId") + " " + one.at("score") + " "
                                + one.at("rank"))
                        .collect(Collectors.joining(","));
    }

    @Test
    void returnsNullBeforeWindowStarted() {
        assertThat(client.ask(document("asOf(time: \"2025-07-12T23:59:59Z\") { entryCount }"))
                        .at("data", "leaderboard", "window", "ranking", "asOf"))
                .isNull();
    }

    @Test
    void rejectsFutureTimeAndTooManyTimes() {
        assertThat(error("asOf(time: \"2025-07-13T12:20:01Z\") { entryCount }")).isEqualTo("INVALID_ARGUMENT");
        List<String> times = IntStream.range(0, 5)
                .mapToObj(n -> "t" + n + ": asOf(time: \"2025-07-13T12:0" + n + ":00Z\") { entryCount }")
                .toList();
        assertThat(error(String.join(" ", times))).isEqualTo("LIMIT_EXCEEDED");
        assertThat(client.ask(document(String.join(" ", times.subList(0, 4)))).at("errors"))
                .isNull();
    }

    @Test
    void costsMoreThanItsFields() {
        String time = "2025-07-13T12:10:00Z";
        assertThat(cost("asOf(time: \"" + time + "\") { entryCount }")).isEqualTo("155");
        assertThat(cost("standings(first: 50) { nodes { movement(sinceTime: \"" + time + "\") { previousRank } } }"))
                .isEqualTo("255");
    }

    private String cost(String fields) {
        return String.valueOf(client.ask(document(fields)).at("extensions", "cost", "requested"));
    }

    @Test
    void usesOnlyPartOfConnections() throws Exception {
        int most = connections / 4;
        var reads = new AtomicInteger();
        var end = new CountDownLatch(1);
        List<Thread> threads = Stream.generate(() -> Thread.startVirtualThread(
                        () -> scores.past(List.of(), Set.of(), () -> reads.incrementAndGet() + await(end))))
                .limit(most + 1)
                .toList();
        Until.holds(() ->
                reads.get() >= most && threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
        assertThat(reads).hasValue(most);
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(reads).hasValue(most + 1);
    }

    private static long await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return end.getCount();
    }

    /** The cursors of `around` continue in both directions. */
    @Test
    void continuesFromCursorOfNeighbours() {
        String cursor = client.ask(document("asOf(time: \"2025-07-13T12:20:00Z\") {"
                        + " around(participant: {external: {externalId: \"ben\"}}, above: 0, below: 0) {"
                        + " pageInfo { startCursor hasPreviousPage hasNextPage } } }"))
                .text("data", "leaderboard", "window", "ranking", "asOf", "around", "pageInfo", "startCursor");
        assertThat(client.ask(document("asOf(time: \"2025-07-13T12:20:00Z\") { standings(before: \"" + cursor
                                + "\") { nodes { rank } pageInfo { hasNextPage hasPreviousPage } } }"))
                        .at("data", "leaderboard", "window", "ranking", "asOf", "standings"))
                .hasToString("{nodes=[{rank=1}], pageInfo={hasNextPage=true, hasPreviousPage=false}}");
    }

    /** Each day's sum fits into 64 bits; the sum of the first two days does not. */
    @ParameterizedTest
    @CsvSource({
        "DESCENDING, '2 ann 18000000000000000000 1, ben 7 2'",
        "ASCENDING, '2 ben 7 1, ann 18000000000000000000 2'"
    })
    void includesSumsBeyond64Bits(String order, String expected) {
        client.ask("mutation { createLeaderboard(input: {key: \"sums\", updateMode: INCREMENT, sortOrder: " + order
                + ", windowDefinitions: [{kind: DAILY}]}) { errors { message } } }");
        add("ben", "7");
        add("ann", "9000000000000000000");
        clock.advance(Duration.ofDays(1));
        add("ann", "9000000000000000000");
        String time = clock.instant().toString();
        clock.advance(Duration.ofDays(1));
        add("ann", "-9000000000000000000");
        client.ask("mutation { updateLeaderboard(input: {leaderboardKey: \"sums\", "
                + " windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]}) { errors { message } } }");
        new JobClient(server)
                .result("backfillWindows", Map.of("leaderboardKey", "sums", "windowDefinitionKey", "all-time"));
        assertThat(asOf("sums", "(select: {relative: {definitionKey: \"all-time\"}})", time))
                .isEqualTo(expected);
    }

    private void add(String who, String score) {
        client.ask("mutation { submitScore(input: {leaderboardKey: \"sums\", participant: {externalId: \"" + who
                + "\"}, score: \"" + score + "\"}) { __typename } }");
    }

    private Object error(String fields) {
        return client.send(document(fields), Map.of()).text("errors", 0, "extensions", "code");
    }

    private static String document(String fields) {
        return "{ leaderboard(key: \"board\") { window { ranking { " + fields + " } } } }";
    }
}
