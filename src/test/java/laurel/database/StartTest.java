package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
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
    void aTakenPortGivesOneLineAndStopsTheServer(@TempDir Path directory) throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            String output = outputOfFailedStart(directory, Map.of("micronaut.server.port", port));
            assertThat(output).contains("127.0.0.1:" + port).doesNotContain("\tat laurel");
        }
    }

    @Test
    void anyOtherFailureKeepsItsStackTraceAndStopsTheServer(@TempDir Path directory) throws Exception {
        String output =
                outputOfFailedStart(directory, Map.of("micronaut.server.port", "0", "laurel.limits.batch", "?"));
        assertThat(output).contains("laurel.limits.batch", "\tat ");
    }

    @Test
    void aSignalEndsServiceAndServerInOrder(@TempDir Path directory) throws Exception {
        PreparedDirectory.fill(directory);
        var environment = Map.of("LAUREL_DATA_DIRECTORY", directory.toString());
        try (var laurel = ChildJvm.start(Laurel.class, ANY_PORT, environment)) {
            laurel.lineContaining("Startup completed");
            laurel.terminate();
            String output = laurel.output();
            assertThat(laurel.exitCode()).isEqualTo(143);
            assertThat(output + laurel.errors()).doesNotContain("\tat ", " WARN ", " ERROR ");
        }
        assertThat(directory.resolve("postgres/postmaster.pid")).doesNotExist();
        assertThat(directory.resolve("postgres.log")).content().contains("database system is shut down");
    }

    /** What a start on an embedded server printed, which left no server behind. */
    private static String outputOfFailedStart(Path directory, Map<String, String> settings) throws Exception {
        PreparedDirectory.fill(directory);
        Map<String, String> properties = new HashMap<>(settings);
        properties.put("laurel.data-directory", directory.toString());
        properties.put("laurel.demo", "false");
        try (var laurel = ChildJvm.start(Laurel.class, properties, Map.of())) {
            String output = laurel.output() + laurel.errors();
            assertThat(laurel.exitCode()).isEqualTo(1);
            assertThat(directory.resolve("postgres/postmaster.pid")).doesNotExist();
            return output;
        }
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
