package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import laurel.CannotStartException;
import laurel.database.DatabaseCheck.Facts;
import laurel.database.connection.JdbcAddress;
import laurel.database.connection.Login;
import laurel.database.embedded.EmbeddedServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages for databases that cannot be used. */
class DatabaseCheckTest {
    private static final Facts GOOD = new Facts("15.0", 150_000, "UTF8", false, "laurel", "public", true);

    private static EmbeddedServer server;
    private static Login login;
    private static String address;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        PreparedDirectory.fill(directory);
        server = EmbeddedServer.start(directory, 50);
        login = server.login();
        address = JdbcAddress.of(login.url()).toString();
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @Test
    void acceptsUsableDatabase() {
        DatabaseCheck.check(login);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "postgres://laurel:secret@localhost/laurel",
                "jdbc:mysql://localhost/secret",
                "jdbc:postgresql://localhost:secret/laurel",
                "jdbc:postgresql://laurel:secret@localhost/laurel",
                "jdbc:postgresql://laurel:secret@localhost:5432/laurel",
            })
    void doesNotRepeatMalformedUrl(String url) {
        assertThat(line(new Login(url, null, null)))
                .startsWith("laurel.database.url must look like jdbc:postgresql://host:5432/laurel")
                .doesNotContain("secret");
    }

    @Test
    void reportsRefusedConnection() throws Exception {
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertThat(line(new Login("jdbc:postgresql://127.0.0.1:" + port + "/laurel?password=secret", "me", "secret")))
                .isEqualTo(
                        "cannot reach PostgreSQL at 127.0.0.1:%d/laurel: ConnectException, Connection refused", port);
    }

    @Test
    void reportsUnknownHost() {
        assertThat(line(new Login("jdbc:postgresql://nowhere.invalid/laurel", "me", "secret")))
                .isEqualTo("cannot reach PostgreSQL at nowhere.invalid:5432/laurel:"
                        + " UnknownHostException, nowhere.invalid");
    }

    @Test
    void reportsWrongPassword() {
        assertThat(line(new Login(login.url(), login.user(), "secret")))
                .isEqualTo("%s rejected the user or the password", address);
        assertThat(line(new Login(login.url() + "?user=laurel&password=secret", null, null)))
                .isEqualTo("%s rejected the user or the password", address);
    }

    @Test
    void reportsMissingPassword() {
        assertThat(line(new Login(login.url(), login.user(), null)))
                .isEqualTo("%s requires a password; set laurel.database.password", address);
    }

    @Test
    void reportsMissingDatabase() {
        assertThat(line(new Login(login.url().replaceFirst("laurel$", "missing"), login.user(), login.password())))
                .isEqualTo("%s does not exist; create the database first", address.replaceFirst("laurel$", "missing"));
    }

    @Test
    void reportsRoleThatMayNotCreateTables() {
        String elsewhere = login.url().replaceFirst("laurel$", "postgres");
        assertThat(line(new Login(elsewhere, login.user(), login.password())))
                .isEqualTo(
                        "the role laurel may not create tables in the database %s, schema public; let it own the"
                                + " database or grant it CREATE",
                        address.replaceFirst("laurel$", "postgres"));
    }

    @Test
    void reportsMissingSchema() {
        assertThat(line(new Login(login.url() + "?currentSchema=missing", login.user(), login.password())))
                .startsWith("the role laurel may not create tables in the database " + address + "; let it");
    }

    @Test
    void rejectsVersionsBefore15() {
        assertThat(problem(new Facts("14.18 (Debian)", 140_018, "UTF8", false, "laurel", "public", true)))
                .isEqualTo("db:5432/laurel is PostgreSQL 14.18 (Debian); Laurel needs 15 or newer");
        assertThat(problem(GOOD)).isNull();
    }

    @Test
    void rejectsEncodingsOtherThanUtf8() {
        assertThat(problem(new Facts("15.0", 150_000, "SQL_ASCII", false, "laurel", "public", true)))
                .isEqualTo("the database db:5432/laurel has the encoding SQL_ASCII; Laurel needs UTF8");
    }

    @Test
    void rejectsReplica() {
        assertThat(problem(new Facts("15.0", 150_000, "UTF8", true, "laurel", "public", true)))
                .isEqualTo("the database db:5432/laurel is a read replica; Laurel needs the primary");
    }

    @Test
    void rejectsDatabaseWithOtherTables() throws Exception {
        try (var database = TestDatabase.blank()) {
            execute(database, "CREATE TABLE theirs (id int)");
            assertThatThrownBy(() -> TestDatabase.migrate(database.login()))
                    .isInstanceOf(CannotStartException.class)
                    .hasMessage("the database %s holds tables that are not Laurel's; give Laurel a database of its own"
                            .formatted(JdbcAddress.of(database.url())));
        }
    }

    @Test
    void rejectsDatabaseOfAnotherBuild() throws Exception {
        try (var database = TestDatabase.fresh()) {
            execute(database, "UPDATE flyway_schema_history SET checksum = 1 WHERE version = '01'");
            assertThatThrownBy(() -> TestDatabase.migrate(database.login()))
                    .isInstanceOf(CannotStartException.class)
                    .hasMessage("the database %s was migrated by another build of Laurel: Migration checksum mismatch"
                                    .formatted(JdbcAddress.of(database.url()))
                            + " for migration version 01");
        }
    }

    @Test
    void showsSeveralHosts() {
        assertThat(JdbcAddress.of("jdbc:postgresql://a:1,b/laurel?user=x&password=secret"))
                .hasToString("a:1,b:5432/laurel");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://h:1/d&user=u&password=secret",
                "jdbc:postgresql://h:1/d;password=secret",
                "jdbc:postgresql://h;password=secret/d",
                "jdbc:postgresql:u:secret@h/d"
            })
    void rejectsUrlWithPasswordInHostOrDatabase(String url) {
        assertThatThrownBy(() -> JdbcAddress.of(url))
                .isInstanceOf(CannotStartException.class)
                .hasMessageStartingWith("laurel.database.url must look like ")
                .hasMessageNotContaining("secret");
    }

    @Test
    void doesNotShowPasswords() {
        assertThat(new Login("jdbc:postgresql://h/d?password=secret", "u", "secret").toString())
                .doesNotContain("secret");
        assertThat(new DatabaseSettings("jdbc:postgresql://h/d?password=secret", "u", "secret", 1, 30).toString())
                .doesNotContain("secret");
    }

    private static @Nullable String problem(Facts facts) {
        return DatabaseCheck.problem(facts, "db:5432/laurel");
    }

    private static String line(Login login) {
        try {
            DatabaseCheck.check(login);
        } catch (CannotStartException e) {
            assertThat(e.getMessage()).doesNotContain("\n", "secret");
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("the database was accepted");
    }

    private static void execute(TestDatabase database, String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
