package laurel.score.erasure;

import io.micronaut.serde.annotation.Serdeable;

/** A ranking with a rank index. */
@Serdeable
public record IndexedRanking(long rankingId, int leaderboardId) {}
