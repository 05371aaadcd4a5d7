package laurel.database.sql;

import io.micronaut.core.annotation.Introspected;
import org.jspecify.annotations.Nullable;

/**
 * A row with its version, which the statement selects as {@code row_version}.
 *
 * @param value      the other columns
 * @param rowVersion {@link #ROW_VERSION}; null if the value depends on other rows, too
 */
@Introspected
public record Versioned<T>(T value, @Nullable String rowVersion) {
    /**
     * SQL of the version of the row {@code r}. A row that is written again has another version: another transaction, or another
     * place. So has every row after a failover to another server, which may lack the last commits and use the numbers of their
     * transactions again.
     */
    public static final String ROW_VERSION = "(r.xmin::text || r.ctid::text || pg_postmaster_start_time()::text)";

    /** Returns a value that depends on other rows, too. */
    public static <T> Versioned<T> unversioned(T value) {
        return new Versioned<>(value, null);
    }
}
