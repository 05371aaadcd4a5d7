package laurel.player;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;

/** A new token of a player. */
@Introspected
public record PlayerToken(String token, Instant expiresAt) {
    /** Without the token. */
    @Override
    public String toString() {
        return "PlayerToken[expiresAt=" + expiresAt + "]";
    }
}
