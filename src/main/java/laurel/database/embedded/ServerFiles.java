package laurel.database.embedded;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;

/**
 * Paths in the data directory. Only its owner can read them.
 *
 * @param directory real path of the data directory
 */
public record ServerFiles(Path directory) {

    /** Creates the data directory if it is missing. An existing one keeps its permissions. */
    static ServerFiles in(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, ownerOnly("rwx------"));
        }
        return new ServerFiles(directory.toRealPath());
    }

    /** Locked while a process uses the directory. */
    Path lock() {
        return directory.resolve("laurel.lock");
    }

    /** PostgreSQL's data directory. */
    public Path cluster() {
        return directory.resolve("postgres");
    }

    /** Directory in which {@link #cluster} is created. Its files have never been used. */
    Path unfinishedCluster() {
        return directory.resolve("postgres.unfinished");
    }

    /** The password of the superuser {@code postgres}. */
    public Path password() {
        return directory.resolve("postgres.password");
    }

    /** Log of the server since its last start. The previous log has the suffix {@code .1}. */
    Path log() {
        return directory.resolve("postgres.log");
    }

    /** PostgreSQL's programs, unpacked. */
    public Path programs() {
        return directory.resolve("programs");
    }

    /** Returns the attribute that sets these permissions of a new file or directory, if the file system supports it. */
    static FileAttribute<?>[] ownerOnly(String permissions) {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    public static void delete(Path tree) throws IOException {
        if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (var found = Files.walk(tree)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
