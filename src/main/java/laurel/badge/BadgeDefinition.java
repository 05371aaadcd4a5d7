package laurel.badge;

import laurel.request.ErrorCode;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * Definition of a badge.
 *
 * @param name        1 to 200 characters
 * @param description at most 2,000 characters
 * @param imageUrl    http or https URL, at most 2,000 characters
 */
public record BadgeDefinition(
        String key,
        String name,
        @Nullable String description,
        @Nullable String imageUrl,
        boolean enabled,
        Recurrence recurrence,
        BadgeRule rule) {
    /** Refuses INVALID_TEXT and INVALID_URL. */
    public static void checkTexts(String name, @Nullable String description, @Nullable String imageUrl) {
        Text.line(name, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "name");
        if (description != null) {
            Text.lines(description, Text.MAX_DESCRIPTION, "description");
        }
        if (imageUrl != null) {
            Text.url(imageUrl, "imageUrl");
        }
    }
}
