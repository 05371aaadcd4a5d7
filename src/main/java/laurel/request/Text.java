package laurel.request;

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
    /** Longest name in a JSON value, in characters. */
    public static final int MAX_JSON_NAME = 1_000;
    /** How many objects and lists of a JSON value may lie within one another, itself included. */
    public static final int MAX_JSON_DEPTH = 64;
    /** Longest number in a JSON value, in characters, without an exponent. */
    public static final int MAX_JSON_NUMBER = 200;

    private static final Pattern KEY = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
    private static final Pattern URL = Pattern.compile("https?://[\\x21-\\x7e]{1,1990}");

    private Text() {}

    /** How a message names the value at the end of a path: {@code `metadata`}, {@code `groupings[0]`}. */
    public static String named(String... path) {
        StringBuilder name = new StringBuilder();
        for (int n = path.length - 1; n >= 0; n--) {
            boolean item = !path[n].isEmpty() && path[n].chars().allMatch(Character::isDigit);
            name.insert(0, item ? "[" + path[n] + "]" : path[n]);
            if (!item) {
                break;
            }
        }
        return name.isEmpty() ? "The value" : "`" + name + "`";
    }

    /** Whether this can be the key of anything. */
    public static boolean isKey(String value) {
        return KEY.matcher(value).matches();
    }

    /** Whether this is 1 to {@code max} characters, not all blank, without control characters or broken surrogates. */
    public static boolean isLine(String value, int max) {
        return !value.isBlank() && isPart(value, max);
    }

    /** Whether a line of at most {@code max} characters can hold this, be it blank or nothing. */
    public static boolean isPart(String value, int max) {
        return value.length() <= max && value.codePoints().allMatch(Text::printable);
    }

    /** Accepts 1 to 64 of {@code a-z 0-9 . _ -}, the first a letter or digit; else refuses as INVALID_KEY. */
    public static String key(String value, String... path) {
        if (!isKey(value)) {
            throw new RefusedException(
                    ErrorCode.INVALID_KEY,
                    named(path) + " must be 1 to 64 of a-z, 0-9, '.', '_' and '-', and begin with a letter or a digit.",
                    path);
        }
        return value;
    }

    /** Accepts what can be a key as an event type; else refuses INVALID_EVENT_TYPE. */
    public static String eventType(String value, String... path) {
        if (!isKey(value)) {
            throw new RefusedException(
                    ErrorCode.INVALID_EVENT_TYPE,
                    named(path) + " must be 1-64 of a-z, 0-9, '.', '_' and '-', and start with a letter or a digit.",
                    path);
        }
        return value;
    }

    /**
     * Accepts 1 to {@code max} characters without control characters or broken surrogates; else refuses with {@code
     * code}.
     */
    public static String line(String value, int max, ErrorCode code, String... path) {
        if (!isLine(value, max)) {
            throw new RefusedException(
                    code,
                    named(path) + " must have 1 to " + max + " characters, not all blank, and no control characters.",
                    path);
        }
        return value;
    }

    /** Accepts an http or https URL of at most 2,000 printable ASCII characters; else refuses as INVALID_URL. */
    public static String url(String value, String... path) {
        if (!URL.matcher(value).matches()) {
            throw new RefusedException(
                    ErrorCode.INVALID_URL,
                    named(path) + " must be an http or https URL of at most 2,000 printable ASCII characters.",
                    path);
        }
        return value;
    }

    /** The zone of an IANA name such as {@code Europe/Paris} or {@code UTC}; else refuses as INVALID_TIME_ZONE. */
    public static ZoneId zone(String name, String... path) {
        // The list of names, because ZoneId.of takes bare offsets too.
        if (!ZoneId.getAvailableZoneIds().contains(name)) {
            throw new RefusedException(
                    ErrorCode.INVALID_TIME_ZONE,
                    named(path) + " must be an IANA name such as Europe/Paris or UTC.",
                    path);
        }
        return ZoneId.of(name);
    }

    /**
     * Accepts a JSON text of at most {@link #MAX_JSON} bytes in UTF-8 that can be stored, answered and sent again; else
     * refuses as INVALID_METADATA.
     */
    public static String json(String value, String... path) {
        String reason = JsonRules.broken(value);
        if (reason != null) {
            throw new RefusedException(ErrorCode.INVALID_METADATA, named(path) + " " + reason, path);
        }
        return value;
    }

    /** Whether PostgreSQL can hold this: no U+0000, and no half of a surrogate pair. */
    static boolean isHoldable(String text) {
        return text.codePoints().noneMatch(c -> c == 0 || broken(c));
    }

    /** Accepts at most {@code max} characters, of several lines; else refuses as INVALID_TEXT. */
    public static String lines(String value, int max, String... path) {
        boolean printable = value.codePoints().allMatch(c -> printable(c) || c == '\n' || c == '\r' || c == '\t');
        if (value.length() > max || !printable) {
            throw new RefusedException(
                    ErrorCode.INVALID_TEXT,
                    named(path) + " must have at most " + max
                            + " characters, and no control characters except line breaks and tabs.",
                    path);
        }
        return value;
    }

    private static boolean broken(int codePoint) {
        return Character.getType(codePoint) == Character.SURROGATE;
    }

    private static boolean printable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> true;
        };
    }
}
