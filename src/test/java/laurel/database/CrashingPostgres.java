package laurel.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import laurel.FreePort;
import laurel.database.connection.Login;
import laurel.database.sql.Sql;

/** A durable PostgreSQL for one test, which can be killed and started again. */
public final class CrashingPostgres implements AutoCloseable {
    private final Path directory;
    private EmbeddedPostgres server;

    private CrashingPostgres(Path directory, EmbeddedPostgres server) {
        this.directory = directory;
        this.server = server;
    }

    public static CrashingPostgres start() throws IOException {
        Path directory = Files.createTempDirectory("laurel-crash");
        return new CrashingPostgres(
                directory, builder(directory).setPort(FreePort.next()).start());
    }

    /** The JDBC URL, the same after a restart. */
    public String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    /** Statements and transactions without a pool. */
    public Sql sql() {
        return TestDatabase.sql(new Login(url(), null, null).unpooled());
    }

    /** Kills all its processes, like a power failure. */
    public void kill() throws Exception {
        Path file = directory.resolve("postgres").resolve("postmaster.pid");
        long pid = Long.parseLong(Files.readAllLines(file).getFirst().strip());
        ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
        // Kills the parent first, because it would start new children.
        List<ProcessHandle> processes =
                Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
        processes.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle process : processes) {
            process.onExit().get(120, TimeUnit.SECONDS);
        }
    }

    /** Starts it again with its files and its port. */
    public void restart() throws IOException {
        int port = server.getPort();
        // Releases the directory. The processes have already ended.
        server.close();
        server = builder(directory).setPort(port).start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static EmbeddedPostgres.Builder builder(Path directory) {
        return EmbeddedPostgres.builder()
                .setDataDirectory(directory.resolve("postgres"))
                .setCleanDataDirectory(false)
                .setPGStartupWait(Duration.ofSeconds(60))
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on");
    }
}
