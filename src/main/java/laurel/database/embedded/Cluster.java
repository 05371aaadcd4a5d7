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

/** Creates PostgreSQL's data directory, completely or not at all. */
final class Cluster {
    private Cluster() {}

    /**
     * Creates the cluster if it does not exist. Deletes the files of an interrupted attempt, which hold no data.
     */
    static void create(ServerFiles files, ServerPrograms programs) throws IOException, ServerPrograms.Failure {
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
                        // The order of texts must not depend on the C library of the machine.
                        "--encoding=UTF8",
                        "--locale=C",
                        "--locale-provider=builtin",
                        "--builtin-locale=C.UTF-8",
                        "--no-instructions"));
        Files.move(files.unfinishedCluster(), files.cluster(), StandardCopyOption.ATOMIC_MOVE);
        syncDirectory(files.directory());
    }

    static String newPassword() {
        var bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Writes another file first and renames it, so that the password is never incomplete. */
    private static void writePassword(Path file) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
        Files.deleteIfExists(unfinished);
        Files.createFile(unfinished, ServerFiles.ownerOnly("rw-------"));
        Files.writeString(unfinished, newPassword() + "\n", StandardOpenOption.SYNC);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Writes the directory to disk, so that the new name survives a power failure. */
    private static void syncDirectory(Path directory) {
        try (var channel = FileChannel.open(directory)) {
            channel.force(true);
        } catch (IOException e) {
            // Windows cannot open directories, and does not need this.
        }
    }
}
