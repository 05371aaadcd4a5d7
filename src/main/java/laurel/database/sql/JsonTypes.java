package laurel.database.sql;

import io.micronaut.core.beans.BeanIntrospector;
import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import io.micronaut.serde.annotation.Serdeable;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The types that are stored as {@code jsonb}: {@link Serdeable} types and lists of them. */
@Singleton
public final class JsonTypes {
    private final JsonMapper mapper;
    private final Map<Class<?>, Boolean> known = new ConcurrentHashMap<>();

    public JsonTypes(JsonMapper mapper) {
        this.mapper = mapper;
    }

    boolean contains(Argument<?> type) {
        return isSerdeable(type.getType())
                || (type.getType() == List.class
                        && type.getFirstTypeVariable()
                                .map(element -> isSerdeable(element.getType()))
                                .orElse(false));
    }

    private boolean isSerdeable(Class<?> type) {
        return known.computeIfAbsent(type, one -> BeanIntrospector.SHARED
                .findIntrospection(one)
                .map(introspection -> introspection.hasStereotype(Serdeable.class))
                .orElse(false));
    }

    <T> Json write(Argument<T> type, Object value) {
        try {
            return new Json(mapper.writeValueAsString(type, type.getType().cast(value)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    <T> T read(Argument<T> type, String text) {
        try {
            return mapper.readValue(text, type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
