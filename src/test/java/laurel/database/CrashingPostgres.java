package laurel.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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

    /** Kills it, copies its files and starts it again. */
    public Backup backup() throws Exception {
        kill();
        Path copy = Files.createTempDirectory("laurel-backup");
        copy(directory, copy);
        restart();
        return new Backup(copy);
    }

    /** A copy of the files of a server. */
    public final class Backup implements AutoCloseable {
        private final Path copy;

        private Backup(Path copy) {
            this.copy = copy;
        }

        /** Kills the server and starts it with these files, without what was committed since. */
        public void restore() throws Exception {
            kill();
            delete(directory);
            Files.createDirectory(directory);
            copy(copy, directory);
            restart();
        }

        @Override
        public void close() throws IOException {
            delete(copy);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.skip(1).toList()) {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
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
        delete(directory);
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
