package laurel.webhook;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import laurel.request.Measured;
import org.jspecify.annotations.Nullable;

/**
 * An address that messages are posted to.
 *
 * @param failingSince since when every attempt has failed; null where the last has not
 */
@Introspected
public record Webhook(
        long id,
        int appId,
        String url,
        WebhookFilter interest,
        WebhookState state,
        SigningSecrets secrets,
        @Nullable Instant failingSince,
        long eventPosition,
        Instant rankedAt,
        int version,
        Instant createdAt,
        Instant updatedAt)
        implements Measured {
    @Override
    public long heldBytes() {
        return Stream.of(interest.leaderboardKeys(), interest.windowDefinitionKeys())
                        .filter(Objects::nonNull)
                        .flatMap(List::stream)
                        .mapToLong(String::length)
                        .sum()
                + url.length();
    }

    /** Whether a webhook's messages are made and sent. */
    public enum WebhookState {
        /** They are. */
        ENABLED,
        /** They are not, because a person said so. */
        DISABLED,
        /** They are not, because none arrived for long. */
        PAUSED,
        /** They are not, because the address said that it is gone. */
        GONE
    }
}
