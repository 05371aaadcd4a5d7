package laurel.api.schema;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads text files of the class path, from a directory or a jar. */
public final class ClasspathFolder {
    private ClasspathFolder() {}

    /**
     * Returns the texts of all files in the folder and its subfolders with the given suffix, by relative path. Empty if the
     * folder does not exist.
     */
    public static SortedMap<String, String> texts(String folder, String suffix) {
        URL classes =
                ClasspathFolder.class.getProtectionDomain().getCodeSource().getLocation();
        try {
            Path root = Path.of(classes.toURI());
            if (Files.isDirectory(root)) {
                return read(root.resolve(folder), suffix);
            }
            try (FileSystem jar = FileSystems.newFileSystem(root)) {
                return read(jar.getPath(folder), suffix);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SortedMap<String, String> read(Path folder, String suffix) throws IOException {
        SortedMap<String, String> texts = new TreeMap<>();
        if (!Files.isDirectory(folder)) {
            return texts;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(suffix)).toList()) {
                String path = folder.relativize(file).toString().replace(File.separatorChar, '/');
                texts.put(path, Files.readString(file, StandardCharsets.UTF_8));
            }
        }
        return texts;
    }
}
