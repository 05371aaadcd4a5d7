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

/** The service's own PostgreSQL, entered by the superuser, for as long as the service runs. */
public final class Postgres {
    private static final int LINE_OF_PORT = 3;

    private final String url;
    private final Properties login = new Properties();

    private Postgres(int port, String password) {
        url = "jdbc:postgresql://127.0.0.1:" + port + "/laurel";
        login.setProperty("user", "postgres");
        login.setProperty("password", password);
    }

    /** The one that runs in the service's data directory. */
    static Postgres in(Path directory) throws IOException {
        String port =
                Files.readAllLines(directory.resolve("postgres/postmaster.pid")).get(LINE_OF_PORT);
        String password =
                Files.readString(directory.resolve("postgres.password")).strip();
        return new Postgres(Integer.parseInt(port.strip()), password);
    }

    /** As anybody's session is. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, login);
    }

    /** With what the service sets in its sessions and that bears upon plans. */
    public Connection connectAsService() throws SQLException {
        Connection connection = connect();
        try (var statement = connection.createStatement()) {
            statement.execute("SET max_parallel_workers_per_gather = 0; SET jit = off; SET enable_seqscan = off;"
                    + " SET plan_cache_mode = force_generic_plan");
        }
        return connection;
    }

    /** Tells a process of Laurel's where this is. */
    void tell(Map<String, String> environment) {
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
