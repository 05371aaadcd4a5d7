package laurel.api.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One entry of an {@code Accept} header, or the media type of a body.
 *
 * @param type lower case, or {@code *}
 * @param subtype lower case, or {@code *}
 * @param quality 0 (not acceptable) to 1
 * @param utf8 whether the charset is UTF-8 or absent
 */
record MediaRange(String type, String subtype, double quality, boolean utf8) {
    /** Result of {@link #specificity} for an entry that names the media type exactly. */
    static final int EXACT = 3;

    /** Parses a header. Skips invalid entries. */
    static List<MediaRange> list(String header) {
        List<MediaRange> ranges = new ArrayList<>();
        for (String entry : header.split(",", -1)) {
            String[] parts = entry.split(";", -1);
            String[] names = parts[0].strip().toLowerCase(Locale.ROOT).split("/", -1);
            if (names.length == 2 && !names[0].isEmpty() && !names[1].isEmpty()) {
                ranges.add(new MediaRange(names[0], names[1], quality(parts), utf8(parts)));
            }
        }
        return ranges;
    }

    boolean is(String mediaType) {
        return mediaType.equals(type + "/" + subtype);
    }

    /** Returns 0 if this range does not include the media type, or 1 to 3: higher is more specific. */
    int specificity(String mediaType) {
        if (!utf8) {
            return 0;
        }
        if (is(mediaType)) {
            return EXACT;
        }
        if (!"*".equals(subtype)) {
            return 0;
        }
        if ("*".equals(type)) {
            return 1;
        }
        return mediaType.startsWith(type + "/") ? 2 : 0;
    }

    private static double quality(String[] parts) {
        String text = parameter(parts, "q");
        try {
            double quality = text.isEmpty() ? 1 : Double.parseDouble(text);
            return quality >= 0 && quality <= 1 ? quality : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static boolean utf8(String[] parts) {
        String charset = parameter(parts, "charset");
        return charset.isEmpty() || charset.equalsIgnoreCase(StandardCharsets.UTF_8.name());
    }

    private static String parameter(String[] parts, String name) {
        for (int i = 1; i < parts.length; i++) {
            String[] pair = parts[i].split("=", 2);
            if (pair.length == 2 && pair[0].strip().equalsIgnoreCase(name)) {
                return pair[1].strip().replace("\"", "");
            }
        }
        return "";
    }
}
