package laurel.request.cache;

import io.micronaut.core.annotation.Introspected;
import laurel.database.sql.Versioned;

/**
 * A row in a version.
 *
 * @param version {@link Versioned#ROW_VERSION}
 */
@Introspected
public record StoredRow(RowTable table, long id, String version) {
    /** Tables whose rows are kept in memory. */
    public enum RowTable {
        LEADERBOARD,
        LEADERBOARD_WINDOW,
        RANKING
    }
}
