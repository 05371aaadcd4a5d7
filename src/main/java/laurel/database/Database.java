package laurel.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.nio.file.Path;
import javax.sql.DataSource;
import laurel.CannotStartException;
import laurel.database.connection.ConnectedServer;
import laurel.database.connection.DatabaseState;
import laurel.database.connection.JdbcAddress;
import laurel.database.connection.Login;
import laurel.database.connection.MonitoredPool;
import laurel.database.connection.OutageMonitor;
import laurel.database.connection.PoolConfiguration;
import laurel.database.embedded.EmbeddedServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An open database, embedded or external. */
public final class Database implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Database.class);

    private final @Nullable EmbeddedServer embedded;
    private final Login login;
    private final OutageMonitor monitor;
    private final ConnectedServer server = new ConnectedServer();
    private @Nullable HikariDataSource pool;
    private boolean closed;

    private Database(@Nullable EmbeddedServer embedded, Login login) {
        this.embedded = embedded;
        this.login = login;
        monitor = new OutageMonitor(login, this::evict);
    }

    private synchronized void evict() {
        HikariPoolMXBean connections = pool == null ? null : pool.getHikariPoolMXBean();
        if (connections != null) {
            connections.softEvictConnections();
        }
    }

    /**
     * Opens the external database of the settings, or without a URL the embedded one.
     *
     * @throws CannotStartException if the settings or the database do not permit it
     */
    public static Database open(DatabaseSettings settings, Path dataDirectory) {
        String url = settings.url();
        if (url != null) {
            return external(new Login(url, settings.user(), settings.password()));
        }
        EmbeddedServer server = EmbeddedServer.start(dataDirectory, settings.poolSize() + settings.spareConnections());
        return new Database(server, server.login());
    }

    private static Database external(Login login) {
        DatabaseCheck.check(login);
        LOG.info("Using PostgreSQL at {}", JdbcAddress.of(login.url()));
        return new Database(null, login);
    }

    /** Configures a pool of at most {@code size} connections to this database. */
    void configure(HikariConfig config, int size) {
        PoolConfiguration.configure(config, login, size, monitor::suspect);
    }

    /** Starts to monitor the database. Callers of the returned pool do not wait during a known outage. */
    synchronized DataSource monitor(HikariDataSource connections) {
        pool = connections;
        monitor.start();
        return new MonitoredPool(connections, server, monitor);
    }

    /** The server of the pool. */
    ConnectedServer server() {
        return server;
    }

    /** Current condition of the database. */
    public DatabaseState condition() {
        return monitor.condition();
    }

    /** URL of the database, and the role of the pool. */
    public Login login() {
        return login;
    }

    /** A second call does nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        monitor.close();
        if (pool != null) {
            pool.close();
        }
        if (embedded != null) {
            embedded.close();
        }
    }
}
