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

/** What a killed service or a killed server leaves behind. */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);
    private static final int SECONDS_TO_DIE = 10;

    private Leftovers() {}

    /**
     * Afterwards no server runs on the cluster. Only for the holder of the directory's lock: any server is an orphan.
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
        // Left to a server that was killed, PostgreSQL's own test would take any process of that number for it.
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
            throw new IOException("PostgreSQL process " + orphan.pid() + " does not die", e);
        }
    }
}
