package laurel.refusal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.regex.Pattern;

/** The rules that texts from outside obey. */
public final class Text {
    /** Longest external id, in characters. */
    public static final int MAX_ID = 128;
    /** Longest name, in characters. */
    public static final int MAX_NAME = 200;
    /** Longest description, in characters. */
    public static final int MAX_DESCRIPTION = 2_000;
    /** Longest JSON value, in bytes of its text in UTF-8: 4 KiB. */
    public static final int MAX_JSON = 4_096;

    private static final Pattern KEY = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

    private Text() {}

    /** Accepts 1 to 64 of {@code a-z 0-9 . _ -}, the first a letter or digit; else refuses as INVALID_KEY. */
    public static String key(String value, String... path) {
        if (!KEY.matcher(value).matches()) {
            throw new RefusedException(
                    RefusalCode.INVALID_KEY,
                    "A key is 1 to 64 of a-z, 0-9, '.', '_' and '-', and begins with a letter or a digit.",
                    path);
        }
        return value;
    }

    /** Accepts 1 to {@code max} characters without control characters or broken surrogates; else refuses with {@code code}. */
    public static String line(String value, int max, RefusalCode code, String... path) {
        if (value.isBlank() || value.length() > max || !value.codePoints().allMatch(Text::printable)) {
            throw new RefusedException(
                    code, "This takes 1 to " + max + " characters, not all blank, and no control characters.", path);
        }
        return value;
    }

    /** The zone of an IANA name such as {@code Europe/Paris} or {@code UTC}; else refuses as INVALID_ZONE. */
    public static ZoneId zone(String name, String... path) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new RefusedException(
                    RefusalCode.INVALID_ZONE, "A zone is an IANA name such as Europe/Paris or UTC.", path);
        }
    }

    /** Accepts a JSON text of at most {@link #MAX_JSON} bytes in UTF-8 without U+0000; else refuses as INVALID_METADATA. */
    public static String json(String value, String... path) {
        // PostgreSQL's jsonb cannot hold the character U+0000, escaped or not.
        if (value.getBytes(UTF_8).length > MAX_JSON || value.contains("\\u0000")) {
            throw new RefusedException(
                    RefusalCode.INVALID_METADATA,
                    "A JSON object takes at most " + MAX_JSON + " bytes and no U+0000.",
                    path);
        }
        return value;
    }

    private static boolean printable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> true;
        };
    }
}
