package laurel.webhook;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import laurel.graphql.Held;
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
        Instant updatedAt)
        implements Held {
    @Override
    public long heldBytes() {
        return Stream.of(interest.leaderboards(), interest.definitions())
                        .flatMap(List::stream)
                        .mapToLong(String::length)
                        .sum()
                + url.length();
    }
}
