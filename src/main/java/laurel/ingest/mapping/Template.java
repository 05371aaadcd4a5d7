package laurel.ingest.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import laurel.ingest.redis.StreamEntry;
import org.jspecify.annotations.Nullable;

/**
 * How a text is made of an entry: {@code game:{match}} is "game:" and what its field {@code match} says. {@code {@id}} is
 * the entry's id, {@code {@stream}} its stream's name.
 */
final class Template {
    private static final Pattern FIELD = Pattern.compile("\\{([^{}]+)}");
    private static final String ID = "@id";
    private static final String STREAM = "@stream";

    private final String text;

    private Template(String text) {
        this.text = text;
    }

    /** Throws IllegalArgumentException where braces do not pair, or name what there is not. */
    static Template parse(String text) {
        String literal = FIELD.matcher(text).replaceAll("");
        if (text.isBlank() || literal.indexOf('{') >= 0 || literal.indexOf('}') >= 0) {
            throw new IllegalArgumentException("\"" + text + "\" is no text with fields such as \"{user}\" in it");
        }
        Template template = new Template(text);
        for (String field : template.fields()) {
            if (field.startsWith("@") && !field.equals(ID) && !field.equals(STREAM)) {
                throw new IllegalArgumentException("there is no {" + field + "}, but {@id} and {@stream}");
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
     * The text for an entry where there is a template for it; null where not, or where the entry has not all of the
     * fields.
     */
    static @Nullable String text(@Nullable Template template, StreamEntry entry) {
        return template == null ? null : template.of(entry);
    }

    /** The text for an entry; null where it has not all of the fields. */
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
