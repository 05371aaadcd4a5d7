package laurel.score.restriction;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a participant is restricted.
 *
 * @param reason    1 to 200 characters; null for none
 * @param expiresAt null if it does not expire
 */
public record RestrictionTerms(
        @Nullable String reason, @Nullable Instant expiresAt) {
    /** In force until it is ended, without a reason. */
    public static final RestrictionTerms NONE = new RestrictionTerms(null, null);
}
