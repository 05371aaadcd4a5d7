package laurel.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import laurel.Tries;
import laurel.bench.bed.Options;
import laurel.bench.measure.Progress;
import laurel.bench.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The benchmarks at sizes that measure nothing, so that they work when they are needed: some where {@code CI} is set, all
 * in the long run.
 */
class BenchTest {
    private static final String SOME = "ranks,batches";

    @Test
    void measuresAndLeavesNothingBehind(@TempDir Path directory) throws Exception {
        assumeTrue(
                Tries.LONG || System.getenv("CI") != null, "benchmarks are tried where CI is set, and in the long run");
        Options options = Options.parse(
                "--only",
                Tries.LONG ? "" : SOME,
                "--output",
                directory.toString(),
                "--sizes",
                "2000",
                "--rounds",
                "1",
                "--measure",
                "0.02",
                "--clients",
                "2",
                "--writers",
                "2",
                "--checks",
                "100",
                "--updates",
                "100",
                "--participants",
                "20",
                "--subscribers",
                "20",
                "--rates",
                "40",
                "--soak",
                Tries.LONG ? "0.2" : "0",
                "--jvm",
                "-Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        Report report = Bench.run(options, Progress.onStandardError());
        assertThat(report.failed()).as(report.markdown()).isFalse();
        assertThat(report.markdown()).contains("rank | 2", "COPY");
        if (Tries.LONG) {
            assertThat(report.markdown())
                    .contains(
                            "as loaded",
                            "in SQL",
                            "top 1,000 | 2",
                            "upserts over JDBC | 2",
                            "resident MB",
                            "WebSocket with a subscription",
                            "p99 ms to the score",
                            "| 40 |");
        }
        assertThat(names(directory)).containsExactlyInAnyOrder("bench.md", "bench.json");
    }

    private static Stream<String> names(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList().stream();
        }
    }

    @Test
    void namesInvalidOptions() {
        assertThatThrownBy(() -> Options.parse("--size", "1")).hasMessage("Unknown option --size; see --help.");
        assertThatThrownBy(() -> Options.parse("--sizes")).hasMessage("--sizes requires a value.");
        assertThatThrownBy(() -> Options.parse("--sizes", "many").sizes()).hasMessage("--sizes: invalid value many.");
        assertThat(Options.help()).contains("--check-time").contains("(10000,1000000,10000000)");
    }
}
