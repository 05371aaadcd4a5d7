package laurel.api.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One entry of an {@code Accept} header, or the media type of a body.
 *
 * @param type in lower case, perhaps {@code *}
 * @param subtype in lower case, perhaps {@code *}
 * @param quality 0 (not wanted) to 1
 * @param utf8 whether it asks for UTF-8 or for no charset in particular
 */
public record MediaRange(String type, String subtype, double quality, boolean utf8) {
    /** What {@link #covers} gives for an entry that names the very media type. */
    static final int EXACT = 3;

    /** What can be understood of a header; entries that cannot are left out. */
    public static List<MediaRange> list(String header) {
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

    public boolean is(String mediaType) {
        return mediaType.equals(type + "/" + subtype);
    }

    /** 0 if this does not cover the media type, else 1 to 3, more for an entry that says it more exactly. */
    int covers(String mediaType) {
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
