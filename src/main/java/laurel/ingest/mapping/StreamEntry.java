package laurel.ingest.mapping;

import java.time.Instant;
import java.util.Map;
import laurel.database.sql.Json;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a Redis stream, as opposed to an entry of a ranking.
 *
 * @param id     the ID in Redis: milliseconds and a sequence number, {@code 1526919030474-55}
 * @param fields in any order
 */
public record StreamEntry(String stream, String id, Map<String, String> fields) {
    public StreamEntry {
        fields = Map.copyOf(fields);
    }

    /** The value of a field. Null if the field is missing or blank. */
    @Nullable
    public String value(String field) {
        String value = fields.get(field);
        return value == null || value.isBlank() ? null : value;
    }

    /** When the entry was added, from its ID. */
    public Instant addedAt() {
        return Instant.ofEpochMilli(Long.parseLong(id.substring(0, id.indexOf('-'))));
    }

    /** Its fields, as a dead letter stores them. */
    Json stored() {
        return StreamFields.whole(this);
    }
}
