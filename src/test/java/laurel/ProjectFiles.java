package laurel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The project's own files, as they lie in its directory. */
final class ProjectFiles {
    private ProjectFiles() {}

    /** Files with one of these endings below a directory, in order of name; what was fetched or built is left out. */
    static List<Path> below(String directory, String... endings) {
        try (Stream<Path> files = Files.walk(Path.of(directory))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> Arrays.stream(endings)
                            .anyMatch(end -> file.toString().endsWith("." + end)))
                    .filter(file -> !file.toString().contains("node_modules"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
