package laurel.webhook;

import java.time.Instant;
import org.jdbi.v3.core.mapper.Nested;
import org.jspecify.annotations.Nullable;

/**
 * An address that is told what happens.
 *
 * @param failingSince since when every attempt has failed; null where the last has not
 */
public record Webhook(
        long id,
        int appId,
        String url,
        @Nested Interest interest,
        WebhookState state,
        @Nested Secrets secrets,
        @Nullable Instant failingSince,
        long eventPosition,
        Instant rankedAt,
        Instant createdAt,
        Instant updatedAt) {}
