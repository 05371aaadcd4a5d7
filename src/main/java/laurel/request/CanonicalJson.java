package laurel.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import laurel.database.sql.Json;
import org.jspecify.annotations.Nullable;

/** The form of a JSON value that equal values share, regardless of the order of names and of how numbers are written. */
public final class CanonicalJson {
    private CanonicalJson() {}

    /** Returns a text with names in order, and numbers without trailing zeros. */
    public static String of(Json json) {
        Object value = canonical(StrictJson.stored(json));
        return value == null ? "null" : new String(JsonBytes.of(value), UTF_8);
    }

    private static @Nullable Object canonical(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Map<?, ?> object -> object(object);
            case List<?> list -> list(list);
            case BigDecimal number -> number(number.stripTrailingZeros());
            default -> value;
        };
    }

    private static Map<String, @Nullable Object> object(Map<?, ?> object) {
        Map<String, @Nullable Object> ordered = new TreeMap<>();
        object.forEach((name, value) -> ordered.put((String) name, canonical(value)));
        return ordered;
    }

    private static List<@Nullable Object> list(List<?> list) {
        List<@Nullable Object> items = new ArrayList<>();
        list.forEach(item -> items.add(canonical(item)));
        return items;
    }

    /** Whole numbers are written like those without a point or exponent. */
    private static Number number(BigDecimal stripped) {
        return stripped.scale() <= 0 ? stripped.toBigIntegerExact() : stripped;
    }
}
