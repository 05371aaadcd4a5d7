package laurel.database;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Rows with an acknowledged commit, which must survive a crash. */
public final class Acknowledged {
    private Acknowledged() {}

    public static void create(DataSource source) throws SQLException {
        execute(source, "CREATE TABLE IF NOT EXISTS acknowledged (n bigint PRIMARY KEY)");
    }

    /** Returns after the commit. */
    public static void write(DataSource source, long n) throws SQLException {
        execute(source, "INSERT INTO acknowledged VALUES (" + n + ")");
    }

    /** Returns how many of the rows 1 to n exist. */
    public static long count(DataSource source, long n) throws SQLException {
        try (Connection connection = source.getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT count(*) FROM acknowledged WHERE n BETWEEN 1 AND " + n)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void execute(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
