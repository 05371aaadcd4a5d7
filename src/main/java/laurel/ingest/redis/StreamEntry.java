package laurel.ingest.redis;

import java.time.Instant;
import java.util.Map;
import laurel.database.sql.Json;
import laurel.ingest.deadletter.StreamFields;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a Redis stream; not one of a ranking.
 *
 * @param id     as Redis gave it: milliseconds and a number, {@code 1526919030474-55}
 * @param fields in any order
 */
public record StreamEntry(String stream, String id, Map<String, String> fields) {
    public StreamEntry {
        fields = Map.copyOf(fields);
    }

    /** The value of a field; null where it has none, or nothing but blanks. */
    @Nullable
    public String value(String field) {
        String value = fields.get(field);
        return value == null || value.isBlank() ? null : value;
    }

    /** When it was added, as its id says. */
    public Instant at() {
        return Instant.ofEpochMilli(Long.parseLong(id.substring(0, id.indexOf('-'))));
    }

    /** Its fields, as a dead letter keeps them. */
    Json kept() {
        return StreamFields.whole(this);
    }
}
