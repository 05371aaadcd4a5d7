package laurel.ingest.mapping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object in the text of a mapping, and where it stands. What is wrong is thrown as {@link MappingException}, which
 * says where.
 *
 * @param path {@code streams[0].events[1]}
 */
record MappingObject(String path, Map<String, @Nullable Object> values) {

    /** Throws for names other than these: a misspelt one would go unnoticed. */
    MappingObject only(String... names) {
        Set<String> known = Set.of(names);
        values.keySet().stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw wrong(name, "is not known here; known are " + String.join(", ", names));
                });
        return this;
    }

    boolean has(String name) {
        return values.get(name) != null;
    }

    String string(String name) {
        if (!(values.get(name) instanceof String text) || text.isBlank()) {
            throw wrong(name, "is to be a text");
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

    /** What is under a name; an object of no values where nothing is. */
    MappingObject part(String name) {
        return has(name) ? of(inside(name), values.get(name)) : new MappingObject(inside(name), Map.of());
    }

    /** The objects of a list; none where there is no list. */
    List<MappingObject> parts(String name) {
        List<MappingObject> parts = new ArrayList<>();
        for (Object part : list(name)) {
            parts.add(of(inside(name) + "[" + parts.size() + "]", part));
        }
        return parts;
    }

    /** A list of texts, of which one may stand alone; none where there is nothing. */
    List<String> strings(String name) {
        List<?> texts = values.get(name) instanceof String text ? List.of(text) : list(name);
        if (!texts.stream().allMatch(String.class::isInstance)) {
            throw wrong(name, "is to be a list of texts");
        }
        return texts.stream().map(String.class::cast).toList();
    }

    private List<? extends @Nullable Object> list(String name) {
        if (!has(name)) {
            return List.of();
        }
        if (!(values.get(name) instanceof List<?> list)) {
            throw wrong(name, "is to be a list");
        }
        return list;
    }

    /** Templates by name, in the order of the text. */
    Map<String, Template> templates() {
        Map<String, Template> templates = new LinkedHashMap<>();
        values.keySet().forEach(name -> templates.put(name, template(name)));
        return templates;
    }

    @SuppressWarnings("unchecked") // Objects of JSON have names.
    static MappingObject of(String path, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new MappingException(path, "is to be an object");
        }
        return new MappingObject(path, (Map<String, @Nullable Object>) map);
    }

    private String inside(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    MappingException wrong(String name, @Nullable String why) {
        return new MappingException(inside(name), why);
    }

    /** The text of a mapping is not one. The message says where, and what is to be there. */
    static final class MappingException extends RuntimeException {
        MappingException(String path, @Nullable String why) {
            super((path.isEmpty() ? "it" : path) + " " + why, null, false, false);
        }
    }
}
