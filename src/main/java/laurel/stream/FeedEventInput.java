package laurel.stream;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.Map;
import laurel.participant.Profile;
import org.jspecify.annotations.Nullable;

/**
 * A score or a rating that an analytics feed tells.
 *
 * @param id          the sender's name for it, 1 to 128 characters: the submission's idempotency key
 * @param leaderboardKey of the board; null: the one that takes the type
 * @param type        by which the board is found that has no key here; null where that does not matter
 * @param score       a decimal number with at most the board's decimals
 * @param at          when it was achieved; null is now
 */
@Introspected
record FeedEventInput(
        String id,
        FeedKind kind,
        @Nullable String leaderboardKey,
        @Nullable String type,
        Profile participant,
        String score,
        Map<String, String> group,
        @Nullable Instant at) {}
