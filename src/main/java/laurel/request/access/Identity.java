package laurel.request.access;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who makes a request, and what it may do.
 *
 * @param name      names the identity in audit records; contains no secret
 * @param app       key of the app that the identity is bound to; null if it may act in every app
 * @param player    the player that the identity acts for; null unless the role is {@link Role#PLAYER}
 * @param expiresAt when its credentials expire, as they say; null if they do not. Clocks may differ, so the service accepts
 *     them a little longer
 * @param keyId     public ID of its API key; null if it has none that can be revoked
 * @param keyDigest SHA-256 of its API key in hexadecimal, which changes when the key gets another secret; null without
 *     {@code keyId}
 */
@Introspected
public record Identity(
        Role role,
        String name,
        @Nullable String app,
        @Nullable Player player,
        @Nullable Instant expiresAt,
        @Nullable String keyId,
        @Nullable String keyDigest) {
    /** A caller without credentials. */
    public static final Identity ANONYMOUS = new Identity(Role.ANONYMOUS, "anonymous", null, null);

    /** An identity that does not expire. */
    public Identity(Role role, String name, @Nullable String app, @Nullable Player player) {
        this(role, name, app, player, null, null, null);
    }

    /** A player, until its token expires. */
    public static Identity player(String name, String app, Player player, Instant expiresAt) {
        return new Identity(Role.PLAYER, name, app, player, expiresAt, null, null);
    }

    /** An administrator of all apps. */
    public static Identity operator(String name) {
        return new Identity(Role.ADMIN, name, null, null);
    }

    /** An administrator of one app. */
    public static Identity admin(String name, String app) {
        return new Identity(Role.ADMIN, name, app, null);
    }

    /** Whether it administers every app, and may create and list apps. */
    public boolean operator() {
        return role == Role.ADMIN && app == null;
    }

    /** The same permissions without the name: results that depend only on permissions can be shared. */
    public Identity unnamed() {
        return new Identity(role, "", app, null);
    }

    /** Whether its credentials expire at this time or earlier. */
    public boolean hasExpired(Instant now) {
        return expiresAt != null && !expiresAt.isAfter(now);
    }

    /** Whether the other has the same name and permissions, perhaps by a newer token. */
    public boolean isSame(Identity other) {
        return name.equals(other.name) && unnamed().equals(other.unnamed());
    }

    /**
     * A player, as its token names it. Its participant exists after its first score or activity.
     *
     * @param entityType entity type of the participant, such as {@code ACCOUNT}
     * @param externalId external ID of the participant
     */
    public record Player(String entityType, String externalId) {}
}
