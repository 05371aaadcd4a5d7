package laurel.ingest.deadletter;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import laurel.database.sql.Json;
import laurel.ingest.redis.StreamEntry;
import org.jspecify.annotations.Nullable;

/** Fields of entries as a JSON object of strings. */
public final class StreamFields {
    /** Most characters of an entry that is kept: no client of ours would send more. */
    private static final int MOST = 65_536;

    private static final JsonFactory JSON = new JsonFactory();

    /** What PostgreSQL cannot hold in a text is shown as this. */
    private static final char REPLACEMENT = '\uFFFD';

    private StreamFields() {}

    /** Those of these fields that it has; null where it has none. */
    public static @Nullable Json of(StreamEntry entry, Collection<String> fields) {
        Map<String, String> kept = new TreeMap<>();
        for (String field : fields) {
            String value = entry.value(field);
            if (value != null) {
                kept.put(field, value);
            }
        }
        return kept.isEmpty() ? null : json(kept);
    }

    /** All that it has; nothing of one that is too large. */
    public static Json whole(StreamEntry entry) {
        int size = entry.fields().entrySet().stream()
                .mapToInt(field -> field.getKey().length() + field.getValue().length())
                .sum();
        return json(size > MOST ? Map.of() : entry.fields());
    }

    /** These fields, in order of name. */
    private static Json json(Map<String, String> fields) {
        StringWriter text = new StringWriter();
        try (JsonGenerator object = JSON.createGenerator(text)) {
            object.writeStartObject();
            for (Map.Entry<String, String> field : new TreeMap<>(fields).entrySet()) {
                object.writeStringField(holdable(field.getKey()), holdable(field.getValue()));
            }
            object.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Json(text.toString());
    }

    private static String holdable(String text) {
        StringBuilder held = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c == 0 || Character.getType(c) == Character.SURROGATE ? REPLACEMENT : c)
                .forEach(held::appendCodePoint);
        return held.toString();
    }
}
