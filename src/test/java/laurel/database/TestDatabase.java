package laurel.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micronaut.data.connection.support.AbstractConnectionOperations;
import io.micronaut.json.JsonMapper;
import io.micronaut.transaction.jdbc.DataSourceTransactionManager;
import java.lang.reflect.Constructor;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import laurel.SuiteReport.Started;
import laurel.database.connection.Login;
import laurel.database.connection.PoolConfiguration;
import laurel.database.sql.JsonTypes;
import laurel.database.sql.Parameters;
import laurel.database.sql.Rows;
import laurel.database.sql.Sql;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;

/**
 * An empty, migrated database for one test. It is a copy of a template, which takes little time:
 *
 * <pre>{@code
 * try (var database = TestDatabase.fresh()) {
 *     database.sql().execute(...);
 * }
 * }</pre>
 */
public final class TestDatabase implements AutoCloseable {
    private static final int POOL_SIZE = 16;

    private final String name;
    private final Login login;
    /** Created when it is first needed: most tests do not use it. */
    private @Nullable HikariDataSource pool;

    private @Nullable Sql sql;

    private TestDatabase(String name) {
        this.name = name;
        login = Shared.SERVER.login(name);
    }

    /** A new database with the current schema. */
    public static TestDatabase fresh() {
        return copyOf(Shared.TEMPLATE);
    }

    /** A new database without any table. */
    public static TestDatabase blank() {
        return copyOf("template0");
    }

    /** Creates a database with the versioned migrations up to a version; {@link #migrate()} applies the others. */
    static TestDatabase ofVersion(String version) {
        TestDatabase database = blank();
        // Repeatable migrations are of the latest schema.
        Flyway.configure()
                .configuration(new Migrations(database.login()).flyway().getConfiguration())
                .target(version)
                .repeatableSqlMigrationPrefix("none")
                .validateMigrationNaming(false)
                .load()
                .migrate();
        return database;
    }

    /** Migrates this database to the latest version. */
    void migrate() {
        migrate(login());
    }

    /** Copies files, which is faster than the default of writing each page to the WAL. */
    private static TestDatabase copyOf(String template) {
        Started.DATABASE.count();
        String name = Shared.nextName();
        Shared.SERVER.execute("CREATE DATABASE " + name + " TEMPLATE " + template + " STRATEGY FILE_COPY");
        return new TestDatabase(name);
    }

    /** The JDBC URL, for {@link #user} and {@link #password}. */
    public String url() {
        return login.url();
    }

    /** Null if the URL contains it. */
    public @Nullable String user() {
        return login.user();
    }

    /** Null if the URL contains it, or if none is needed. */
    public @Nullable String password() {
        return login.password();
    }

    /** Properties of a Micronaut context that uses this database. */
    public Map<String, Object> properties() {
        var properties = new HashMap<String, Object>();
        properties.put("laurel.database.url", url());
        if (user() != null) {
            properties.put("laurel.database.user", user());
        }
        if (password() != null) {
            properties.put("laurel.database.password", password());
        }
        return properties;
    }

    /** A pool with the configuration of the service and 16 connections. */
    public synchronized DataSource dataSource() {
        if (pool == null) {
            pool = pool(login, POOL_SIZE);
        }
        return pool;
    }

    /** A pool with the configuration of the service. */
    public static HikariDataSource pool(Login login, int size) {
        var configuration = new HikariConfig();
        PoolConfiguration.configure(configuration, login, size, failure -> {});
        return new HikariDataSource(configuration);
    }

    /** Migrates a database like the service, and returns the number of applied migrations. */
    static int migrate(Login login) {
        var migrations = new Migrations(login);
        try {
            return migrations.flyway().migrate().migrationsExecuted;
        } catch (FlywayException e) {
            throw migrations.explain(e);
        }
    }

    /** Statements and transactions like those of the service. */
    public synchronized Sql sql() {
        if (sql == null) {
            sql = sql(dataSource());
        }
        return sql;
    }

    @SuppressWarnings("unchecked") // The class is not public.
    static Sql sql(DataSource source) {
        try {
            Constructor<?> maker = Class.forName(
                            "io.micronaut.data.connection.jdbc.operations.DefaultDataSourceConnectionOperations")
                    .getDeclaredConstructor(DataSource.class);
            maker.setAccessible(true);
            var connections = (AbstractConnectionOperations<Connection>) maker.newInstance(source);
            var transactions = new DataSourceTransactionManager(source, connections, connections);
            var json = new JsonTypes(JsonMapper.createDefault());
            return new Sql(connections, transactions, new Rows(json), new Parameters(json));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether a transaction of a service waits for a lock. */
    public boolean waitsForLock() {
        return sql().of("SELECT count(*) > 0 FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND application_name = 'laurel' AND wait_event_type = 'Lock'")
                .one(boolean.class);
    }

    /** Opens a transaction on a new connection. */
    public OpenTransaction transaction() {
        try {
            return new OpenTransaction(dataSource().getConnection());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public Login login() {
        return login;
    }

    /** Drops the database, even if a test left connections open. */
    @Override
    public synchronized void close() {
        if (pool != null) {
            pool.close();
        }
        Shared.SERVER.execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    }

    /** The server and the template, created by the first test that needs a database. */
    private static final class Shared {
        private static final AtomicInteger COUNT = new AtomicInteger();
        private static final long RUN = ProcessHandle.current().pid();

        static final TestServer SERVER = TestServer.start();
        static final String TEMPLATE = migratedTemplate();

        private Shared() {}

        /** Returns a name that no other run on the same server uses. */
        static String nextName() {
            return "laurel_test_%d_%s_%d".formatted(RUN, Long.toString(System.nanoTime(), 36), COUNT.incrementAndGet());
        }

        private static String migratedTemplate() {
            String template = nextName();
            SERVER.execute("CREATE DATABASE " + template + " TEMPLATE template0 ENCODING 'UTF8'");
            migrate(SERVER.login(template));
            if (SERVER.lasting()) {
                Runtime.getRuntime()
                        .addShutdownHook(new Thread(() -> SERVER.execute("DROP DATABASE IF EXISTS " + template)));
            }
            return template;
        }
    }
}
