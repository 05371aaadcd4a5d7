package laurel.apikey;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import laurel.request.access.Role;
import org.jspecify.annotations.Nullable;

/**
 * An API key, without its secret.
 *
 * @param appId      the app in which it was created
 * @param allApps    whether it is valid in every app
 * @param publicId   the part of the key that is no secret
 * @param createdBy  name of the identity that created it
 * @param rotatedAt  when its secret was replaced last; null if never
 * @param expiresAt  when it stops being valid; null if never
 * @param lastUsedAt when it was used last, to the minute; null if never
 * @param revokedAt  when it was revoked; null if it was not
 */
@Introspected
public record ApiKey(
        long id,
        int appId,
        boolean allApps,
        Role role,
        String name,
        String publicId,
        Instant createdAt,
        String createdBy,
        @Nullable Instant rotatedAt,
        @Nullable Instant expiresAt,
        @Nullable Instant lastUsedAt,
        @Nullable Instant revokedAt) {

    /** Whether it is neither revoked nor expired at this time. */
    public boolean isValid(Instant now) {
        return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
    }

    /** The start of the key, by which people recognize it. */
    public String prefix() {
        return KeyText.PREFIX + publicId;
    }

    /**
     * A key with its secret, which is known only when it is created or rotated.
     *
     * @param key for the header {@code Authorization}
     */
    @Introspected
    public record Issued(ApiKey apiKey, String key) {
        /** Without the secret: it could be logged. */
        @Override
        public String toString() {
            return apiKey.toString();
        }
    }
}
