package laurel.database.connection;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The PostgreSQL server of the pool. After a failover or a restore the last commits may be missing, and their IDs, versions and
 * sequences are used again. So what a node remembers is valid only as long as the server is the same, and has not been restarted.
 */
public final class ConnectedServer {
    private static final String STARTED_AT = "SELECT pg_postmaster_start_time()::text";

    private volatile String startedAt = "";

    /** Reads which server a new connection has, before the pool returns it. */
    void connected(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(STARTED_AT)) {
            row.next();
            startedAt = row.getString(1);
        }
    }

    /** Identifies the server of the newest connection: the time of its start. */
    public String current() {
        return startedAt;
    }
}
