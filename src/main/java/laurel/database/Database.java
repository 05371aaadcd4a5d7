package laurel.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.nio.file.Path;
import javax.sql.DataSource;
import laurel.CannotStartException;
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

/** The database, checked, until it is closed. */
public final class Database implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Database.class);
    private static final int MOST_CONNECTIONS = 1000;

    private final @Nullable EmbeddedServer embedded;
    private final Login login;
    private final OutageMonitor watch;
    private @Nullable HikariDataSource pool;
    private boolean closed;

    private Database(@Nullable EmbeddedServer embedded, Login login) {
        this.embedded = embedded;
        this.login = login;
        watch = new OutageMonitor(login, this::evict);
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
     * @throws CannotStartException when a person must change something first
     */
    public static Database open(DatabaseSettings settings, Path dataDirectory) {
        int size = settings.poolSize();
        expect("pool-size", size, 1);
        expect("spare-connections", settings.spareConnections(), 10);
        String url = settings.url();
        if (url != null) {
            return external(new Login(url, settings.user(), settings.password()));
        }
        EmbeddedServer server = EmbeddedServer.start(dataDirectory, size + settings.spareConnections());
        return new Database(server, server.login());
    }

    private static void expect(String setting, int value, int least) {
        if (value < least || value > MOST_CONNECTIONS) {
            throw new CannotStartException(
                    "laurel.database.%s is %d; it must be %d to %d".formatted(setting, value, least, MOST_CONNECTIONS));
        }
    }

    private static Database external(Login login) {
        DatabaseCheck.check(login);
        LOG.info("Using PostgreSQL at {}", JdbcAddress.of(login.url()));
        return new Database(null, login);
    }

    /** Configures a pool of at most {@code size} connections to this database. */
    void configure(HikariConfig config, int size) {
        PoolConfiguration.configure(config, login, size, watch::suspect);
    }

    /** From now on it is checked whether the database can be used; callers of the pool do not wait while it cannot. */
    synchronized DataSource watched(HikariDataSource connections) {
        pool = connections;
        watch.start();
        return new MonitoredPool(connections, watch);
    }

    /** How the database is. */
    public DatabaseState condition() {
        return watch.condition();
    }

    /** Where the database is, and as whom the pool connects. */
    public Login login() {
        return login;
    }

    /** Does nothing the second time. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        watch.close();
        if (pool != null) {
            pool.close();
        }
        if (embedded != null) {
            embedded.close();
        }
    }
}
