package laurel.ingest.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes a text from the fields of an entry: {@code game:{match}} is "game:" and the value of the field {@code match}.
 * {@code {meta.winner}} is the value of {@code winner} in the JSON object of the field {@code meta}.
 * {@code {@id}} is the ID of the entry, {@code {@stream}} the name of its stream.
 */
final class Template {
    private static final Pattern FIELD = Pattern.compile("\\{([^{}]+)}");
    private static final String ID = "@id";
    private static final String STREAM = "@stream";

    private final String text;

    private Template(String text) {
        this.text = text;
    }

    /** Throws IllegalArgumentException if braces do not match or contain an unknown name. */
    static Template parse(String text) {
        String literal = FIELD.matcher(text).replaceAll("");
        if (text.isBlank() || literal.indexOf('{') >= 0 || literal.indexOf('}') >= 0) {
            throw new IllegalArgumentException("\"" + text + "\" is not a text with fields such as \"{user}\"");
        }
        Template template = new Template(text);
        for (String field : template.fields()) {
            if (field.startsWith("@") && !field.equals(ID) && !field.equals(STREAM)) {
                throw new IllegalArgumentException("{" + field + "} is unknown; known are {@id} and {@stream}");
            }
        }
        return template;
    }

    private List<String> fields() {
        List<String> fields = new ArrayList<>();
        FIELD.matcher(text).results().forEach(found -> fields.add(found.group(1)));
        return fields;
    }

    /**
     * The text for an entry. Null if there is no template, or if the entry does not have all of the fields.
     */
    static @Nullable String text(@Nullable Template template, StreamEntry entry) {
        return template == null ? null : template.of(entry);
    }

    /** The text for an entry. Null if it does not have all of the fields. */
    @Nullable
    String of(StreamEntry entry) {
        Matcher found = FIELD.matcher(text);
        StringBuilder made = new StringBuilder();
        while (found.find()) {
            String value = value(entry, found.group(1));
            if (value == null) {
                return null;
            }
            found.appendReplacement(made, Matcher.quoteReplacement(value));
        }
        return found.appendTail(made).toString();
    }

    /** Whether an entry has all of the fields, even if they are blank or null. */
    boolean isGiven(StreamEntry entry) {
        return fields().stream().allMatch(field -> field.startsWith("@") || entry.has(field));
    }

    private static @Nullable String value(StreamEntry entry, String field) {
        return switch (field) {
            case ID -> entry.id();
            case STREAM -> entry.stream();
            default -> entry.value(field);
        };
    }

    @Override
    public String toString() {
        return text;
    }
}
