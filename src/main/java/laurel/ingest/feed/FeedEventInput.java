package laurel.ingest.feed;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.Map;
import laurel.participant.ParticipantInput;
import org.jspecify.annotations.Nullable;

/**
 * A score or a rating of an analytics feed.
 *
 * @param externalId  the sender's name for it, 1 to 128 characters: the submission's idempotency key
 * @param leaderboardKey null: the board that takes the type
 * @param scoreType   by which the board is found without a key; null if it does not matter
 * @param score       a decimal number with at most the board's decimals
 * @param achievedAt  null is now
 */
@Introspected
public record FeedEventInput(
        String externalId,
        FeedKind feedKind,
        @Nullable String leaderboardKey,
        @Nullable String scoreType,
        ParticipantInput participant,
        String score,
        Map<String, String> group,
        @Nullable Instant achievedAt) {}
