package laurel.database;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.nio.file.Path;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The database, checked and migrated, until it is closed. */
final class Database implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Database.class);
    private static final int MOST_CONNECTIONS = 1000;

    private final @Nullable EmbeddedServer embedded;
    private final Login login;
    private final HikariDataSource pool;
    private final OutageWatch watch;
    private final DataSource watched;

    private Database(@Nullable EmbeddedServer embedded, Login login, int poolSize) {
        this.embedded = embedded;
        this.login = login;
        watch = new OutageWatch(login, this::evict);
        pool = Pool.over(login, poolSize, watch::suspect);
        watched = new WatchedPool(pool, watch);
        watch.start();
    }

    private void evict() {
        HikariPoolMXBean connections = pool.getHikariPoolMXBean();
        if (connections != null) {
            connections.softEvictConnections();
        }
    }

    /**
     * Opens the external database of the settings, or without a URL the embedded one.
     *
     * @throws DatabaseUnusableException when a person must change something first
     */
    static Database open(DatabaseSettings settings, Path dataDirectory) {
        return open(settings, dataDirectory, Migrations::apply);
    }

    /**
     * The same for whoever only looks: what is there is not migrated.
     *
     * @throws DatabaseUnusableException also where nothing is there, or something of another build
     */
    static Database openAsIs(DatabaseSettings settings, Path dataDirectory) {
        return open(settings, dataDirectory, Migrations::require);
    }

    private static Database open(DatabaseSettings settings, Path dataDirectory, Consumer<Login> prepare) {
        int size = settings.poolSize();
        expect("pool-size", size, 1);
        expect("spare-connections", settings.spareConnections(), 10);
        String url = settings.url();
        if (url != null) {
            return external(new Login(url, settings.user(), settings.password()), size, prepare);
        }
        return embedded(EmbeddedServer.start(dataDirectory, size + settings.spareConnections()), size, prepare);
    }

    private static void expect(String setting, int value, int least) {
        if (value < least || value > MOST_CONNECTIONS) {
            throw new DatabaseUnusableException(
                    "laurel.database.%s is %d; it must be %d to %d".formatted(setting, value, least, MOST_CONNECTIONS));
        }
    }

    private static Database external(Login login, int poolSize, Consumer<Login> prepare) {
        DatabaseCheck.check(login);
        LOG.info("Using PostgreSQL at {}", Place.of(login.url()));
        prepare.accept(login);
        return new Database(null, login, poolSize);
    }

    private static Database embedded(EmbeddedServer server, int poolSize, Consumer<Login> prepare) {
        try {
            prepare.accept(server.login());
            return new Database(server, server.login(), poolSize);
        } catch (RuntimeException | Error e) {
            server.close();
            throw e;
        }
    }

    DataSource dataSource() {
        return watched;
    }

    /** How the database is. */
    Condition condition() {
        return watch.condition();
    }

    /** As whom the pool connects. */
    Login login() {
        return login;
    }

    /** Does nothing the second time. */
    @Override
    public synchronized void close() {
        if (pool.isClosed()) {
            return;
        }
        watch.close();
        pool.close();
        if (embedded != null) {
            embedded.close();
        }
    }
}
