package laurel.database.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The file {@code postmaster.pid} of a running or killed server.
 *
 * @param cluster directory of the file
 * @param pid process of the server; after its end the system may reuse the number for another process
 */
record PostmasterFile(Path cluster, long pid) {
    private static final String NAME = "postmaster.pid";

    /** Reads the file. Returns empty if the last server was stopped properly. */
    static Optional<PostmasterFile> read(Path cluster) {
        try {
            List<String> lines = Files.readAllLines(cluster.resolve(NAME));
            return Optional.of(
                    new PostmasterFile(cluster, Long.parseLong(lines.getFirst().strip())));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (NumberFormatException | NoSuchElementException e) {
            // The file was truncated by a full disk or a power failure.
            return Optional.of(new PostmasterFile(cluster, -1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the process if it is a server of this cluster. */
    Optional<ProcessHandle> server() {
        return pid <= 0 ? Optional.empty() : ProcessHandle.of(pid).filter(this::isServer);
    }

    /**
     * After a restart of the machine or container, another process may have the number, even this one. PostgreSQL would not
     * start beside it.
     */
    private boolean isServer(ProcessHandle process) {
        String commandLine = process.info().commandLine().orElse("");
        return process.isAlive() && commandLine.contains("postgres") && commandLine.contains(cluster.toString());
    }

    void delete() throws IOException {
        Files.deleteIfExists(cluster.resolve(NAME));
    }
}
