package laurel.database.connection;

import com.zaxxer.hikari.HikariDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The pool, except that callers do not wait for a connection during a known outage, and that changes of the server are noticed. */
public final class MonitoredPool implements DataSource {
    private static final String CONNECTION_DOES_NOT_EXIST = "08003";

    private final HikariDataSource pool;
    private final ConnectedServer server;
    private final OutageMonitor monitor;

    public MonitoredPool(HikariDataSource pool, ConnectedServer server, OutageMonitor monitor) {
        this.pool = pool;
        this.server = server;
        this.monitor = monitor;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (pool.isClosed()) {
            throw new SQLNonTransientConnectionException("the service is stopping", CONNECTION_DOES_NOT_EXIST);
        }
        if (monitor.condition() == DatabaseState.UNREACHABLE) {
            throw new KnownOutageException();
        }
        try {
            return connected(pool.getConnection());
        } catch (SQLException e) {
            monitor.suspect(e);
            throw e;
        }
    }

    private Connection connected(Connection connection) throws SQLException {
        try {
            server.connected(connection);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the pool has one role");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return pool.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return pool.isWrapperFor(type);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return pool.getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        pool.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        pool.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return pool.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return pool.getParentLogger();
    }

    /** The database is known to be unreachable: callers do not wait for a connection. */
    private static final class KnownOutageException extends SQLTransientConnectionException {
        private static final long serialVersionUID = 1L;

        KnownOutageException() {
            super("the database cannot be reached", "08001");
        }
    }
}
