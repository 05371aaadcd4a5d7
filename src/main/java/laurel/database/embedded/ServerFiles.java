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
 * What lies where in the data directory. All of it is its owner's alone.
 *
 * @param directory the data directory, by its real path
 */
public record ServerFiles(Path directory) {

    /** Creates the data directory when it is missing; one that is there keeps its permissions. */
    static ServerFiles in(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, ownersAlone("rwx------"));
        }
        return new ServerFiles(directory.toRealPath());
    }

    /** Locked for as long as a Laurel uses the directory. */
    Path lock() {
        return directory.resolve("laurel.lock");
    }

    /** PostgreSQL's own data directory. */
    public Path cluster() {
        return directory.resolve("postgres");
    }

    /** Where {@link #cluster} is made ready; what is left here was never used. */
    Path unfinishedCluster() {
        return directory.resolve("postgres.unfinished");
    }

    /** The password of the superuser {@code postgres}. */
    public Path password() {
        return directory.resolve("postgres.password");
    }

    /** What the server says since its last start; the one before is beside it, with {@code .1} appended. */
    Path log() {
        return directory.resolve("postgres.log");
    }

    /** PostgreSQL's programs, unpacked. */
    public Path programs() {
        return directory.resolve("programs");
    }

    /** The attribute that gives a new file or directory these permissions, on file systems that know them. */
    static FileAttribute<?>[] ownersAlone(String permissions) {
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
