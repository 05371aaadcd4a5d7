package laurel.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import laurel.lifecycle.Lifecycle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** After random submissions and erasures, rankings of open and final windows equal those of a model in memory. */
class ErasureModelTest {
    private static final Instant NOW = Instant.parse("2025-07-13T12:00:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOW);
    private static final int STEPS = Tries.of(50, 90);
    private static final int NAMES = 9;

    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                CLOCK,
                Map.of(
                        "laurel.rankindex.threshold", 2,
                        "laurel.rankindex.leaf-size", 2,
                        "laurel.rankindex.fanout", 2));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Arguments> histories() {
        return Stream.of("EARLIEST", "ID")
                .flatMap(rule -> IntStream.range(0, Tries.of(1, 40)).mapToObj(seed -> Arguments.of(rule, seed)));
    }

    /** An entry of the model. */
    private static final class ModelEntry {
        final String window;
        String who;
        int score;

        ModelEntry(String window, String who, int score) {
            this.window = window;
            this.who = who;
            this.score = score;
        }
    }

    private static final class History {
        private final Random random;
        private final String board;
        private final ErasureClient client = new ErasureClient(server);
        private final List<ModelEntry> entries = new ArrayList<>();

        History(String rule, int seed) {
            this.random = new Random(17L * seed + rule.hashCode());
            this.board = "board-" + rule.toLowerCase(java.util.Locale.ROOT) + "-" + seed;
            client.change("createLeaderboard(input: {key: \"" + board + "\", tieRule: " + rule
                    + ", windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]})");
        }

        /** Names are of this history; some are the beginning of others. */
        private String name(int n) {
            return board + "-" + "x".repeat(n % 4) + n / 4;
        }

        void step() {
            String who = name(random.nextInt(NAMES));
            switch (random.nextInt(12)) {
                case 0 -> erase(who, ErasedStandings.REMOVED);
                case 1 -> erase(who, ErasedStandings.ANONYMOUS);
                case 2 -> pass(Duration.ofHours(random.nextInt(20)));
                default -> submit(who, random.nextInt(4));
            }
        }

        private void submit(String who, int score) {
            String day = CLOCK.instant().toString().substring(0, 10);
            client.change("submitScore(input: {leaderboardKey: \"" + board + "\", participant: {externalId: \"" + who
                    + "\"}, score: " + score + "})");
            for (String window : List.of("ALL-TIME", day)) {
                ModelEntry entry = entries.stream()
                        .filter(one -> one.window.equals(window) && one.who.equals(who))
                        .findFirst()
                        .orElse(null);
                if (entry == null) {
                    entries.add(new ModelEntry(window, who, score));
                } else {
                    entry.score = Math.max(entry.score, score);
                }
            }
            CLOCK.advance(Duration.ofSeconds(random.nextInt(2)));
        }

        private void erase(String who, ErasedStandings standings) {
            if (entries.stream().noneMatch(entry -> entry.who.equals(who))) {
                return;
            }
            if (random.nextBoolean()) {
                client.erase(who, standings);
            } else {
                client.start(who, standings);
            }
            if (standings == ErasedStandings.REMOVED) {
                entries.removeIf(entry -> entry.who.equals(who));
            } else {
                entries.stream().filter(entry -> entry.who.equals(who)).forEach(entry -> entry.who = "-");
            }
        }

        private void pass(Duration time) {
            CLOCK.advance(time);
            server.bean(Lifecycle.class).run(CLOCK.instant());
        }

        /** Entries with equal scores in any order. */
        void check() {
            entries.stream().map(entry -> entry.window).distinct().forEach(window -> assertThat(
                            client.standings(board, window))
                    .as(window)
                    .containsExactlyInAnyOrderElementsOf(ranked(window)));
        }

        private List<String> ranked(String window) {
            List<ModelEntry> sorted = entries.stream()
                    .filter(entry -> entry.window.equals(window))
                    .sorted(Comparator.comparingInt((ModelEntry entry) -> -entry.score))
                    .toList();
            return sorted.stream()
                    .map(entry -> 1
                            + sorted.stream()
                                    .filter(other -> other.score > entry.score)
                                    .count() + " " + entry.who + " " + entry.score)
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("histories")
    void ranksAsModelDoes(String rule, int seed) {
        CLOCK.set(NOW);
        History history = new History(rule, seed);
        for (int n = 0; n < STEPS; n++) {
            history.step();
            history.check();
        }
        server.runJobs();
        CLOCK.advance(Duration.ofDays(2));
        server.bean(Lifecycle.class).run(CLOCK.instant());
        history.check();
        assertThat(new JobClient(server).result("checkRankings", Map.of()).at("wrongCount"))
                .isEqualTo(0);
        assertThat(server.database()
                        .sql()
                        .of(
                                "SELECT count(*) FROM participant AS p JOIN score_submission AS s ON s.participant_id = p.id"
                                        + " WHERE p.erased_at IS NOT NULL AND num_nonnulls(s.metadata, s.idempotency_key) > 0")
                        .one(Long.class))
                .isZero();
    }
}
