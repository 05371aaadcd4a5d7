package laurel.fuzz;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes generated values as JSON and as GraphQL literals, including those that a library does not write. */
final class FuzzedText {
    private FuzzedText() {}

    /** The name of an enum value, which is a string only in JSON. */
    record Constant(String name) {}

    static String json(@Nullable Object value) {
        return switch (value) {
            case Constant constant -> string(constant.name());
            case String text -> string(text);
            case List<?> list -> list.stream().map(FuzzedText::json).collect(Collectors.joining(",", "[", "]"));
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(field -> string(String.valueOf(field.getKey())) + ":" + json(field.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
            case null -> "null";
            default -> value.toString();
        };
    }

    static String literal(@Nullable Object value) {
        return switch (value) {
            case Constant constant -> constant.name();
            case String text -> string(text);
            case List<?> list -> list.stream().map(FuzzedText::literal).collect(Collectors.joining(", ", "[", "]"));
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(field -> field.getKey() + ": " + literal(field.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case null -> "null";
            default -> value.toString();
        };
    }

    /** A string in JSON and GraphQL: every character outside of ASCII is escaped. */
    private static String string(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c >= ' ' && c < 127) {
                quoted.append(c);
            } else {
                quoted.append("\\u%04x".formatted((int) c));
            }
        }
        return quoted.append('"').toString();
    }
}
