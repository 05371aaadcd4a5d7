package laurel.database;

import java.sql.Connection;
import java.sql.SQLException;
import laurel.CannotStartException;
import laurel.database.connection.ConnectionFailure;
import laurel.database.connection.JdbcAddress;
import laurel.database.connection.Login;
import org.jspecify.annotations.Nullable;

/** Whether Laurel can work with an external database; if not, the one line that says why. */
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

    /** What a server tells about itself. */
    record Facts(
            String version,
            int versionNumber,
            String encoding,
            boolean replica,
            String role,
            @Nullable String schema,
            boolean mayCreate) {}

    private DatabaseCheck() {}

    /** Throws {@link CannotStartException} unless the database can be reached and used. */
    static void check(Login login) {
        String place = JdbcAddress.of(login.url()).toString();
        String complaint;
        try (Connection connection = login.unpooled().getConnection()) {
            complaint = complaint(facts(connection), place);
        } catch (SQLException e) {
            throw new CannotStartException(ConnectionFailure.line(e, place), e);
        }
        if (complaint != null) {
            throw new CannotStartException(complaint);
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

    /** Null when there is none. */
    static @Nullable String complaint(Facts facts, String place) {
        if (facts.versionNumber < OLDEST_VERSION) {
            return "%s is PostgreSQL %s; Laurel needs 15 or newer".formatted(place, facts.version);
        }
        if (!facts.encoding.equals("UTF8")) {
            return "the database %s has the encoding %s; Laurel needs UTF8".formatted(place, facts.encoding);
        }
        if (facts.replica) {
            return "the database %s is a read replica; Laurel needs the primary".formatted(place);
        }
        if (!facts.mayCreate) {
            return "the role %s may not create tables in the database %s%s; let it own the database or grant it CREATE"
                    .formatted(facts.role, place, facts.schema == null ? "" : ", schema " + facts.schema);
        }
        return null;
    }
}
