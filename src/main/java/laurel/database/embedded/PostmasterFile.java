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
 * What a running server, or one that was killed, left in {@code postmaster.pid}.
 *
 * @param cluster the directory that the file lies in
 * @param pid the server's process, or by now anybody else's
 */
record PostmasterFile(Path cluster, long pid) {
    private static final String NAME = "postmaster.pid";

    /** Empty when the last server ended in order. */
    static Optional<PostmasterFile> read(Path cluster) {
        try {
            List<String> lines = Files.readAllLines(cluster.resolve(NAME));
            return Optional.of(
                    new PostmasterFile(cluster, Long.parseLong(lines.getFirst().strip())));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (NumberFormatException | NoSuchElementException e) {
            // Cut off by a full disk or a power failure.
            return Optional.of(new PostmasterFile(cluster, -1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The server, if the process still is one and works on this cluster. */
    Optional<ProcessHandle> server() {
        return pid <= 0 ? Optional.empty() : ProcessHandle.of(pid).filter(this::isServer);
    }

    /**
     * After a restart of the machine or of a container the number belongs to any process, even to this one. PostgreSQL
     * would refuse to start beside it.
     */
    private boolean isServer(ProcessHandle process) {
        String commandLine = process.info().commandLine().orElse("");
        return process.isAlive() && commandLine.contains("postgres") && commandLine.contains(cluster.toString());
    }

    void delete() throws IOException {
        Files.deleteIfExists(cluster.resolve(NAME));
    }
}
