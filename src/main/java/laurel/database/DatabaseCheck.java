package laurel.database;

import java.sql.Connection;
import java.sql.SQLException;
import laurel.CannotStartException;
import laurel.database.connection.ConnectionFailure;
import laurel.database.connection.JdbcAddress;
import laurel.database.connection.Login;
import org.jspecify.annotations.Nullable;

/** Checks whether an external database can be used, and explains in one line why not. */
final class DatabaseCheck {
    private static final int OLDEST_VERSION = 150_000;

    private static final String FACTS = """
            SELECT current_setting('server_version')          AS version,
                   current_setting('server_version_num')::int AS version_number,
                   getdatabaseencoding()                      AS encoding,
                   pg_is_in_recovery()                        AS replica,
                   current_user                               AS role,
                   current_schema()                           AS schema,
                   coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create
            """;

    /** Properties of a server and of its role. */
    record Facts(
            String version,
            int versionNumber,
            String encoding,
            boolean replica,
            String role,
            @Nullable String schema,
            boolean mayCreate) {}

    private DatabaseCheck() {}

    /** Throws {@link CannotStartException} if the database cannot be reached or used. */
    static void check(Login login) {
        String address = JdbcAddress.of(login.url()).toString();
        String problem;
        try (Connection connection = login.unpooled().getConnection()) {
            problem = problem(facts(connection), address);
        } catch (SQLException e) {
            throw new CannotStartException(ConnectionFailure.line(e, address), e);
        }
        if (problem != null) {
            throw new CannotStartException(problem);
        }
    }

    private static Facts facts(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(FACTS)) {
            row.next();
            return new Facts(
                    row.getString("version"),
                    row.getInt("version_number"),
                    row.getString("encoding"),
                    row.getBoolean("replica"),
                    row.getString("role"),
                    row.getString("schema"),
                    row.getBoolean("may_create"));
        }
    }

    /** Returns why the database cannot be used; null if it can. */
    static @Nullable String problem(Facts facts, String address) {
        if (facts.versionNumber < OLDEST_VERSION) {
            return "%s is PostgreSQL %s; Laurel needs 15 or newer".formatted(address, facts.version);
        }
        if (!facts.encoding.equals("UTF8")) {
            return "the database %s has the encoding %s; Laurel needs UTF8".formatted(address, facts.encoding);
        }
        if (facts.replica) {
            return "the database %s is a read replica; Laurel needs the primary".formatted(address);
        }
        if (!facts.mayCreate) {
            return "the role %s may not create tables in the database %s%s; let it own the database or grant it CREATE"
                    .formatted(facts.role, address, facts.schema == null ? "" : ", schema " + facts.schema);
        }
        return null;
    }
}
