package laurel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files in the directory of the project. */
public final class ProjectFiles {
    /** The documents of the scripts in {@code src/main/web}. */
    public static final Path WEB_OPERATIONS = Path.of("graphql/operations/web");

    private ProjectFiles() {}

    /**
     * Files with one of these extensions below a directory, in order of name, without those that were downloaded or
     * built.
     */
    public static List<Path> below(String directory, String... endings) {
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

    /** The queries and mutations of {@code graphql/operations}, by name, without those of the web front end. */
    public static SortedMap<String, String> operations() {
        SortedMap<String, String> operations = new TreeMap<>();
        below("graphql/operations", "graphql").stream()
                .filter(file -> !file.startsWith(WEB_OPERATIONS))
                .filter(file -> !text(file).contains("\nsubscription "))
                .forEach(file -> operations.put(file.getFileName().toString().replace(".graphql", ""), text(file)));
        return operations;
    }

    /** The texts of the files with this extension below a directory, by path. */
    public static SortedMap<String, String> texts(String directory, String ending) {
        SortedMap<String, String> texts = new TreeMap<>();
        below(directory, ending).forEach(file -> texts.put(file.toString(), text(file)));
        return texts;
    }

    /** The text of a file. */
    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
