package laurel.score;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
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

/** Many at once, on one node and on two: nothing lost, nothing twice, no error, no deadlock. */
class ScoreConcurrencyTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final String WINDOWS = "{kind: DAILY}, {kind: WEEKLY}, {kind: ALL_TIME}";
    private static final List<String> NAMES = List.of("2025-07-13", "2025-W28", "ALL-TIME");
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

    /** What one writer sent and was told. */
    private record Told(String who, long sent, Answer answer) {}

    @ParameterizedTest
    @EnumSource
    void whatStandsIsWhatWasSubmitted(UpdateMode mode) {
        String board = "writers-" + mode.name().toLowerCase(Locale.ROOT);
        ScoreClient client = nodes.getFirst();
        client.create(board, mode.name(), WINDOWS);
        List<Told> all = Together.all(WRITERS, writer -> write(client, board, writer)).stream()
                .flatMap(List::stream)
                .toList();
        for (String window : NAMES) {
            Map<String, String> expected = new HashMap<>();
            byParticipant(all).forEach((who, told) -> expected.put(who, expected(mode, window, told)));
            assertThat(client.stands(board, window)).as(window).isEqualTo(expected);
        }
    }

    /** Singles and batches in turn; no score is sent twice. */
    private static List<Told> write(ScoreClient client, String board, int writer) {
        Random random = new Random(writer);
        List<Told> told = new ArrayList<>();
        for (int request = 0; request < 8; request++) {
            List<Long> scores = new ArrayList<>();
            List<Map<String, Object>> inputs = new ArrayList<>();
            for (int item = request % 2 == 0 ? 1 : 4; item > 0; item--) {
                scores.add(1L + writer + WRITERS * (long) (told.size() + scores.size()));
                inputs.add(ScoreClient.score(board, "who-" + random.nextInt(10), scores.getLast()));
            }
            List<Answer> answers = inputs.size() == 1
                    ? List.of(client.submitUntilTaken(inputs.getFirst()))
                    : client.submitAllUntilTaken(inputs).list("results").stream()
                            .map(Answer::receipt)
                            .toList();
            for (int item = 0; item < inputs.size(); item++) {
                Answer answer = answers.get(item);
                told.add(new Told(answer.text("submission", "participant", "externalId"), scores.get(item), answer));
            }
        }
        return told;
    }

    private static String expected(UpdateMode mode, String window, Collection<Told> told) {
        var sent = told.stream().mapToLong(Told::sent);
        return switch (mode) {
            case MAX -> Long.toString(sent.max().orElseThrow());
            case MIN -> Long.toString(sent.min().orElseThrow());
            case INCREMENT -> {
                assertThat(last(window, told)).isEqualTo(Long.toString(sent.sum()));
                yield last(window, told);
            }
            case REPLACE -> last(window, told);
        };
    }

    /** Each found what exactly one other left: the answers are one chain, and this is its end. */
    private static String last(String window, Collection<Told> told) {
        Map<String, String> next = told.stream()
                .map(one -> change(one.answer, window))
                .collect(toMap(change -> String.valueOf(change.at("previousScore")), change -> change.text("score")));
        String score = "null";
        for (int step = 0; step < told.size(); step++) {
            score = Objects.requireNonNull(next.get(score), "the chain of answers is broken");
        }
        assertThat(next).doesNotContainKey(score);
        return score;
    }

    private static Answer change(Answer answer, String window) {
        return answer.list("changes").stream()
                .filter(change -> change.text("window", "name").equals(window))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Batches over the same boards, newcomers and windows that are not open yet, each in an order of its own, and
     * singles.
     */
    @Test
    void twoNodesNeitherLoseNorDeadlock() {
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
                assertThat(node.submitAllUntilTaken(batch).at("failedCount")).isEqualTo(0);
                for (int i = 0; i < 4; i++) {
                    String board = boards.get(random.nextInt(boards.size()));
                    String who = newcomers + random.nextInt(24);
                    counted.add(board + " " + who);
                    assertThat(node.submitUntilTaken(ScoreClient.score(board, who, 1))
                                    .at("status"))
                            .isEqualTo("COUNTED");
                }
                return writer;
            });
            clock.advance(Duration.ofHours(5));
        }
        Map<String, Long> expected = counted.stream().collect(toMap(key -> key, key -> 1L, Long::sum));
        Map<String, Long> stands = new HashMap<>();
        for (String board : boards) {
            nodes.getLast()
                    .stands(board, "ALL-TIME")
                    .forEach((who, score) -> stands.put(board + " " + who, Long.valueOf(score)));
        }
        assertThat(stands).isEqualTo(expected);
        assertThat(counts("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
                .isZero();
    }

    @Test
    void anIdempotencyKeyTakesEffectOnce() {
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
        NAMES.forEach(
                window -> assertThat(nodes.getFirst().stands("retries", window)).isEqualTo(Map.of("ann", "7")));
    }

    /** On boards of their own, so that no board's lock makes them take turns. */
    @Test
    void aNewParticipantIsMadeOnce() {
        IntStream.range(0, 16).forEach(n -> nodes.getFirst().create("first-" + n, "MAX", WINDOWS));
        List<Answer> answers =
                Together.all(16, n -> nodes.get(n % 2).submit(ScoreClient.score("first-" + n, "one-and-only", n)));
        assertThat(answers.stream()
                        .map(answer -> answer.text("submission", "participant", "id"))
                        .distinct())
                .hasSize(1);
        assertThat(counts("SELECT count(*) FROM participant WHERE external_id = 'one-and-only'"))
                .isOne();
    }

    private static Map<String, List<Told>> byParticipant(List<Told> told) {
        return told.stream().collect(toMap(Told::who, List::of, (a, b) -> Stream.concat(a.stream(), b.stream())
                .toList()));
    }

    private static long counts(String sql) {
        return server.database().sql().of(sql).one(Long.class);
    }
}
