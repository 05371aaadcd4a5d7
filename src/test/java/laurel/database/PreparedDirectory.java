package laurel.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import laurel.database.embedded.ServerFiles;

/** Copies of a prepared data directory, which saves tests the time of unpacking, initdb and migrations. */
public final class PreparedDirectory {
    private static final Path PROTOTYPE = prototype();

    private PreparedDirectory() {}

    /** Fills an empty directory with the data of a service that has run before. */
    public static void fill(Path directory) throws IOException {
        fillWithPrograms(directory);
        var from = new ServerFiles(PROTOTYPE);
        var to = new ServerFiles(directory);
        copy(from.cluster(), to.cluster(), PreparedDirectory::copyFile);
        copyFile(to.password(), from.password());
    }

    /** Fills it with the programs only. */
    public static void fillWithPrograms(Path directory) throws IOException {
        copy(new ServerFiles(PROTOTYPE).programs(), new ServerFiles(directory).programs(), Files::createLink);
    }

    private static Path prototype() {
        try {
            Path directory = Files.createTempDirectory("laurel-prototype").toRealPath();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
            try (var database = Database.open(new DatabaseSettings(null, null, null, 2, 30), directory)) {
                TestDatabase.migrate(database.login());
            }
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Copy {
        /** The new file is the first parameter, as in {@link Files#createLink}. */
        void make(Path to, Path from) throws IOException;
    }

    private static void copy(Path from, Path to, Copy file) throws IOException {
        try (var found = Files.walk(from)) {
            for (Path source : found.toList()) {
                Path target = to.resolve(from.relativize(source));
                if (Files.isRegularFile(source, LinkOption.NOFOLLOW_LINKS)) {
                    file.make(target, source);
                } else {
                    copyFile(target, source);
                }
            }
        }
    }

    private static void copyFile(Path to, Path from) throws IOException {
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    }

    private static void delete(Path directory) {
        try {
            ServerFiles.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
