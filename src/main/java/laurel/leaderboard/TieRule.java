package laurel.leaderboard;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Order of participants with equal scores. Affects {@code position} and lists, not {@code rank}.
 *
 * <p>The same rules in SQL are {@code tie_key} in {@code R__sort.sql} and {@code laurel.score.ledger.Derivation}, which also
 * decides which of several submissions with the best score determines an entry.
 */
public enum TieRule {
    /** The participant that achieved the score earlier comes first. */
    EARLIEST,
    /** The participant that achieved the score later comes first. */
    LATEST,
    /** By type and external ID of the participants, compared by code points. The other rules use it last. */
    ID;

    /** Returns the tie key of a score. Ascending keys obey this rule. In microseconds, as times in PostgreSQL. */
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
