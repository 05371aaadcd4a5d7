package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import laurel.Laurel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the process says and returns when it cannot start, and how it ends. */
class StartTest {
    private static final Map<String, String> ANY_PORT = Map.of("micronaut.server.port", "-1", "laurel.demo", "false");

    @Test
    void aServiceThatMustNotStartGivesOneLine() throws Exception {
        var environment = Map.of("LAUREL_DATABASE_URL", "jdbc:postgresql://127.0.0.1/laurel", "LAUREL_KEYS", "");
        assertThat(lineOfFailedStart(environment))
                .isEqualTo("Laurel cannot start: laurel.database.url is set and laurel.keys is not: set LAUREL_KEYS");
    }

    @Test
    void aDatabaseThatCannotBeUsedGivesOneLine() throws Exception {
        int port = freePort();
        var environment = Map.of(
                "LAUREL_DATABASE_URL",
                "jdbc:postgresql://127.0.0.1:" + port + "/laurel?password=secret",
                "LAUREL_DATABASE_PASSWORD",
                "secret",
                "LAUREL_KEYS",
                "key-of-the-tests-0123456789");
        assertThat(lineOfFailedStart(environment))
                .isEqualTo(
                        "Laurel cannot start: cannot reach PostgreSQL at 127.0.0.1:%d/laurel: ConnectException,"
                                + " Connection refused",
                        port);
    }

    @Test
    void anyOtherFailureKeepsItsStackTraceAndStopsTheServer(@TempDir Path directory) throws Exception {
        PreparedDirectory.fill(directory);
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var properties = Map.of(
                    "laurel.data-directory",
                    directory.toString(),
                    "laurel.demo",
                    "false",
                    "micronaut.server.port",
                    Integer.toString(taken.getLocalPort()));
            try (var laurel = ChildJvm.start(Laurel.class, properties, Map.of())) {
                assertThat(laurel.output()).contains("BindException", "\tat ");
                assertThat(laurel.exitCode()).isEqualTo(1);
                assertThat(directory.resolve("postgres/postmaster.pid")).doesNotExist();
            }
        }
    }

    @Test
    void aSignalEndsServiceAndServerInOrder(@TempDir Path directory) throws Exception {
        PreparedDirectory.fill(directory);
        var environment = Map.of("LAUREL_DATA_DIRECTORY", directory.toString());
        try (var laurel = ChildJvm.start(Laurel.class, ANY_PORT, environment)) {
            laurel.lineContaining("Startup completed");
            laurel.terminate();
            laurel.awaitEnd();
        }
        assertThat(directory.resolve("postgres/postmaster.pid")).doesNotExist();
        assertThat(directory.resolve("postgres.log")).content().contains("database system is shut down");
    }

    private static String lineOfFailedStart(Map<String, String> environment) throws Exception {
        try (var laurel = ChildJvm.start(Laurel.class, ANY_PORT, environment)) {
            assertThat(laurel.output()).doesNotContain("secret", "\tat ");
            assertThat(laurel.exitCode()).isEqualTo(1);
            var lines = laurel.errors()
                    .lines()
                    .filter(line -> !line.startsWith("WARNING: "))
                    .toList();
            assertThat(lines).hasSize(1);
            return lines.getFirst();
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
