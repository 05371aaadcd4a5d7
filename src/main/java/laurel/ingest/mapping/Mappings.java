package laurel.ingest.mapping;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.CannotStartException;
import org.jspecify.annotations.Nullable;

/**
 * The mappings of {@code laurel.streams.mapping}: names of built-in mappings and paths of files, all of them together.
 * They are read and checked at the start, which fails with one line if a mapping is invalid.
 */
@Singleton
public class Mappings {
    private final Map<String, MappedStream> streams = new LinkedHashMap<>();

    /** @param names {@code social}, {@code community}, {@code analytics}, or the path of a file of JSON */
    public Mappings(@Value("${laurel.streams.mapping:social}") List<String> names) {
        for (String name : names) {
            for (MappedStream stream : read(name.strip())) {
                if (streams.put(stream.name(), stream) != null) {
                    throw unusable(name, "the stream " + stream.name() + " is mapped twice");
                }
            }
        }
    }

    /** All mapped streams, in the order of the mappings. */
    public List<MappedStream> all() {
        return new ArrayList<>(streams.values());
    }

    /** Null if the stream is not mapped. */
    @Nullable
    public MappedStream of(String stream) {
        return streams.get(stream);
    }

    private static List<MappedStream> read(String name) {
        try {
            return MappingText.read(bytes(name));
        } catch (MappingObject.MappingException e) {
            throw unusable(name, e.getMessage());
        } catch (IOException e) {
            throw unusable(name, "it is neither a built-in mapping nor a readable file");
        }
    }

    private static byte[] bytes(String name) throws IOException {
        try (InputStream builtIn = Mappings.class.getResourceAsStream("/streams/%s.json".formatted(name))) {
            return builtIn == null ? Files.readAllBytes(Path.of(name)) : builtIn.readAllBytes();
        }
    }

    private static CannotStartException unusable(String name, @Nullable String why) {
        return new CannotStartException("laurel.streams.mapping, " + name + ": " + why);
    }
}
