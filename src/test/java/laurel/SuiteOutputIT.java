package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Searches what all tests have printed, after the last one has ended. */
class SuiteOutputIT {
    private static final Path OUTPUT = Path.of(System.getProperty("suite.searched", "target/test-output.txt"));

    @Test
    void outputOfAllTestsContainsNoSecret() throws IOException {
        List<String> lines = Files.readAllLines(OUTPUT, StandardCharsets.UTF_8);
        assertThat(lines).isNotEmpty();
        assertThat(Secrets.lines(lines.stream())).isEmpty();
    }
}
