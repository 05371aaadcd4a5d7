package laurel.request;

import java.time.ZoneId;
import java.util.regex.Pattern;

/** Checks texts of clients. */
public final class Text {
    /** Longest external ID, in characters. */
    public static final int MAX_ID = 128;
    /** Longest name, in characters. */
    public static final int MAX_NAME = 200;
    /** Longest description, in characters. */
    public static final int MAX_DESCRIPTION = 2_000;
    /** Longest JSON value, in bytes of its text in UTF-8: 4 KiB. */
    public static final int MAX_JSON = 4_096;
    /** Longest name in a JSON value, in characters. */
    public static final int MAX_JSON_NAME = 1_000;
    /** Largest depth of nested objects and lists in a JSON value. */
    public static final int MAX_JSON_DEPTH = 64;
    /** Longest number in a JSON value, in characters, without an exponent. */
    public static final int MAX_JSON_NUMBER = 200;

    private static final Pattern KEY = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
    private static final Pattern URL = Pattern.compile("https?://[\\x21-\\x7e]{1,1990}");

    /** Letters and a symbol that fonts show as nothing: fillers of Hangul, and the empty pattern of Braille. */
    private static final String INVISIBLE = "\u115F\u1160\u2800\u3164\uFFA0";

    private Text() {}

    /** Returns the name of the value at the end of a path, for messages: {@code `metadata`}, {@code `groupings[0]`}. */
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

    /** Whether the text is a valid key. */
    public static boolean isKey(String value) {
        return KEY.matcher(value).matches();
    }

    /** Whether the text has 1 to {@code max} characters, not all blank, no control characters and no unpaired surrogates. */
    public static boolean isLine(String value, int max) {
        return !value.isBlank() && isPart(value, max);
    }

    /** Whether the text is part of such a line. It may be blank or empty. */
    public static boolean isPart(String value, int max) {
        return value.length() <= max && value.codePoints().allMatch(Text::printable);
    }

    /** Accepts 1 to 64 of {@code a-z 0-9 . _ -}, starting with a letter or digit. Refuses others with INVALID_KEY. */
    public static String key(String value, String... path) {
        if (!isKey(value)) {
            throw new RefusedException(
                    ErrorCode.INVALID_KEY,
                    named(path)
                            + " must be 1-64 characters of a-z, 0-9, '.', '_' and '-', and start with a letter or a digit.",
                    path);
        }
        return value;
    }

    /** Accepts an event type, which has the form of a key. Refuses others with INVALID_EVENT_TYPE. */
    public static String eventType(String value, String... path) {
        if (!isKey(value)) {
            throw new RefusedException(
                    ErrorCode.INVALID_EVENT_TYPE,
                    named(path)
                            + " must be 1-64 characters of a-z, 0-9, '.', '_' and '-', and start with a letter or a digit.",
                    path);
        }
        return value;
    }

    /**
     * Accepts 1 to {@code max} characters without control characters or unpaired surrogates. Refuses others with {@code
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

    /**
     * Accepts a {@link #line} with at least one visible character. For names that players give themselves: not for texts that
     * servers send again, and that earlier versions have accepted.
     */
    public static String visibleLine(String value, int max, ErrorCode code, String... path) {
        if (line(value, max, code, path).codePoints().noneMatch(Text::visible)) {
            throw new RefusedException(code, named(path) + " must have a visible character.", path);
        }
        return value;
    }

    /** Accepts an http or https URL of at most 2,000 printable ASCII characters. Refuses others with INVALID_URL. */
    public static String url(String value, String... path) {
        if (!URL.matcher(value).matches()) {
            throw new RefusedException(
                    ErrorCode.INVALID_URL,
                    named(path) + " must be an http or https URL of at most 2,000 printable ASCII characters.",
                    path);
        }
        return value;
    }

    /** Returns the zone of an IANA name such as {@code Europe/Paris}. Refuses other names with INVALID_TIME_ZONE. */
    public static ZoneId zone(String name, String... path) {
        // ZoneId.of also accepts offsets such as +02:00.
        if (!ZoneId.getAvailableZoneIds().contains(name)) {
            throw new RefusedException(
                    ErrorCode.INVALID_TIME_ZONE,
                    named(path) + " must be an IANA name such as Europe/Paris or UTC.",
                    path);
        }
        return ZoneId.of(name);
    }

    /**
     * Accepts a JSON text of at most {@link #MAX_JSON} bytes in UTF-8 that can be stored, returned and sent again. Refuses
     * others with INVALID_METADATA.
     */
    public static String json(String value, String... path) {
        String reason = JsonRules.broken(value);
        if (reason != null) {
            throw new RefusedException(ErrorCode.INVALID_METADATA, named(path) + " " + reason, path);
        }
        return value;
    }

    /** Whether PostgreSQL can store the text: it has no U+0000 and no unpaired surrogates. */
    static boolean isHoldable(String text) {
        return text.codePoints().noneMatch(c -> c == 0 || broken(c));
    }

    /** Accepts several lines of at most {@code max} characters in total. Refuses others with INVALID_TEXT. */
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

    private static boolean visible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.FORMAT, Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> false;
            default ->
                !Character.isWhitespace(codePoint)
                        && !Character.isSpaceChar(codePoint)
                        && INVISIBLE.indexOf(codePoint) < 0;
        };
    }

    private static boolean printable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> true;
        };
    }
}
