package laurel.player;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import laurel.participant.ExternalParticipantId;
import laurel.request.access.Identity;
import laurel.request.access.Identity.Player;
import org.jspecify.annotations.Nullable;

/** The player that makes a request. */
@Introspected
public record Viewer(String entityType, String externalId, Instant expiresAt) {
    /** Returns the player of an identity; null if it is none. */
    public static @Nullable Viewer of(Identity identity) {
        Player player = identity.player();
        Instant expiresAt = identity.expiresAt();
        return player == null || expiresAt == null
                ? null
                : new Viewer(player.entityType(), player.externalId(), expiresAt);
    }

    /** The external ID of its participant. */
    public ExternalParticipantId external() {
        return new ExternalParticipantId(entityType, externalId);
    }
}
