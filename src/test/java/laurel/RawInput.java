package laurel;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An input object as JSON text, which can contain what JSON libraries do not write.
 *
 * @param fields JSON by name
 */
public record RawInput(Map<String, String> fields) {
    /** Adds or replaces a field. {@code x*9} in the JSON stands for nine times x. */
    public RawInput with(String field, String json) {
        Map<String, String> more = new TreeMap<>(fields);
        more.put(field, many(json));
        return new RawInput(more);
    }

    public String json() {
        return fields.entrySet().stream()
                .map(field -> "\"" + field.getKey() + "\": " + field.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String many(String json) {
        return Pattern.compile("(\\S)\\*(\\d+)").matcher(json).replaceAll(found -> found.group(1)
                .repeat(Integer.parseInt(found.group(2))));
    }
}
