package laurel.database.connection;

import io.micronaut.core.annotation.Introspected;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the condition of the database over a separate connection. */
final class DatabaseProbe implements AutoCloseable {
    private static final int ANSWER_SECONDS = 5;

    private static final String READ_ONLY =
            "SELECT current_setting('transaction_read_only')::bool OR pg_is_in_recovery()";

    /** Needs disk space, which is freed at the end of the transaction. */
    private static final String WRITE =
            "CREATE TEMPORARY TABLE probe ON COMMIT DROP AS SELECT repeat('x', 1000) AS x FROM generate_series(1, 200)";

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseProbe.class);

    private final Login login;
    private @Nullable Connection connection;

    DatabaseProbe(Login login) {
        this.login = login;
    }

    /**
     * The result of a check.
     *
     * @param reason message of the database or the driver
     * @param lost   whether earlier connections are unusable
     */
    @Introspected
    record Result(DatabaseState condition, String reason, boolean lost) {
        static Result up(boolean lost) {
            return new Result(DatabaseState.UP, "", lost);
        }
    }

    /**
     * Checks the database. Opens a new connection if the open one fails.
     *
     * @param reconnect whether to open a new connection in any case, because an open session keeps its settings
     * @param tryWrite  whether to try to write
     */
    Result check(boolean reconnect, boolean tryWrite) {
        boolean lost = false;
        if (!reconnect && connection != null) {
            Result result = query(connection, tryWrite);
            if (result.condition == DatabaseState.UP) {
                return result;
            }
            lost = result.condition == DatabaseState.READ_ONLY;
        }
        close();
        return connect(tryWrite, lost);
    }

    private Result connect(boolean tryWrite, boolean lost) {
        try {
            Connection opened = login.unpooled(ANSWER_SECONDS).getConnection();
            connection = opened;
            Result result = query(opened, tryWrite);
            if (result.condition != DatabaseState.UP) {
                close();
            }
            return new Result(result.condition, result.reason, lost);
        } catch (SQLException e) {
            return hasTooManyConnections(e)
                    ? Result.up(false)
                    : new Result(
                            DatabaseState.UNREACHABLE,
                            ConnectionFailure.line(
                                    e, JdbcAddress.of(login.url()).toString()),
                            true);
        }
    }

    /** The server runs, and the pool has its connections. */
    private static boolean hasTooManyConnections(SQLException failure) {
        return "53300".equals(failure.getSQLState());
    }

    private static Result query(Connection connection, boolean tryWrite) {
        try (var statement = connection.createStatement()) {
            try (var row = statement.executeQuery(READ_ONLY)) {
                if (row.next() && row.getBoolean(1)) {
                    return new Result(DatabaseState.READ_ONLY, "it accepts no writes", false);
                }
            }
            if (tryWrite) {
                write(connection);
            }
            return Result.up(false);
        } catch (SQLException e) {
            return new Result(Outage.isFull(e) ? DatabaseState.FULL : DatabaseState.UNREACHABLE, firstLine(e), false);
        }
    }

    /** Throws if the database cannot be used. Ignores other failures, such as a role that may not create temporary tables. */
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
        Connection old = connection;
        connection = null;
        try {
            if (old != null) {
                old.close();
            }
        } catch (SQLException e) {
            LOG.debug("The connection of the check was broken", e);
        }
    }
}
