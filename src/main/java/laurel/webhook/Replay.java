package laurel.webhook;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which messages of a webhook are sent again.
 *
 * @param from  those made at this moment or later; null: since ever
 * @param until those made before this moment; null: until now
 */
@Introspected
record Replay(
        Set<DeliveryState> states,
        @Nullable Instant from,
        @Nullable Instant until) {
    /** Most that are sent again at once. */
    static final int MOST = 10_000;
}
