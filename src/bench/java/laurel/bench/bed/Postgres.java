package laurel.bench.bed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** The embedded PostgreSQL of the service, as superuser, while the service runs. */
public final class Postgres {
    private static final int LINE_OF_PORT = 3;

    private final String url;
    private final Properties login = new Properties();

    private Postgres(int port, String password) {
        url = "jdbc:postgresql://127.0.0.1:" + port + "/laurel";
        login.setProperty("user", "postgres");
        login.setProperty("password", password);
    }

    /** The server that runs in the data directory of the service. */
    static Postgres in(Path directory) throws IOException {
        String port =
                Files.readAllLines(directory.resolve("postgres/postmaster.pid")).get(LINE_OF_PORT);
        String password =
                Files.readString(directory.resolve("postgres.password")).strip();
        return new Postgres(Integer.parseInt(port.strip()), password);
    }

    /** Opens a connection with the default settings of a session. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, login);
    }

    /** Opens a connection with the settings of the service that affect plans. */
    public Connection connectAsService() throws SQLException {
        Connection connection = connect();
        try (var statement = connection.createStatement()) {
            statement.execute("SET max_parallel_workers_per_gather = 0; SET jit = off; SET enable_seqscan = off;"
                    + " SET plan_cache_mode = force_generic_plan");
        }
        return connection;
    }

    /** The settings by which a service in this process finds this database. */
    public Map<String, Object> settings() {
        return Map.of(
                "laurel.database.url", url,
                "laurel.database.user", login.getProperty("user"),
                "laurel.database.password", login.getProperty("password"));
    }

    /** Sets the environment variables by which a Laurel process finds this database. */
    void setEnvironment(Map<String, String> environment) {
        environment.put("LAUREL_DATABASE_URL", url);
        environment.put("LAUREL_DATABASE_USER", login.getProperty("user"));
        environment.put("LAUREL_DATABASE_PASSWORD", login.getProperty("password"));
        environment.put("LAUREL_DATABASE_POOL_SIZE", "2");
    }

    /** Runs statements in one session, each in its own transaction. */
    public void execute(List<String> statements) throws SQLException {
        try (Connection connection = connect();
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
