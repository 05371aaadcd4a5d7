package laurel.database.embedded;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cleans up after a killed service or server. */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);
    private static final int SECONDS_TO_DIE = 10;

    private Leftovers() {}

    /**
     * Stops a server that still runs on the cluster. The caller holds the lock of the directory, so no service uses the server.
     */
    static void clear(Path cluster, Postmaster postmaster) throws IOException {
        Optional<PostmasterFile> file = PostmasterFile.read(cluster);
        if (file.isEmpty()) {
            return;
        }
        Optional<ProcessHandle> orphan = file.get().server();
        if (orphan.isPresent()) {
            LOG.warn(
                    "Stopping PostgreSQL process {}, left behind by a service that was killed",
                    file.get().pid());
            stop(orphan.get(), postmaster);
        }
        // PostgreSQL's own check would mistake any process with this PID for the server.
        file.get().delete();
    }

    private static void stop(ProcessHandle orphan, Postmaster postmaster) throws IOException {
        try {
            postmaster.stop();
        } catch (ServerPrograms.Failure inOrder) {
            LOG.warn("It did not stop: {}", String.valueOf(inOrder.getMessage()).strip());
            kill(orphan);
        }
    }

    private static void kill(ProcessHandle orphan) throws IOException {
        orphan.destroyForcibly();
        try {
            orphan.onExit().get(SECONDS_TO_DIE, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for " + orphan.pid());
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("PostgreSQL process " + orphan.pid() + " does not exit", e);
        }
    }
}
