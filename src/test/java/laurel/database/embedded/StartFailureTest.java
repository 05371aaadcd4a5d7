package laurel.database.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartFailureTest {
    private final Path log;

    StartFailureTest(@TempDir Path directory) {
        log = directory.resolve("postgres.log");
    }

    @Test
    void explainsHowToRunAsRoot() throws Exception {
        assertThat(reason("initdb: error: cannot be run as root\ninitdb: hint: Please log in"))
                .startsWith("it refuses to run as root")
                .contains("LAUREL_DATABASE_URL");
    }

    @Test
    void prefersTheLogOfTheServer() throws Exception {
        Files.writeString(log, """
                2026-01-01 UTC [7] LOG:  starting
                2026-01-01 UTC [7] FATAL:  could not create lock file "postmaster.pid": No space left on device
                2026-01-01 UTC [7] LOG:  database system is shut down
                """);
        assertThat(reason("pg_ctl: could not start server"))
                .isEqualTo("could not create lock file \"postmaster.pid\": No space left on device (more in %s)", log);
    }

    @Test
    void usesOutputOfTheProgramWithoutALog() throws Exception {
        assertThat(reason("creating\ninitdb: error: could not write\ninitdb: removing"))
                .isEqualTo("could not write");
        assertThat(reason("unshare: failed\n\n")).isEqualTo("unshare: failed");
        assertThat(reason("")).isEqualTo("no reason was given");
    }

    private String reason(String output) throws Exception {
        return StartFailure.reason(log, new ServerPrograms.Failure(output));
    }
}
