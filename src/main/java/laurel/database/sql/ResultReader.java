package laurel.database.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Reads the result of a statement: its rows, or the number of changed rows.
 *
 * @param <R> the result
 */
@FunctionalInterface
interface ResultReader<R> {
    /**
     * Reads the current result.
     *
     * @param rows whether the statement returned rows
     */
    R read(PreparedStatement statement, boolean rows) throws SQLException;
}
