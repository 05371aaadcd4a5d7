package laurel.leaderboard;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Who stands first among equal scores. {@code rank} ignores it; {@code position} and every list obey it. */
public enum TieRule {
    /** Who achieved the score earlier. */
    EARLIEST,
    /** Who achieved the score later. */
    LATEST,
    /** Whom Laurel met first. */
    ID;

    /** The key by which ascending order obeys this rule; microseconds, as PostgreSQL keeps time. */
    public long key(Instant achievedAt) {
        return switch (this) {
            case EARLIEST -> micros(achievedAt);
            case LATEST -> ~micros(achievedAt);
            case ID -> 0;
        };
    }

    private static long micros(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }
}
