package laurel.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private static final Progress SILENT = new Progress(new PrintStream(PrintStream.nullOutputStream()), false);

    private final List<String> turns = new ArrayList<>();

    /** Takes the next of these times, in microseconds, each turn. */
    private Contestant contestant(String name, int most, long... micros) {
        int[] turn = {0};
        return new Contestant(
                name,
                time -> {
                    turns.add(name);
                    Histogram latencies = Sample.histogram();
                    latencies.recordValue(micros[turn[0]++] * 1_000);
                    return new Sample(latencies, 1_000_000, 0, null);
                },
                most);
    }

    @Test
    void runsContestantsInTurnsAndReportsMedians() throws Exception {
        Results results = new Rounds(3, Duration.ofMillis(1), SILENT)
                .run(
                        "turns",
                        List.of(
                                contestant("a", Integer.MAX_VALUE, 900, 10, 500, 30),
                                contestant("b", Integer.MAX_VALUE, 1, 2, 3, 4),
                                contestant("slow", 1, 700)));
        assertThat(String.join(" ", turns)).isEqualTo("a b a b slow b a a b");
        assertThat(results.of("a").p50()).isBetween(29.9, 30.1);
        assertThat(results.of("b").p50()).isBetween(2.9, 3.1);
        assertThat(results.of("slow").p50()).isBetween(699.0, 701.0);
        assertThat(results.of("a").operations()).isEqualTo(3);
        assertThat(results.of("a").rate()).isEqualTo(1000);
        assertThat(results.failures()).isEmpty();
    }
}
