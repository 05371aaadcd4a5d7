package laurel.api.endpoint;

import io.micronaut.context.annotation.Secondary;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Files of the web front end, from a folder of the class path. Each is read once. */
@Singleton
@Secondary
final class WebFiles {
    /** No dots except the last one, so that no path leads out of the folder. */
    private static final Pattern PATH = Pattern.compile("[a-z0-9-]++(/[a-z0-9-]++)*+\\.([a-z0-9]++)");

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html;charset=utf-8",
            "js", "text/javascript;charset=utf-8",
            "css", "text/css;charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "webp", "image/webp",
            "ico", "image/x-icon",
            "woff2", "font/woff2");

    private final String folder;
    private final Map<String, WebFile> files = new ConcurrentHashMap<>();

    @Inject
    WebFiles() {
        this("web");
    }

    WebFiles(String folder) {
        this.folder = folder;
    }

    /** Returns a file by its path in the folder. Empty if it does not exist, or is of a type that browsers do not load. */
    Optional<WebFile> find(String path) {
        var parts = PATH.matcher(path);
        String type = parts.matches() ? TYPES.get(parts.group(2)) : null;
        if (type == null) {
            return Optional.empty();
        }
        WebFile known = files.get(path);
        return known == null ? read(path, type) : Optional.of(known);
    }

    private Optional<WebFile> read(String path, String type) {
        try (InputStream file = WebFiles.class.getClassLoader().getResourceAsStream(folder + "/" + path)) {
            if (file == null) {
                return Optional.empty();
            }
            var read = new WebFile(file.readAllBytes(), type);
            files.put(path, read);
            return Optional.of(read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
