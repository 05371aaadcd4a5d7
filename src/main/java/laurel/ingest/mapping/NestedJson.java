package laurel.ingest.mapping;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.ingest.mapping.MappedStream.UnusableEntryException;
import laurel.request.RequestException;
import laurel.request.StrictJson;
import org.jspecify.annotations.Nullable;

/** Reads fields of entries that contain JSON objects. Throws UnusableEntryException for texts that are something else. */
final class NestedJson {
    private NestedJson() {}

    /** The text of the value at a path in an object. Null if there is none, or if it is null, an object or a list. */
    static @Nullable String value(String field, String json, List<String> path) {
        Object value = object(field, json);
        for (String name : path) {
            value = value instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return text(value);
    }

    /** Whether an object has a value at a path that is a text, a number, true, false or null. */
    static boolean has(String field, String json, List<String> path) {
        Object value = object(field, json);
        for (String name : path) {
            if (!(value instanceof Map<?, ?> map) || !map.containsKey(name)) {
                return false;
            }
            value = map.get(name);
        }
        return !(value instanceof Map || value instanceof List);
    }

    /** The texts of the values of an object, by name, without those that are null. */
    static Map<String, String> values(String field, String json) {
        Map<String, String> values = new HashMap<>();
        object(field, json).forEach((name, value) -> {
            if (value instanceof Map || value instanceof List) {
                throw new UnusableEntryException("\"" + name + "\" in " + field + " is not a text");
            }
            String text = text(value);
            if (text != null) {
                values.put(String.valueOf(name), text);
            }
        });
        return values;
    }

    private static Map<?, ?> object(String field, String json) {
        try {
            if (StrictJson.read(json.getBytes(StandardCharsets.UTF_8), field) instanceof Map<?, ?> object) {
                return object;
            }
        } catch (RequestException e) {
            // Reported below.
        }
        throw new UnusableEntryException(field + " is not a JSON object");
    }

    private static @Nullable String text(@Nullable Object value) {
        if (value == null || value instanceof Map || value instanceof List) {
            return null;
        }
        String text = value.toString();
        return text.isBlank() ? null : text;
    }
}
