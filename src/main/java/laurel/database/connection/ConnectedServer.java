package laurel.database.connection;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;

/**
 * The PostgreSQL server of the pool. After a failover or a restore the last commits may be missing, and their IDs, versions and
 * sequences are used again. So what a node remembers is valid only as long as the server is the same, and has not been restarted.
 */
public final class ConnectedServer {
    private static final String STARTED_AT = "SELECT pg_postmaster_start_time()::text";

    /** The connections of the pool whose server is known. */
    private final Cache<PGConnection, Boolean> known =
            Caffeine.newBuilder().weakKeys().build();

    private volatile String startedAt = "";

    /** Reads which server a connection of the pool has, if it is new, before a caller uses it. */
    void connected(Connection connection) throws SQLException {
        PGConnection ofPool = connection.unwrap(PGConnection.class);
        if (known.getIfPresent(ofPool) == null) {
            read(connection);
            known.put(ofPool, true);
        }
    }

    private void read(Connection connection) throws SQLException {
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
