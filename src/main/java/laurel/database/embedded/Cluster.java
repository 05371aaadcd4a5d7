package laurel.database.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/** PostgreSQL's data directory: made once, complete or not at all. */
final class Cluster {
    private Cluster() {}

    /**
     * Makes the cluster unless it is there. What an interrupted attempt left behind is thrown away: nothing was in it.
     */
    static void make(ServerFiles files, ServerPrograms programs) throws IOException, ServerPrograms.Failure {
        if (Files.exists(files.cluster())) {
            return;
        }
        ServerFiles.delete(files.unfinishedCluster());
        if (!Files.exists(files.password())) {
            writePassword(files.password());
        }
        programs.run(
                "initdb",
                List.of(
                        "--pgdata=" + files.unfinishedCluster(),
                        "--username=postgres",
                        "--pwfile=" + files.password(),
                        "--auth=scram-sha-256",
                        // The same order of texts on every machine, whatever its C library thinks this year.
                        "--encoding=UTF8",
                        "--locale=C",
                        "--locale-provider=builtin",
                        "--builtin-locale=C.UTF-8",
                        "--no-instructions"));
        Files.move(files.unfinishedCluster(), files.cluster(), StandardCopyOption.ATOMIC_MOVE);
        keepName(files.directory());
    }

    static String newPassword() {
        var bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** By way of a file beside it, so that there is never half a password. */
    private static void writePassword(Path file) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
        Files.deleteIfExists(unfinished);
        Files.createFile(unfinished, ServerFiles.ownersAlone("rw-------"));
        Files.writeString(unfinished, newPassword() + "\n", StandardOpenOption.SYNC);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** A new name survives a power failure only once its directory is on disk. */
    private static void keepName(Path directory) {
        try (var channel = FileChannel.open(directory)) {
            channel.force(true);
        } catch (IOException e) {
            // Windows opens no directories, and needs no such thing.
        }
    }
}
