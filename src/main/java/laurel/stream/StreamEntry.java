package laurel.stream;

import java.time.Instant;
import java.util.Map;
import laurel.database.Json;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a Redis stream; not one of a ranking.
 *
 * @param id     as Redis gave it: milliseconds and a number, {@code 1526919030474-55}
 * @param fields in any order
 */
record StreamEntry(String stream, String id, Map<String, String> fields) {
    StreamEntry {
        fields = Map.copyOf(fields);
    }

    /** The value of a field; null where it has none, or nothing but blanks. */
    @Nullable
    String value(String field) {
        String value = fields.get(field);
        return value == null || value.isBlank() ? null : value;
    }

    /** When it was added, as its id says. */
    Instant at() {
        return Instant.ofEpochMilli(Long.parseLong(id.substring(0, id.indexOf('-'))));
    }

    /** Its fields, as a dead letter keeps them. */
    Json kept() {
        return KeptFields.whole(this);
    }
}
