package laurel.score.restriction;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * After any sequence of submissions, bans, hidings, approvals, rejections, removals and their reversals, rankings are those of a
 * model without the participants that are restricted and without the submissions that wait or are rejected; and so are rankings of
 * earlier times.
 */
class QuarantineModelTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOW);
    private static final int STEPS = Tries.of(55, 90);
    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                CLOCK,
                Map.of(
                        "laurel.rankindex.threshold", 2,
                        "laurel.rankindex.leaf-size", 2,
                        "laurel.rankindex.fanout", 2,
                        "laurel.limits.backfill-windows", 400));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Arguments> histories() {
        return Stream.of("MAX", "MIN", "REPLACE", "INCREMENT")
                .flatMap(mode -> IntStream.range(0, Tries.of(1, 25)).mapToObj(seed -> Arguments.of(mode, seed)));
    }

    @ParameterizedTest
    @MethodSource("histories")
    void ranksWhatCountsAsModelDoes(String mode, int seed) {
        CLOCK.set(NOW);
        QuarantineHistory history = new QuarantineHistory(server, CLOCK, mode, seed);
        for (int n = 0; n < STEPS; n++) {
            history.step();
            history.check();
        }
        history.checkPast();
        history.acceptAll();
        history.check();
        history.checkPast();
        assertThat(history.quarantinedCount()).isPositive();
        assertThat(new JobClient(server).result("checkRankings", Map.of()).at("wrongCount"))
                .isEqualTo(0);
    }
}
