package laurel.database.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.sql.Connection;
import java.sql.SQLException;
import laurel.CannotStartException;
import laurel.database.connection.Login;
import org.postgresql.PGConnection;

/** Creates the role of the service in the embedded server. It owns its database and nothing else. */
public final class LaurelRole {
    private static final String NAME = "laurel";

    private LaurelRole() {}

    /**
     * Creates the role and its database if they are missing, and sets a new password, which is not stored.
     */
    public static Login login(ServerFiles files, int port) throws IOException {
        var superuser = new Login(url(port, "postgres"), "postgres", superuserPassword(files));
        String password = Cluster.newPassword();
        try (Connection connection = superuser.unpooled().getConnection()) {
            createIfMissing(connection, "pg_roles WHERE rolname", "CREATE ROLE laurel LOGIN");
            createIfMissing(connection, "pg_database WHERE datname", "CREATE DATABASE laurel OWNER laurel");
            connection.unwrap(PGConnection.class).alterUserPassword(NAME, password.toCharArray(), "scram-sha-256");
        } catch (SQLException e) {
            throw new CannotStartException(
                    "the embedded PostgreSQL in %s refused its superuser: %s"
                            .formatted(files.directory(), e.getMessage()),
                    e);
        }
        return new Login(url(port, NAME), NAME, password);
    }

    private static String superuserPassword(ServerFiles files) throws IOException {
        try {
            return Files.readString(files.password()).strip();
        } catch (NoSuchFileException e) {
            throw new CannotStartException(
                    "the file %s with the embedded PostgreSQL's password is missing".formatted(files.password()), e);
        }
    }

    private static void createIfMissing(Connection connection, String where, String create) throws SQLException {
        try (var statement = connection.createStatement()) {
            boolean exists;
            try (var row = statement.executeQuery("SELECT FROM " + where + " = 'laurel'")) {
                exists = row.next();
            }
            if (!exists) {
                statement.execute(create);
            }
        }
    }

    private static String url(int port, String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }
}
