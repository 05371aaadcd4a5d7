package laurel.request.erasure;

import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;
import laurel.database.sql.Json;
import laurel.request.StrictJson;
import org.jspecify.annotations.Nullable;

/** Finds the external ID of a participant as a whole word: in texts, and in JSON that a text contains. */
public final class NamedTexts {
    private final Pattern word;

    public NamedTexts(ErasedName name) {
        this.word =
                Pattern.compile("(?<![\\p{L}\\p{N}_-])" + Pattern.quote(name.externalId()) + "(?![\\p{L}\\p{N}_-])");
    }

    /** Whether a value of JSON, or a part of it, has the ID. */
    public boolean has(@Nullable Object value) {
        return switch (value) {
            case null -> false;
            case Map<?, ?> object ->
                object.entrySet().stream().anyMatch(field -> has(field.getKey()) || has(field.getValue()));
            case Collection<?> list -> list.stream().anyMatch(this::has);
            case String text -> word.matcher(text).find() || (isNested(text) && has(nested(text)));
            default -> word.matcher(value.toString()).find();
        };
    }

    private static boolean isNested(String text) {
        return text.startsWith("{") || text.startsWith("[") || text.startsWith("\"");
    }

    private static @Nullable Object nested(String text) {
        try {
            return StrictJson.stored(new Json(text));
        } catch (RuntimeException e) {
            return null;
        }
    }
}
