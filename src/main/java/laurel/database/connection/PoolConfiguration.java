package laurel.database.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** How the pool of connections is made that the service works with. */
public final class PoolConfiguration {
    /** How long a caller waits for a connection before it fails. */
    static final Duration CONNECTION_WAIT = Duration.ofSeconds(5);

    /**
     * A parallel plan turned a look-up of 0.4 ms into 20 ms, and compiling one costs more than our statements do. The
     * zone cannot be left to a connection parameter, because there the driver puts the machine's own. What a caller has
     * given up waiting for must end here too, and let go of its locks. A partition that was empty a moment ago is still
     * taken for empty when it holds a million entries: reading it from end to end must never look cheap. Our statements
     * leave the planner nothing to choose by their values, and it would still plan those over arrays anew each time, which
     * takes longer than they do.
     */
    private static final String SESSION = """
            SET max_parallel_workers_per_gather = 0; SET jit = off; SET TimeZone = 'UTC';
            SET statement_timeout = '30s'; SET lock_timeout = '8s'; SET idle_in_transaction_session_timeout = '30s';
            SET client_connection_check_interval = '1s'; SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan
            """;

    private static final Map<String, String> DRIVER = Map.of(
            "ApplicationName", "laurel",
            "connectTimeout", "5",
            // A network that swallows packets must not hold a caller for ever; no statement of ours takes minutes.
            "socketTimeout", "300",
            "tcpKeepAlive", "true",
            // Statements name the partition of their entries, so there are as many texts as partitions.
            "preparedStatementCacheQueries", "1024",
            "preparedStatementCacheSizeMiB", "16");

    private static final String READ_ONLY = "25006";

    private PoolConfiguration() {}

    /**
     * Configures a pool of at most {@code size} connections to this database. It opens none when it is made: the caller
     * has just checked that one can be opened.
     *
     * @param met called with every failure of a connection of the pool
     */
    public static void configure(HikariConfig config, Login login, int size, Consumer<SQLException> met) {
        config.setPoolName("laurel");
        config.setJdbcUrl(login.url());
        config.setDataSourceProperties(login.properties());
        DRIVER.forEach(config::addDataSourceProperty);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(Math.min(size, 2));
        config.setConnectionInitSql(SESSION);
        // Locks are waited for in one statement and what they guard is read by the next, which must see it as it is
        // then.
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setExceptionOverride(new Judge(met));
        config.setConnectionTimeout(CONNECTION_WAIT.toMillis());
        config.setInitializationFailTimeout(-1);
    }

    /** Which failures end a connection, beside those that Hikari knows. */
    private record Judge(Consumer<SQLException> met) implements SQLExceptionOverride {
        @java.lang.Override
        public Override adjudicate(SQLException failure) {
            met.accept(failure);
            // A session that began read-only stays so when the database no longer is.
            return READ_ONLY.equals(failure.getSQLState()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
        }
    }
}
