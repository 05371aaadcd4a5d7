package laurel.score;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import laurel.Tries;
import laurel.leaderboard.UpdateMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Concurrent submissions, on one node and on two: none is lost or counted twice, and there are no errors or deadlocks. */
class ScoreConcurrencyTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final String WINDOWS = "{kind: DAILY}, {kind: WEEKLY}, {kind: ALL_TIME}";
    private static final int WRITERS = Tries.of(16, 32);

    private static TickingClock clock;
    private static LaurelServer server;
    private static LaurelServer secondNode;
    private static List<ScoreClient> nodes;

    @BeforeAll
    static void start() {
        clock = new TickingClock(NOW);
        server = LaurelServer.start(clock);
        secondNode = LaurelServer.on(server.database(), clock);
        nodes = List.of(new ScoreClient(server.client()), new ScoreClient(secondNode.client()));
    }

    @AfterAll
    static void stop() {
        secondNode.close();
        server.close();
    }

    /** A submission that was sent, and its receipt. */
    private record Acknowledged(String participant, long score, Answer receipt) {}

    @ParameterizedTest
    @EnumSource
    void keepsEntriesExactUnderConcurrentSubmissions(UpdateMode mode) {
        String board = "writers-" + mode.name().toLowerCase(Locale.ROOT);
        ScoreClient client = nodes.getFirst();
        client.create(board, mode.name(), WINDOWS);
        List<Acknowledged> all = Together.all(WRITERS, writer -> write(client, board, writer)).stream()
                .flatMap(List::stream)
                .toList();
        for (String window : currentWindows()) {
            Map<String, String> expected = new HashMap<>();
            byParticipant(all).forEach((who, sent) -> expected.put(who, expected(mode, window, sent)));
            assertThat(client.scores(board, window)).as(window).isEqualTo(expected);
        }
    }

    /** Returns the names of the current windows; another test of this class moves the clock. */
    private static List<String> currentWindows() {
        ZonedDateTime now = clock.instant().atZone(ZoneOffset.UTC);
        String day = now.toLocalDate().toString();
        String week = DateTimeFormatter.ISO_WEEK_DATE.format(now.toLocalDate()).substring(0, "2025-W28".length());
        return List.of(day, week, "ALL-TIME");
    }

    /** Sends single submissions and batches in turn, each with a different score. */
    private static List<Acknowledged> write(ScoreClient client, String board, int writer) {
        Random random = new Random(writer);
        List<Acknowledged> acknowledged = new ArrayList<>();
        for (int request = 0; request < 8; request++) {
            List<Long> scores = new ArrayList<>();
            List<Map<String, Object>> inputs = new ArrayList<>();
            for (int item = request % 2 == 0 ? 1 : 4; item > 0; item--) {
                scores.add(1L + writer + WRITERS * (long) (acknowledged.size() + scores.size()));
                inputs.add(ScoreClient.score(board, "who-" + random.nextInt(10), scores.getLast()));
            }
            List<Answer> answers = inputs.size() == 1
                    ? List.of(client.submitWithRetries(inputs.getFirst()))
                    : client.submitAllWithRetries(inputs).list("results").stream()
                            .map(Answer::receipt)
                            .toList();
            for (int item = 0; item < inputs.size(); item++) {
                Answer answer = answers.get(item);
                acknowledged.add(new Acknowledged(
                        answer.text("submission", "participant", "externalId"), scores.get(item), answer));
            }
        }
        return acknowledged;
    }

    private static String expected(UpdateMode mode, String window, Collection<Acknowledged> sent) {
        var scores = sent.stream().mapToLong(Acknowledged::score);
        return switch (mode) {
            case MAX -> Long.toString(scores.max().orElseThrow());
            case MIN -> Long.toString(scores.min().orElseThrow());
            case INCREMENT -> {
                assertThat(last(window, sent)).isEqualTo(Long.toString(scores.sum()));
                yield last(window, sent);
            }
            case REPLACE -> last(window, sent);
        };
    }

    /** Returns the last score of a window: the changes form one chain, because each starts from the result of another. */
    private static String last(String window, Collection<Acknowledged> sent) {
        Map<String, String> next = sent.stream()
                .map(one -> change(one.receipt, window))
                .collect(toMap(change -> String.valueOf(change.at("previousScore")), change -> change.text("score")));
        String score = "null";
        for (int step = 0; step < sent.size(); step++) {
            score = Objects.requireNonNull(next.get(score), "the chain of changes is broken");
        }
        assertThat(next).doesNotContainKey(score);
        return score;
    }

    private static Answer change(Answer receipt, String window) {
        return receipt.list("changes").stream()
                .filter(change -> change.text("window", "name").equals(window))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Sends single submissions, and batches in random order to the same leaderboards, with new participants and windows
     * that are not open yet.
     */
    @Test
    void losesNoSubmissionAndHasNoDeadlockOnTwoNodes() {
        List<String> boards = List.of("a", "b", "c");
        boards.forEach(board -> nodes.getFirst().create(board, "INCREMENT", "{kind: HOURLY}, {kind: ALL_TIME}"));
        Collection<String> counted = new ConcurrentLinkedQueue<>();
        for (int round = 0; round < 3; round++) {
            String newcomers = "newcomer-" + round + "-";
            Together.all(WRITERS, writer -> {
                Random random = new Random(writer);
                List<Map<String, Object>> batch = new ArrayList<>();
                for (String board : boards) {
                    for (int i = 0; i < 4; i++) {
                        String who = newcomers + random.nextInt(12);
                        counted.add(board + " " + who);
                        var named = Map.of("externalId", who, "name", "named by " + writer);
                        batch.add(ScoreClient.with(ScoreClient.score(board, who, 1), "participant", named));
                    }
                }
                Collections.shuffle(batch, random);
                ScoreClient node = nodes.get(writer % 2);
                assertThat(node.submitAllWithRetries(batch).at("failedCount")).isEqualTo(0);
                for (int i = 0; i < 4; i++) {
                    String board = boards.get(random.nextInt(boards.size()));
                    String who = newcomers + random.nextInt(24);
                    counted.add(board + " " + who);
                    assertThat(node.submitWithRetries(ScoreClient.score(board, who, 1))
                                    .at("status"))
                            .isEqualTo("COUNTED");
                }
                return writer;
            });
            clock.advance(Duration.ofHours(5));
        }
        Map<String, Long> expected = counted.stream().collect(toMap(key -> key, key -> 1L, Long::sum));
        Map<String, Long> scores = new HashMap<>();
        for (String board : boards) {
            nodes.getLast()
                    .scores(board, "ALL-TIME")
                    .forEach((who, score) -> scores.put(board + " " + who, Long.valueOf(score)));
        }
        assertThat(scores).isEqualTo(expected);
        assertThat(count("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
                .isZero();
    }

    @Test
    void countsConcurrentRetriesOnce() {
        nodes.getFirst().create("retries", "INCREMENT", WINDOWS);
        var input = ScoreClient.with(ScoreClient.score("retries", "ann", 7), "idempotencyKey", "once");
        List<Answer> answers = Together.all(16, retry -> nodes.get(retry % 2).submit(input));
        assertThat(answers.stream().filter(answer -> "COUNTED".equals(answer.at("status"))))
                .hasSize(1);
        assertThat(answers.stream()
                        .map(answer -> answer.text("submission", "id"))
                        .distinct())
                .hasSize(1);
        assertThat(answers.stream().map(answer -> answer.at("changes")).distinct())
                .hasSize(1);
        currentWindows().forEach(window -> assertThat(nodes.getFirst().scores("retries", window))
                .isEqualTo(Map.of("ann", "7")));
    }

    /** Each submission goes to another leaderboard, so that no lock of a leaderboard serializes them. */
    @Test
    void createsNewParticipantOnce() {
        IntStream.range(0, 16).forEach(n -> nodes.getFirst().create("first-" + n, "MAX", WINDOWS));
        List<Answer> answers =
                Together.all(16, n -> nodes.get(n % 2).submit(ScoreClient.score("first-" + n, "one-and-only", n)));
        assertThat(answers.stream()
                        .map(answer -> answer.text("submission", "participant", "id"))
                        .distinct())
                .hasSize(1);
        assertThat(count("SELECT count(*) FROM participant WHERE external_id = 'one-and-only'"))
                .isOne();
    }

    private static Map<String, List<Acknowledged>> byParticipant(List<Acknowledged> sent) {
        return sent.stream()
                .collect(toMap(Acknowledged::participant, List::of, (a, b) -> Stream.concat(a.stream(), b.stream())
                        .toList()));
    }

    private static long count(String sql) {
        return server.database().sql().of(sql).one(Long.class);
    }
}
