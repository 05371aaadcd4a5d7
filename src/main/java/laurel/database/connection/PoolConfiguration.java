package laurel.database.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** Configures the connection pool of the service. */
public final class PoolConfiguration {
    /** Longest wait for a connection of the pool. */
    static final Duration CONNECTION_WAIT = Duration.ofSeconds(5);

    /**
     * Settings of each session:
     *
     * <ul>
     *   <li>No parallel plans: one turned a look-up of 0.4 ms into 20 ms. No JIT: it takes longer than the statements.
     *   <li>The time zone is set here, because the driver overwrites the connection parameter with the zone of the machine.
     *   <li>Timeouts, so that a statement ends and releases its locks after its caller has given up.
     *   <li>No sequential scans: a partition that was empty a moment ago still has the statistics of an empty table when it
     *       has a million entries.
     *   <li>Generic plans: plans do not depend on values, and planning a statement with arrays takes longer than running it.
     *   <li>The server ends the session, and releases its locks, soon after the host of the node has disappeared; {@link
     *       KeepAliveSockets} does the same for this side.
     * </ul>
     */
    private static final String SESSION = """
            SET max_parallel_workers_per_gather = 0; SET jit = off; SET TimeZone = 'UTC';
            SET statement_timeout = '30s'; SET lock_timeout = '8s'; SET idle_in_transaction_session_timeout = '30s';
            SET client_connection_check_interval = '1s'; SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan;
            SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4;
            SET tcp_user_timeout = '30s'
            """;

    private static final Map<String, String> DRIVER = Map.of(
            "ApplicationName", "laurel",
            "connectTimeout", "5",
            // Without a timeout, callers would wait forever if the network drops packets. No statement takes minutes.
            "socketTimeout", "300",
            // Statements name partitions, so there are many texts, and a plan of ranks takes 0.2 MB of the server's
            // memory.
            "preparedStatementCacheQueries", "256",
            "preparedStatementCacheSizeMiB", "16",
            // The detail of a violated constraint is the row, which may contain a secret, and the log has all failures.
            "logServerErrorDetail", "false");

    private static final String READ_ONLY = "25006";

    private PoolConfiguration() {}

    /**
     * Configures a pool of at most {@code size} connections. The pool opens no connection when it is created, because the
     * caller has just checked the database.
     *
     * @param onFailure called with every failure of a connection of the pool
     */
    public static void configure(HikariConfig config, Login login, int size, Consumer<SQLException> onFailure) {
        config.setPoolName("laurel");
        config.setJdbcUrl(login.url());
        config.setDataSourceProperties(login.properties());
        DRIVER.forEach(config::addDataSourceProperty);
        KeepAliveSockets.DRIVER.forEach(config::addDataSourceProperty);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(Math.min(size, 2));
        config.setConnectionInitSql(SESSION);
        // One statement waits for a lock, and the next must read what the previous holder of the lock committed.
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setExceptionOverride(new EvictionPolicy(onFailure));
        config.setConnectionTimeout(CONNECTION_WAIT.toMillis());
        config.setInitializationFailTimeout(-1);
    }

    /** Decides which failures close a connection, in addition to those that Hikari knows. */
    private record EvictionPolicy(Consumer<SQLException> onFailure) implements SQLExceptionOverride {
        @java.lang.Override
        public Override adjudicate(SQLException failure) {
            onFailure.accept(failure);
            // A session that started read-only stays read-only when the database accepts writes again.
            return READ_ONLY.equals(failure.getSQLState()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
        }
    }
}
