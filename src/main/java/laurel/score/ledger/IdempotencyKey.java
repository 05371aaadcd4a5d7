package laurel.score.ledger;

import io.micronaut.core.annotation.Introspected;

/** An idempotency key, which identifies a submission within its leaderboard. */
@Introspected
public record IdempotencyKey(int leaderboardId, String key) {}
