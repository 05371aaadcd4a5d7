package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import laurel.FreePort;
import laurel.Laurel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output and exit code of a process that cannot start, and the end of a process after a signal. */
class StartTest {
    private static final Map<String, String> ANY_PORT = Map.of("micronaut.server.port", "-1", "laurel.demo", "false");
    private static final String SMALLEST_POOL = "2";
    private static final String NO_DIRECTORY = "/dev/null";

    @Test
    void printsOneLineIfKeysAreMissing() throws Exception {
        var environment = Map.of("LAUREL_DATABASE_URL", "jdbc:postgresql://127.0.0.1/laurel", "LAUREL_KEYS", "");
        assertThat(lineOfFailedStart(environment))
                .isEqualTo("Laurel cannot start: laurel.database.url is set and laurel.keys is not: set LAUREL_KEYS");
    }

    /** Micronaut ignores its host if it has listeners. */
    @Test
    void printsOneLineIfAListenerHasNoKeys() throws Exception {
        var environment = Map.of(
                "MICRONAUT_SERVER_NETTY_LISTENERS_PUBLIC_HOST", "0.0.0.0",
                "LAUREL_KEYS", "",
                "LAUREL_DATA_DIRECTORY", NO_DIRECTORY);
        assertThat(lineOfFailedStart(environment))
                .isEqualTo("Laurel cannot start: micronaut.server.netty.listeners is set and laurel.keys is not: set"
                        + " LAUREL_KEYS");
    }

    /** Micronaut would report the value of a placeholder without an end. */
    @ParameterizedTest
    @ValueSource(strings = {"LAUREL_DATABASE_PASSWORD", "LAUREL_KEYS", "LAUREL_LIVE_TICK"})
    void printsOneLineForAPlaceholder(String name) throws Exception {
        var environment = Map.of(name, "my-${secret-0123456789", "LAUREL_DATA_DIRECTORY", NO_DIRECTORY);
        assertThat(lineOfFailedStart(environment))
                .isEqualTo("Laurel cannot start: " + name + " contains ${, which is not allowed");
    }

    @Test
    void printsOneLineIfTheDatabaseIsUnreachable() throws Exception {
        int port = FreePort.next();
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
    void printsOneLineAndStopsTheServerIfThePortIsTaken(@TempDir Path directory) throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            String output = outputOfFailedStart(directory, Map.of("micronaut.server.port", port));
            assertThat(output).contains("127.0.0.1:" + port).doesNotContain("\tat laurel");
        }
    }

    @Test
    void printsStackTraceAndStopsTheServerAfterOtherFailures(@TempDir Path directory) throws Exception {
        String output = outputOfFailedStart(
                directory, Map.of("micronaut.server.port", "0", "micronaut.server.netty.max-header-size", "?"));
        assertThat(output).contains("\tat ").containsIgnoringCase("header");
    }

    @Test
    void printsOneLineForEachWrongSetting() throws Exception {
        var environment = Map.of(
                "LAUREL_DATABASE_POOL_SIZE", "abc",
                "LAUREL_LIMITS_BATCH_SIZE", "-5",
                "LAUREL_LIVE_TICK", "soon",
                "LAUREL_LIMITS_TRIAL", "7",
                "LAUREL_LIMITS_BATCHES", "5");
        try (var laurel = ChildJvm.start(Laurel.class, Map.of("laurel.swep.every", "1s"), environment)) {
            assertThat(laurel.output())
                    .contains(
                            "LAUREL_LIMITS_BATCHES is not a setting of Laurel",
                            "laurel.swep.every is not a setting of Laurel")
                    .doesNotContain("\tat ");
            assertThat(laurel.exitCode()).isEqualTo(1);
            assertThat(laurel.errors().lines().filter(line -> !line.startsWith("WARNING: ")))
                    .containsExactly(
                            "Laurel cannot start: LAUREL_LIMITS_TRIAL has been renamed to LAUREL_LIMITS_PREVIEW_DAYS",
                            "Laurel cannot start: laurel.database.pool-size is \"abc\"; it must be a whole number from 2 to"
                                    + " 1000",
                            "Laurel cannot start: laurel.live.tick is \"soon\"; it must be a time such as 500ms, 10s, 5m,"
                                    + " 24h or 2d, 10ms or more",
                            "Laurel cannot start: laurel.limits.batch-size is \"-5\"; it must be a whole number from 1 to"
                                    + " 2147483647");
        }
    }

    @Test
    void printsOneLineForAnUnknownOption() throws Exception {
        try (var laurel = ChildJvm.start(Laurel.class, Map.of(), Map.of(), "--port", "9090")) {
            assertThat(laurel.output()).isEmpty();
            assertThat(laurel.exitCode()).isEqualTo(2);
            assertThat(laurel.errors().strip())
                    .isEqualTo("Laurel cannot run this command: unknown option --port; --help lists the options");
        }
    }

    @Test
    void stopsServiceAndServerAfterASignal(@TempDir Path directory) throws Exception {
        PreparedDirectory.fill(directory);
        var environment = Map.of("LAUREL_DATA_DIRECTORY", directory.toString());
        try (var laurel = ChildJvm.start(Laurel.class, ANY_PORT, environment)) {
            String root = laurel.lineContaining("/graphql").replaceFirst(".*(http://[^/]*)/.*", "$1");
            laurel.lineContaining("Startup completed");
            // Micronaut registers its shutdown hook after this line. A response takes longer than that.
            URI.create(root + "/health").toURL().openStream().close();
            laurel.terminate();
            String output = laurel.output();
            assertThat(laurel.exitCode()).isEqualTo(143);
            assertThat(output + laurel.errors()).doesNotContain("\tat ", " WARN ", " ERROR ");
        }
        assertThat(directory.resolve("postgres/postmaster.pid")).doesNotExist();
        assertThat(directory.resolve("postgres.log")).content().contains("database system is shut down");
    }

    /** The demo replays scores under a lock, which takes a second connection. */
    @Test
    void loadsTheDemoWithTheSmallestPool(@TempDir Path directory) throws Exception {
        PreparedDirectory.fill(directory);
        var environment =
                Map.of("LAUREL_DATA_DIRECTORY", directory.toString(), "LAUREL_DATABASE_POOL_SIZE", SMALLEST_POOL);
        try (var laurel = ChildJvm.start(Laurel.class, Map.of("micronaut.server.port", "-1"), environment)) {
            assertThat(laurel.lineContaining("/graphql")).contains("http://");
            laurel.terminate();
            laurel.awaitEnd();
        }
    }

    @Test
    void printsNoStackTraceAfterASignalDuringTheStart(@TempDir Path directory) throws Exception {
        assertStopsSilently(directory, Map.of("micronaut.server.port", "-1"), "Loading the demo");
    }

    @Test
    void stopsTheServerAfterASignalDuringItsStart(@TempDir Path directory) throws Exception {
        assertStopsSilently(directory, ANY_PORT, "Starting the embedded PostgreSQL");
        assertThat(directory.resolve("postgres.log")).content().contains("database system is shut down");
    }

    /** Sends a signal when the start has printed a line with this text. */
    private static void assertStopsSilently(Path directory, Map<String, String> settings, String line)
            throws Exception {
        PreparedDirectory.fill(directory);
        var environment = Map.of("LAUREL_DATA_DIRECTORY", directory.toString());
        try (var laurel = ChildJvm.start(Laurel.class, settings, environment)) {
            laurel.lineContaining(line);
            laurel.terminate();
            String output = laurel.output();
            assertThat(laurel.exitCode()).isEqualTo(143);
            assertThat(output + laurel.errors()).doesNotContain("\tat ", " WARN ", " ERROR ");
        }
        assertThat(directory.resolve("postgres/postmaster.pid")).doesNotExist();
    }

    /** Returns the output of a failed start with an embedded server, which must have stopped. */
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
}
