package laurel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starting with an older Java. */
class MainTest {
    @Test
    void printsRequiredVersionOnOlderJava(@TempDir Path directory) throws Exception {
        Optional<Path> older = older();
        assumeThat(older).as("a Java older than 21 in /usr/lib/jvm").isPresent();
        compile(directory);
        Process process = new ProcessBuilder(older.orElseThrow().toString(), "-cp", directory.toString(), "laurel.Main")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(said).matches("Laurel cannot start: it needs Java 21 or newer; this is Java \\d+ in \\S+");
    }

    /** Compiles the launcher as the build does. */
    private static void compile(Path directory) {
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "--release",
                        "8",
                        "-Xlint:-options",
                        "-d",
                        directory.toString(),
                        "src/launcher/java/laurel/Main.java");
        assertThat(code).isZero();
    }

    private static Optional<Path> older() throws IOException {
        Path all = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(all)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(all)) {
            return homes.filter(home -> List.of(8, 11, 17).stream().anyMatch(version -> isOf(home, version)))
                    .map(home -> home.resolve("bin/java"))
                    .filter(Files::isExecutable)
                    .findFirst();
        }
    }

    private static boolean isOf(Path home, int version) {
        Path release = home.resolve("release");
        return Files.exists(release)
                && ProjectFiles.text(release).contains("JAVA_VERSION=\"" + (version == 8 ? "1.8" : version));
    }
}
