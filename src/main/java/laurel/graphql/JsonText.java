package laurel.graphql;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

final class JsonText {
    private static final JsonMapper MAPPER = JsonMapper.createDefault();

    private JsonText() {}

    static Object read(String text) {
        try {
            return MAPPER.readValue(text, Argument.mapOf(String.class, Object.class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String write(@Nullable Object value) {
        try {
            return MAPPER.writeValueAsString(value == null ? Map.of() : value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
