package laurel.api.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.CannotStartException;
import laurel.request.RequestException;
import laurel.request.Sha256;
import laurel.request.StrictJson;
import org.jspecify.annotations.Nullable;

/**
 * Reads listed documents: a directory of files, each a document, or a manifest. A manifest is what Relay writes, an object of
 * texts by ID, or what Apollo writes, with a list of {@code operations}. A mistake fails the start.
 */
final class DocumentFiles {
    private static final String SETTING = "laurel.documents.path";
    private static final String SUFFIX = ".graphql";

    private DocumentFiles() {}

    /** Returns the texts by ID. */
    static Map<String, String> read(Path path) {
        try {
            return Files.isDirectory(path) ? directory(path) : manifest(path);
        } catch (IOException e) {
            throw new CannotStartException(SETTING + ": " + path + " cannot be read", e);
        }
    }

    private static Map<String, String> directory(Path path) throws IOException {
        Map<String, String> texts = new HashMap<>();
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(SUFFIX)).toList()) {
                String text = Files.readString(file, UTF_8);
                texts.put(id(text), text);
            }
        }
        return texts;
    }

    private static Map<String, String> manifest(Path path) throws IOException {
        Map<?, ?> content = json(path);
        Map<String, String> texts = new HashMap<>();
        if (content.get("operations") instanceof List<?> operations) {
            for (Object one : operations) {
                Map<?, ?> operation = one instanceof Map<?, ?> object ? object : Map.of();
                add(texts, path, operation.get("id"), operation.get("body"));
            }
        } else {
            content.forEach((id, text) -> add(texts, path, id, text));
        }
        return texts;
    }

    private static Map<?, ?> json(Path path) throws IOException {
        try {
            return StrictJson.read(Files.readAllBytes(path), path.toString()) instanceof Map<?, ?> object
                    ? object
                    : Map.of();
        } catch (RequestException e) {
            throw new CannotStartException(SETTING + ": " + e.message(), e);
        }
    }

    private static void add(Map<String, String> texts, Path path, @Nullable Object id, @Nullable Object text) {
        if (!(text instanceof String document) || !id(document).equals(id)) {
            throw new CannotStartException(
                    SETTING + ": the ID " + id + " in " + path + " is not the SHA-256 of a text");
        }
        texts.put(id(document), document);
    }

    /** The ID of a text: its SHA-256 in hexadecimal, in lower case. */
    static String id(String text) {
        return Sha256.hex(text);
    }
}
