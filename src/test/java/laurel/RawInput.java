package laurel;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An input object as JSON, which can hold what no writer of JSON would write.
 *
 * @param fields JSON by name
 */
public record RawInput(Map<String, String> fields) {
    /** The same with one field more, or another; {@code x*9} in it stands for nine times x. */
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
