package laurel.webhook;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import laurel.request.Measured;
import org.jspecify.annotations.Nullable;

/**
 * An address that receives messages.
 *
 * @param filter           what it reports
 * @param failureStartedAt since when every attempt has failed; null if the last one succeeded
 * @param eventPosition    the last event that messages were created for
 * @param rankedAt         when the changes of all its leaderboards were read
 */
@Introspected
public record Webhook(
        long id,
        int appId,
        String url,
        WebhookFilter filter,
        WebhookState state,
        SigningSecrets secrets,
        @Nullable Instant failureStartedAt,
        long eventPosition,
        Instant rankedAt,
        int version,
        Instant createdAt,
        Instant updatedAt)
        implements Measured {
    @Override
    public long heldBytes() {
        return Stream.of(filter.leaderboardKeys(), filter.windowDefinitionKeys())
                        .filter(Objects::nonNull)
                        .flatMap(List::stream)
                        .mapToLong(String::length)
                        .sum()
                + url.length();
    }

    /** Whether messages of a webhook are created and sent. */
    public enum WebhookState {
        /** Messages are created and sent. */
        ENABLED,
        /** An operator disabled it: no messages. */
        DISABLED,
        /** No message was accepted for a long time: no messages until it is enabled. */
        PAUSED,
        /** The receiver responded with status 410: no messages until it is enabled. */
        GONE
    }
}
