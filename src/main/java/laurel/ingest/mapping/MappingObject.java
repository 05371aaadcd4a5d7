package laurel.ingest.mapping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object in the JSON of a mapping, with its path. Mistakes are thrown as {@link MappingException}, which contains
 * the path.
 *
 * @param path {@code streams[0].events[1]}
 */
record MappingObject(String path, Map<String, @Nullable Object> values) {

    /** Throws for names other than these, so that a misspelled name is noticed. */
    MappingObject only(String... names) {
        Set<String> known = Set.of(names);
        values.keySet().stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw wrong(name, "is not a known name; known names are " + String.join(", ", names));
                });
        return this;
    }

    boolean has(String name) {
        return values.get(name) != null;
    }

    String string(String name) {
        if (!(values.get(name) instanceof String text) || text.isBlank()) {
            throw wrong(name, "must be a string");
        }
        return text;
    }

    String string(String name, String otherwise) {
        return has(name) ? string(name) : otherwise;
    }

    Template template(String name) {
        try {
            return Template.parse(string(name));
        } catch (IllegalArgumentException e) {
            throw wrong(name, e.getMessage());
        }
    }

    @Nullable
    Template optionalTemplate(String name) {
        return has(name) ? template(name) : null;
    }

    /** The object under a name. Empty if there is none. */
    MappingObject part(String name) {
        return has(name) ? of(inside(name), values.get(name)) : new MappingObject(inside(name), Map.of());
    }

    /** The objects of the list under a name. Empty if there is none. */
    List<MappingObject> parts(String name) {
        List<MappingObject> parts = new ArrayList<>();
        for (Object part : list(name)) {
            parts.add(of(inside(name) + "[" + parts.size() + "]", part));
        }
        return parts;
    }

    /** The strings under a name: a list, or a single string. Empty if there is none. */
    List<String> strings(String name) {
        List<?> texts = values.get(name) instanceof String text ? List.of(text) : list(name);
        if (!texts.stream().allMatch(String.class::isInstance)) {
            throw wrong(name, "must be a list of strings");
        }
        return texts.stream().map(String.class::cast).toList();
    }

    private List<? extends @Nullable Object> list(String name) {
        if (!has(name)) {
            return List.of();
        }
        if (!(values.get(name) instanceof List<?> list)) {
            throw wrong(name, "must be a list");
        }
        return list;
    }

    /** Templates by name, in the order of the JSON. */
    Map<String, Template> templates() {
        Map<String, Template> templates = new LinkedHashMap<>();
        values.keySet().forEach(name -> templates.put(name, template(name)));
        return templates;
    }

    @SuppressWarnings("unchecked") // Keys of JSON objects are strings.
    static MappingObject of(String path, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new MappingException(path, "must be an object");
        }
        return new MappingObject(path, (Map<String, @Nullable Object>) map);
    }

    private String inside(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    MappingException wrong(String name, @Nullable String why) {
        return new MappingException(inside(name), why);
    }

    /** A mistake in the JSON of a mapping. The message contains the path and what is allowed there. */
    static final class MappingException extends RuntimeException {
        MappingException(String path, @Nullable String why) {
            super((path.isEmpty() ? "it" : path) + " " + why, null, false, false);
        }
    }
}
