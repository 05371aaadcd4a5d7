package laurel.database.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import laurel.CannotStartException;
import laurel.database.Acknowledged;
import laurel.database.AcknowledgingService;
import laurel.database.ChildJvm;
import laurel.database.Database;
import laurel.database.DatabaseSettings;
import laurel.database.PreparedDirectory;
import laurel.database.Until;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedServerTest {
    private static final DatabaseSettings EMBEDDED = new DatabaseSettings(null, null, null, 4, 30);

    private final Path directory;

    EmbeddedServerTest(@TempDir Path directory) throws IOException {
        this.directory = directory;
        PreparedDirectory.fill(directory);
    }

    @Test
    void keepsDataAfterRestart() throws Exception {
        try (Database database = Database.open(EMBEDDED, directory)) {
            Acknowledged.create(database.login().unpooled());
            Acknowledged.write(database.login().unpooled(), 1);
        }
        assertThat(postmasterFile()).doesNotExist();
        try (Database database = Database.open(EMBEDDED, directory)) {
            assertThat(Acknowledged.count(database.login().unpooled(), 1)).isEqualTo(1);
        }
    }

    @Test
    void acceptsConnectionsBesideThePool() throws Exception {
        var settings = new DatabaseSettings(null, null, null, 4, 50);
        try (Database database = Database.open(settings, directory);
                var connection = database.login().unpooled().getConnection();
                var row = connection.createStatement().executeQuery("SHOW max_connections")) {
            row.next();
            assertThat(row.getInt(1)).isEqualTo(54);
        }
    }

    @Test
    void keepsCommittedRowsAfterTheServiceIsKilled() throws Exception {
        long committed = runAndKillService();
        long orphan = postmaster().pid();
        try (Database database = Database.open(EMBEDDED, directory)) {
            assertThat(Acknowledged.count(database.login().unpooled(), committed))
                    .isEqualTo(committed);
            assertThat(postmaster().pid()).isNotEqualTo(orphan);
            Until.holds(() -> !isRunning(orphan));
        }
    }

    @Test
    void keepsCommittedRowsAfterServiceAndServerAreKilled() throws Exception {
        long committed = runAndKillService();
        postmaster().destroyForcibly();
        try (Database database = Database.open(EMBEDDED, directory)) {
            assertThat(Acknowledged.count(database.login().unpooled(), committed))
                    .isEqualTo(committed);
        }
    }

    /** A new server cannot start while a process of the old one still uses the shared memory. */
    @Test
    void waitsForTheProcessesOfAKilledServer() throws Exception {
        long committed = runAndKillService();
        ProcessHandle server = postmaster();
        long child = server.children().findFirst().orElseThrow().pid();
        signal("STOP", child);
        server.destroyForcibly();
        var opened =
                CompletableFuture.supplyAsync(() -> Database.open(EMBEDDED, directory), Thread::startVirtualThread);
        Until.holds(() -> Files.readString(directory.resolve("postgres.log")).contains("is still in use"));
        signal("CONT", child);
        try (Database database = opened.get()) {
            assertThat(Acknowledged.count(database.login().unpooled(), committed))
                    .isEqualTo(committed);
        }
    }

    @Test
    void restartsAServerThatDies() throws Exception {
        try (Database database = Database.open(EMBEDDED, directory)) {
            Acknowledged.create(database.login().unpooled());
            Acknowledged.write(database.login().unpooled(), 1);
            ProcessHandle killed = postmaster();
            killed.destroyForcibly();
            Until.holds(() -> !postmaster().equals(killed)
                    && Acknowledged.count(database.login().unpooled(), 1) == 1);
        }
        assertThat(postmasterFile()).doesNotExist();
    }

    /** Java as process 1 becomes the parent of the server, but does not collect it when it ends. */
    @Test
    void restartsAServerThatDiesInAContainer() throws Exception {
        assumeThat(ChildJvm.canStartAsFirst()).as("unshare creates namespaces").isTrue();
        try (ChildJvm service = ChildJvm.startAsFirst(RestartingService.class, property())) {
            assertThat(service.output()).isEqualTo("running: false\nrunning: true");
            assertThat(service.exitCode()).isZero();
        }
        assertThat(postmasterFile()).doesNotExist();
    }

    @Test
    void repeatsAnInterruptedInitdb() throws Exception {
        Path fresh = Files.createDirectory(directory.resolve("a new one"));
        PreparedDirectory.fillWithPrograms(fresh);
        Path unfinished = Files.createDirectory(new ServerFiles(fresh).unfinishedCluster());
        Files.writeString(unfinished.resolve("PG_VERSION"), "18\n");
        Files.createDirectory(unfinished.resolve("base"));
        try (EmbeddedServer server = EmbeddedServer.start(fresh, 50)) {
            server.login().unpooled().getConnection().close();
        }
        assertThat(unfinished).doesNotExist();
    }

    @Test
    void ignoresPidFileOfAnotherProcess() throws Exception {
        long otherPid = ProcessHandle.current().pid();
        Files.writeString(postmasterFile(), otherPid + "\n" + directory.resolve("postgres") + "\n1\n5432\n");
        EmbeddedServer.start(directory, 50).close();
        Files.writeString(postmasterFile(), "");
        EmbeddedServer.start(directory, 50).close();
        assertThat(isRunning(otherPid)).isTrue();
    }

    @Test
    void rejectsASecondProcess() throws Exception {
        try (EmbeddedServer server = EmbeddedServer.start(directory, 50)) {
            assertThatThrownBy(() -> EmbeddedServer.start(directory, 50))
                    .isInstanceOf(CannotStartException.class)
                    .hasMessage(inUseBy(ProcessHandle.current().pid()));
            server.login().unpooled().getConnection().close();
        }
        try (ChildJvm other = ChildJvm.start(AcknowledgingService.class, property(), Map.of())) {
            other.lineContaining("committed ");
            assertThatThrownBy(() -> EmbeddedServer.start(directory, 50))
                    .isInstanceOf(CannotStartException.class)
                    .hasMessage(inUseBy(other.pid()));
        }
        postmaster().destroyForcibly();
    }

    @Test
    void reportsWhyTheServerCannotStart() throws Exception {
        Files.writeString(directory.resolve("postgres/PG_VERSION"), "17\n");
        assertThatThrownBy(() -> EmbeddedServer.start(directory, 50))
                .isInstanceOf(CannotStartException.class)
                .hasMessageStartingWith("the embedded PostgreSQL did not start: ")
                .hasMessageContaining("initialized by PostgreSQL version 17")
                .hasMessageContaining("postgres.log");
    }

    private long runAndKillService() throws Exception {
        try (ChildJvm service = ChildJvm.start(AcknowledgingService.class, property(), Map.of())) {
            long committed = 0;
            while (committed < 100) {
                committed = Long.parseLong(service.lineContaining("committed ").replaceFirst("committed ", ""));
            }
            service.kill();
            return committed;
        }
    }

    private Map<String, String> property() {
        return Map.of("directory", directory.toString());
    }

    private String inUseBy(long pid) throws Exception {
        return "the data directory %s is in use by another Laurel, process %d".formatted(directory.toRealPath(), pid);
    }

    private Path postmasterFile() {
        return directory.resolve("postgres/postmaster.pid");
    }

    private ProcessHandle postmaster() throws Exception {
        return PostmasterFile.read(directory.toRealPath().resolve("postgres"))
                .orElseThrow()
                .server()
                .orElseThrow();
    }

    private static void signal(String name, long pid) throws Exception {
        int code = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid)
                .inheritIO()
                .start()
                .waitFor();
        assertThat(code).isZero();
    }

    private static boolean isRunning(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
