package laurel.database.embedded;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Starts and stops the server of a cluster. Callers hold the {@link DirectoryLock}, and call one at a time.
 */
public final class Postmaster {
    /**
     * Long, because a start after a crash replays up to two gigabytes of WAL. A server that fails is noticed at once.
     */
    private static final Duration START = Duration.ofMinutes(5);

    /** The server writes a checkpoint before it ends. */
    private static final Duration STOP = Duration.ofMinutes(1);

    private static final long MIN_BUFFERS = 128;
    private static final long MAX_BUFFERS = 2_048;
    private static final long MEMORY =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();

    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int PORTS_TO_TRY = 5;

    /** Time that the processes of a killed server may take to end. */
    private static final Duration ENDING = Duration.ofSeconds(10);

    private static final Duration PAUSE = Duration.ofMillis(100);

    private final ServerFiles files;
    private final ServerPrograms programs;
    private final int connections;
    private int port;
    private volatile Optional<Server> server = Optional.empty();

    /**
     * A started server.
     *
     * @param end completed when the process ends. The process itself counts as alive until its parent collects it. In a
     *     container, where Java is process 1 and the parent, that never happens
     */
    private record Server(ProcessHandle process, CompletableFuture<ProcessHandle> end) {
        boolean isRunning() {
            return process.isAlive() && !end.isDone();
        }
    }

    public Postmaster(ServerFiles files, ServerPrograms programs, int connections) {
        this.files = files;
        this.programs = programs;
        this.connections = connections;
    }

    public int port() {
        return port;
    }

    /** Starts the server on a free port, after the processes of a killed server have ended. */
    public void start() throws IOException, ServerPrograms.Failure {
        long deadline = System.nanoTime() + ENDING.toNanos();
        for (int ports = 1; ; ) {
            port = freePort();
            try {
                startOnSamePort();
                return;
            } catch (ServerPrograms.Failure e) {
                String log = Files.readString(files.log());
                if (log.contains("is still in use") && System.nanoTime() < deadline) {
                    pause();
                } else if (log.contains("could not bind") && ports < PORTS_TO_TRY) {
                    // Another process took the port in between.
                    ports++;
                } else {
                    throw e;
                }
            }
        }
    }

    private static void pause() throws InterruptedIOException {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a server to end");
        }
    }

    /** Starts the server on the port of its last start. */
    public void startOnSamePort() throws IOException, ServerPrograms.Failure {
        if (Files.exists(files.log())) {
            Files.move(
                    files.log(),
                    files.log().resolveSibling(files.log().getFileName() + ".1"),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        Files.createFile(files.log(), ServerFiles.ownerOnly("rw-------"));
        pgCtl("start", "-t", Long.toString(START.toSeconds()), "-l", files.log().toString(), "-o", options());
        server = PostmasterFile.read(files.cluster())
                .flatMap(file -> ProcessHandle.of(file.pid()))
                .map(process -> new Server(process, process.onExit()));
    }

    /** Starts the server on its port again, after it has ended. */
    void restart() throws IOException, ServerPrograms.Failure {
        Optional<PostmasterFile> file = PostmasterFile.read(files.cluster());
        if (file.isPresent()
                && server.filter(ended -> ended.process.pid() == file.get().pid())
                        .isPresent()) {
            // PostgreSQL would mistake a process that its parent has not collected for the server.
            file.get().delete();
        }
        startOnSamePort();
    }

    /** Ends the sessions, and waits until the server has stopped. */
    public void stop() throws IOException, ServerPrograms.Failure {
        pgCtl("stop", "-t", Long.toString(STOP.toSeconds()), "-m", "fast");
    }

    /** Stops the server like a crash: committed data is not lost, but the next start takes longer. */
    void stopAtOnce() throws IOException, ServerPrograms.Failure {
        pgCtl("stop", "-t", Long.toString(STOP.toSeconds()), "-m", "immediate");
    }

    /** Waits until the server that was started last has ended. */
    void awaitEnd() {
        server.ifPresent(started -> started.end.join());
    }

    boolean isRunning() {
        return server.map(Server::isRunning).orElse(false);
    }

    private void pgCtl(String... arguments) throws IOException, ServerPrograms.Failure {
        programs.run(
                "pg_ctl",
                Stream.concat(Stream.of("-D", files.cluster().toString(), "-w", "-s"), Stream.of(arguments))
                        .toList());
    }

    private String options() {
        return String.join(
                " ",
                List.of(
                        "-p " + port,
                        "-c listen_addresses=127.0.0.1",
                        "-c unix_socket_directories=",
                        "-c max_connections=" + connections,
                        // Defaults of PostgreSQL, stated because durability depends on them.
                        "-c fsync=on",
                        "-c synchronous_commit=on",
                        "-c full_page_writes=on",
                        "-c shared_buffers=" + sharedBuffers(MEMORY) + "MB",
                        // Checkpoints write whole pages to the log again, so fewer of them write less.
                        "-c checkpoint_timeout=15min",
                        "-c max_wal_size=2GB",
                        "-c wal_compression=on",
                        "-c timezone=UTC",
                        "-c log_timezone=UTC"));
    }

    /**
     * Size of the server's cache in MB: a quarter of the machine's memory, at least PostgreSQL's default, and at most 2 GB. The
     * rest of the memory caches the same files in the operating system.
     *
     * @param memory of the machine or the container, in bytes
     */
    static long sharedBuffers(long memory) {
        return Math.clamp((memory / 4) >> 20, MIN_BUFFERS, MAX_BUFFERS);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getByAddress(LOOPBACK))) {
            return socket.getLocalPort();
        }
    }
}
