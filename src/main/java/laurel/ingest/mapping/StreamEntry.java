package laurel.ingest.mapping;

import java.time.Instant;
import java.util.List;
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

    /**
     * The value of a field, or at a path in a field that contains a JSON object: {@code meta.winner}. Null if it is missing
     * or blank. Throws UnusableEntryException if the field with the path contains something else.
     */
    @Nullable
    public String value(String name) {
        String value = field(name);
        int end = name.indexOf('.');
        String json = value == null && end > 0 ? field(name.substring(0, end)) : null;
        return json == null ? value : NestedJson.value(name.substring(0, end), json, path(name, end));
    }

    /** Whether it has a field, or a value at the path, even if that is blank or null. Throws as {@link #value}. */
    boolean has(String name) {
        int end = name.indexOf('.');
        String json = end > 0 ? field(name.substring(0, end)) : null;
        return fields.containsKey(name)
                || (json != null && NestedJson.has(name.substring(0, end), json, path(name, end)));
    }

    private static List<String> path(String name, int end) {
        return List.of(name.substring(end + 1).split("\\.", -1));
    }

    private @Nullable String field(String name) {
        String value = fields.get(name);
        return value == null || value.isBlank() ? null : value;
    }

    /** When the entry was added, from its ID. Throws UnusableEntryException if that is not a time: producers can choose IDs. */
    public Instant addedAt() {
        return Timestamps.ofId(id);
    }

    /** Its fields, as a dead letter stores them. */
    Json stored() {
        return StreamFields.whole(this);
    }
}
