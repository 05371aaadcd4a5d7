package laurel.api.engine;

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

/** Reads a folder of text files that is packed with the classes, be it a directory or one jar. */
public final class ClasspathFolder {
    private ClasspathFolder() {}

    /**
     * The files of the folder and those below it whose names end so, by their paths in it. Empty if there is no such
     * folder.
     */
    public static SortedMap<String, String> texts(String folder, String ending) {
        URL packed = ClasspathFolder.class.getProtectionDomain().getCodeSource().getLocation();
        try {
            Path root = Path.of(packed.toURI());
            if (Files.isDirectory(root)) {
                return read(root.resolve(folder), ending);
            }
            try (FileSystem jar = FileSystems.newFileSystem(root)) {
                return read(jar.getPath(folder), ending);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SortedMap<String, String> read(Path folder, String ending) throws IOException {
        SortedMap<String, String> texts = new TreeMap<>();
        if (!Files.isDirectory(folder)) {
            return texts;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(ending)).toList()) {
                String path = folder.relativize(file).toString().replace(File.separatorChar, '/');
                texts.put(path, Files.readString(file, StandardCharsets.UTF_8));
            }
        }
        return texts;
    }
}
