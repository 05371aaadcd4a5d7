package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Searches what all tests have printed, after the last one has ended. */
class SuiteOutputIT {
    private static final Path OUTPUT = Path.of(System.getProperty("laurel.output.searched", "target/test-output.txt"));

    @Test
    void outputOfAllTestsContainsNoSecret() throws IOException {
        try (Stream<String> lines = Files.lines(OUTPUT, StandardCharsets.UTF_8)) {
            assertThat(Secrets.lines(lines)).isEmpty();
        }
    }
}
