package laurel.ingest.mapping;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import laurel.database.sql.Json;
import org.jspecify.annotations.Nullable;

/** Converts fields of entries to a JSON object of strings. */
public final class StreamFields {
    /** Maximum number of characters of an entry whose fields are stored. */
    private static final int MAX_CHARACTERS = 65_536;

    private static final JsonFactory JSON = new JsonFactory();

    /** Replaces characters that PostgreSQL cannot store in text. */
    private static final char REPLACEMENT = '\uFFFD';

    private StreamFields() {}

    /** These fields of an entry, if it has them. Null if it has none of them. */
    public static @Nullable Json of(StreamEntry entry, Collection<String> fields) {
        Map<String, String> found = new TreeMap<>();
        for (String field : fields) {
            String value = entry.value(field);
            if (value != null) {
                found.put(field, value);
            }
        }
        return found.isEmpty() ? null : json(found);
    }

    /** All fields of an entry. Empty if the entry is too large. */
    public static Json whole(StreamEntry entry) {
        int size = entry.fields().entrySet().stream()
                .mapToInt(field -> field.getKey().length() + field.getValue().length())
                .sum();
        return json(size > MAX_CHARACTERS ? Map.of() : entry.fields());
    }

    /** These fields, in order of name. */
    private static Json json(Map<String, String> fields) {
        StringWriter text = new StringWriter();
        try (JsonGenerator object = JSON.createGenerator(text)) {
            object.writeStartObject();
            for (Map.Entry<String, String> field : new TreeMap<>(fields).entrySet()) {
                object.writeStringField(storable(field.getKey()), storable(field.getValue()));
            }
            object.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Json(text.toString());
    }

    private static String storable(String text) {
        StringBuilder replaced = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c == 0 || Character.getType(c) == Character.SURROGATE ? REPLACEMENT : c)
                .forEach(replaced::appendCodePoint);
        return replaced.toString();
    }
}
