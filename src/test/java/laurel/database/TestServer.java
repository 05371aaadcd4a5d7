package laurel.database;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import laurel.FreePort;
import laurel.SuiteReport.Started;
import laurel.database.connection.Login;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.PostgreSQLContainer;

/**
 * The PostgreSQL server that all tests of this JVM share: the server of {@code LAUREL_TEST_DATABASE_URL} (with {@code ..._USER}
 * and {@code ..._PASSWORD}), otherwise one in Docker if an engine answers, otherwise the embedded one.
 *
 * @param url a database to connect to, in order to create others
 * @param user a role that may create databases
 * @param lasting whether the server runs after the tests, which therefore drop their databases
 */
record TestServer(
        String url, @Nullable String user, @Nullable String password, boolean lasting) {
    /** An unusual time zone, so that queries that depend on the zone of the server fail. */
    private static final String ZONE = "Asia/Kathmandu";

    /** An order of texts other than "C", so that queries that depend on the locale of the server fail. */
    private static final String LOCALE = "en-US";

    /** Not durable and without vacuum: the databases exist for seconds, and the server never crashes. */
    private static final Map<String, String> CONFIGURATION = Map.of(
            "max_connections", "300",
            "timezone", ZONE,
            "fsync", "off",
            "full_page_writes", "off",
            "max_wal_size", "1GB",
            "autovacuum_naptime", "1d");

    private static final String IMAGE = "postgres:18";
    private static final Duration TO_START = Duration.ofSeconds(90);

    static TestServer start() {
        Started.POSTGRESQL.count();
        String url = setting("LAUREL_TEST_DATABASE_URL");
        if (url != null) {
            log("the one of LAUREL_TEST_DATABASE_URL");
            return new TestServer(
                    url, setting("LAUREL_TEST_DATABASE_USER"), setting("LAUREL_TEST_DATABASE_PASSWORD"), true);
        }
        TestServer inDocker = isDockerRunning() ? inDockerWithin(TO_START) : null;
        return inDocker == null ? embedded() : inDocker;
    }

    /** Returns null if the engine cannot get the image, or takes too long. */
    private static @Nullable TestServer inDockerWithin(Duration time) {
        CompletableFuture<TestServer> started = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("docker").start(() -> {
            try {
                requireImage();
                started.complete(inDocker());
            } catch (RuntimeException | InterruptedException e) {
                started.completeExceptionally(e);
            }
        });
        try {
            return started.get(time.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException e) {
            log("none in Docker, " + e);
            return null;
        }
    }

    /** Pulls the image in one attempt, because Testcontainers would try for minutes. */
    private static void requireImage() throws InterruptedException {
        DockerClient engine = DockerClientFactory.lazyClient();
        try {
            engine.inspectImageCmd(IMAGE).exec();
        } catch (NotFoundException e) {
            engine.pullImageCmd(IMAGE).start().awaitCompletion();
        }
    }

    Login login(String database) {
        return new Login(url.replaceFirst("(//[^/]*/)[^?]*", "$1" + database), user, password);
    }

    void execute(String sql) {
        try (var connection = new Login(url, user, password).unpooled().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static @Nullable String setting(String name) {
        String property = System.getProperty(name.toLowerCase(Locale.ROOT).replace('_', '.'));
        return property != null ? property : System.getenv(name);
    }

    private static boolean isDockerRunning() {
        try {
            return isDockerInstalled() && DockerClientFactory.instance().isDockerAvailable();
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** Avoids the delay and the stack traces of Testcontainers on a machine without Docker. */
    private static boolean isDockerInstalled() {
        Path home = Path.of(System.getProperty("user.home"));
        return System.getenv("DOCKER_HOST") != null
                || Stream.of(
                                Path.of("/var/run/docker.sock"),
                                home.resolve(".testcontainers.properties"),
                                home.resolve(".docker/run/docker.sock"),
                                home.resolve(".docker/desktop/docker.sock"),
                                Path.of(System.getenv().getOrDefault("XDG_RUNTIME_DIR", "/none"), "docker.sock"))
                        .anyMatch(Files::exists);
    }

    @SuppressWarnings("resource") // Testcontainers removes it after the JVM.
    private static TestServer inDocker() {
        var container = new PostgreSQLContainer<>(IMAGE)
                .withEnv("POSTGRES_INITDB_ARGS", "--locale-provider=icu --icu-locale=" + LOCALE)
                .withCommand(CONFIGURATION.entrySet().stream()
                        .flatMap(one -> Stream.of("-c", one.getKey() + "=" + one.getValue()))
                        .toArray(String[]::new));
        container.start();
        log(IMAGE + " in Docker");
        return new TestServer(container.getJdbcUrl(), container.getUsername(), container.getPassword(), false);
    }

    @SuppressWarnings("resource") // Its own shutdown hook stops it and removes its files.
    private static TestServer embedded() {
        log("embedded");
        try {
            var builder = EmbeddedPostgres.builder()
                    .setPort(FreePort.next())
                    .setPGStartupWait(Duration.ofSeconds(60))
                    .setLocaleConfig("locale-provider", "icu")
                    .setLocaleConfig("icu-locale", LOCALE);
            CONFIGURATION.forEach(builder::setServerConfig);
            MemoryFolder.create().ifPresent(builder::setDataDirectory);
            var server = builder.start();
            return new TestServer(server.getJdbcUrl("postgres", "postgres"), null, null, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void log(String kind) {
        LoggerFactory.getLogger(TestServer.class).info("Tests use this PostgreSQL: {}", kind);
    }
}
