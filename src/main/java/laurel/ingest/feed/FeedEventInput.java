package laurel.ingest.feed;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.Map;
import laurel.participant.ParticipantInput;
import org.jspecify.annotations.Nullable;

/**
 * A score or a rating of an analytics feed.
 *
 * @param externalId  ID of the event in the sending system, 1 to 128 characters: the idempotency key of the submission
 * @param leaderboardKey null if the leaderboard is found by the type
 * @param scoreType   by which the leaderboard is found if there is no key
 * @param score       a decimal number with at most the decimals of the leaderboard; null as in a submission
 * @param achievedAt  null for the current time
 */
@Introspected
public record FeedEventInput(
        String externalId,
        FeedKind feedKind,
        @Nullable String leaderboardKey,
        @Nullable String scoreType,
        ParticipantInput participant,
        @Nullable String score,
        Map<String, String> group,
        @Nullable Instant achievedAt) {}
