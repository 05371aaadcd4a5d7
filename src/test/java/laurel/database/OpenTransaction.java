package laurel.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A transaction that keeps its locks and its snapshot until it is committed, rolled back or closed. */
public final class OpenTransaction implements AutoCloseable {
    private final Connection connection;

    OpenTransaction(Connection connection) throws SQLException {
        this.connection = connection;
        connection.setAutoCommit(false);
    }

    /** Executes a statement with a value for each question mark. */
    public void execute(String sql, Object... values) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int n = 0; n < values.length; n++) {
                statement.setObject(n + 1, values[n]);
            }
            statement.execute();
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    public void commit() {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public void rollback() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try (connection) {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
