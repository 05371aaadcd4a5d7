package laurel.stream;

import java.util.Map;
import java.util.Set;

/**
 * Which entries count.
 *
 * @param values by field, of which an entry has one; those of all fields
 */
record When(Map<String, Set<String>> values) {
    boolean takes(StreamEntry entry) {
        return values.entrySet().stream()
                .allMatch(one -> one.getValue().contains(entry.fields().getOrDefault(one.getKey(), "")));
    }
}
