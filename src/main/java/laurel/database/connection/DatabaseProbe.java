package laurel.database.connection;

import io.micronaut.core.annotation.Introspected;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the condition of the database over a connection of its own. */
final class DatabaseProbe implements AutoCloseable {
    private static final int ANSWER_SECONDS = 5;

    private static final String READ_ONLY =
            "SELECT current_setting('transaction_read_only')::bool OR pg_is_in_recovery()";

    /** Takes space on the disk, which the end of the transaction frees. */
    private static final String WRITE =
            "CREATE TEMPORARY TABLE probe ON COMMIT DROP AS SELECT repeat('x', 1000) AS x FROM generate_series(1, 200)";

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseProbe.class);

    private final Login login;
    private @Nullable Connection kept;

    DatabaseProbe(Login login) {
        this.login = login;
    }

    /**
     * The result of a check.
     *
     * @param reason message of the database or the driver
     * @param lost   whether connections that were open before are unusable
     */
    @Introspected
    record Found(DatabaseState condition, String reason, boolean lost) {
        static Found up(boolean lost) {
            return new Found(DatabaseState.UP, "", lost);
        }
    }

    /**
     * Checks the database, over a new connection if the kept one fails.
     *
     * @param anew    whether to use a new connection at once: a session keeps settings of the time when it began
     * @param writing whether to try to write
     */
    Found look(boolean anew, boolean writing) {
        boolean lost = false;
        if (!anew && kept != null) {
            Found found = ask(kept, writing);
            if (found.condition == DatabaseState.UP) {
                return found;
            }
            lost = found.condition == DatabaseState.READ_ONLY;
        }
        close();
        return connect(writing, lost);
    }

    private Found connect(boolean writing, boolean lost) {
        try {
            Connection made = login.unpooled(ANSWER_SECONDS).getConnection();
            kept = made;
            Found found = ask(made, writing);
            if (found.condition != DatabaseState.UP) {
                close();
            }
            return new Found(found.condition, found.reason, lost);
        } catch (SQLException e) {
            return tooMany(e)
                    ? Found.up(false)
                    : new Found(
                            DatabaseState.UNREACHABLE,
                            ConnectionFailure.line(
                                    e, JdbcAddress.of(login.url()).toString()),
                            true);
        }
    }

    /** The server runs, and the pool has connections of its own. */
    private static boolean tooMany(SQLException failure) {
        return "53300".equals(failure.getSQLState());
    }

    private static Found ask(Connection connection, boolean writing) {
        try (var statement = connection.createStatement()) {
            try (var row = statement.executeQuery(READ_ONLY)) {
                if (row.next() && row.getBoolean(1)) {
                    return new Found(DatabaseState.READ_ONLY, "it takes no writes", false);
                }
            }
            if (writing) {
                write(connection);
            }
            return Found.up(false);
        } catch (SQLException e) {
            return new Found(Outage.isFull(e) ? DatabaseState.FULL : DatabaseState.UNREACHABLE, firstLine(e), false);
        }
    }

    /** Throws if the database cannot be used. A role that may not create temporary tables proves nothing. */
    private static void write(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute(WRITE);
        } catch (SQLException e) {
            if (Outage.isUnusable(e)) {
                throw e;
            }
            LOG.debug("Could not try to write", e);
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private static String firstLine(SQLException failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }

    @Override
    public void close() {
        Connection old = kept;
        kept = null;
        try {
            if (old != null) {
                old.close();
            }
        } catch (SQLException e) {
            LOG.debug("The connection that looks after the database was broken", e);
        }
    }
}
