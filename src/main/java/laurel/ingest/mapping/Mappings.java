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
import laurel.request.StartupRefusedException;
import org.jspecify.annotations.Nullable;

/**
 * What the streams mean, by {@code laurel.streams.mapping}: names of ready ones and paths of files, all of them together.
 * Read and checked at the start, which ends with one line where one cannot be used.
 */
@Singleton
public class Mappings {
    private final Map<String, MappedStream> streams = new LinkedHashMap<>();

    /** @param names {@code social}, {@code analytics}, or the path of a file of JSON */
    public Mappings(@Value("${laurel.streams.mapping:social}") List<String> names) {
        for (String name : names) {
            for (MappedStream stream : read(name.strip())) {
                if (streams.put(stream.name(), stream) != null) {
                    throw unusable(name, "the stream " + stream.name() + " is mapped twice");
                }
            }
        }
    }

    /** In the order of the mappings. */
    public List<MappedStream> all() {
        return new ArrayList<>(streams.values());
    }

    /** Null where no mapping has it. */
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
            throw unusable(name, "it is neither a ready mapping nor a file that can be read");
        }
    }

    private static byte[] bytes(String name) throws IOException {
        try (InputStream ready = Mappings.class.getResourceAsStream("/streams/%s.json".formatted(name))) {
            return ready == null ? Files.readAllBytes(Path.of(name)) : ready.readAllBytes();
        }
    }

    private static StartupRefusedException unusable(String name, @Nullable String why) {
        return new StartupRefusedException("laurel.streams.mapping, " + name + ": " + why);
    }
}
