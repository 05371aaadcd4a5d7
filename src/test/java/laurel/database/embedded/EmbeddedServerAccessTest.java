package laurel.database.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import laurel.database.PreparedDirectory;
import laurel.database.connection.Login;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Access to the data of the embedded server, and its durability. */
class EmbeddedServerAccessTest {
    private static ServerFiles files;
    private static EmbeddedServer server;

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        PreparedDirectory.fill(directory);
        files = ServerFiles.in(directory);
        server = EmbeddedServer.start(directory, 50);
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @Test
    void rejectsConnectionsWithoutThePassword() {
        String url = server.login().url();
        for (String user : new String[] {"postgres", "laurel"}) {
            assertRejected(new Login(url, user, null));
            assertRejected(new Login(url, user, ""));
            assertRejected(new Login(url, user, "guess"));
        }
    }

    @Test
    void givesTheServiceNoSuperuser() throws Exception {
        assertThat(setting(server.login(), "is_superuser")).isEqualTo("off");
    }

    @Test
    void writesDurablyAndListensOnlyOnThisMachine() throws Exception {
        String password = Files.readString(files.password()).strip();
        var superuser = new Login(server.login().url(), "postgres", password);
        assertThat(setting(superuser, "fsync")).isEqualTo("on");
        assertThat(setting(superuser, "synchronous_commit")).isEqualTo("on");
        assertThat(setting(superuser, "full_page_writes")).isEqualTo("on");
        assertThat(setting(superuser, "data_checksums")).isEqualTo("on");
        assertThat(setting(superuser, "listen_addresses")).isEqualTo("127.0.0.1");
        assertThat(setting(superuser, "unix_socket_directories")).isEmpty();
    }

    @Test
    void letsOnlyTheOwnerReadFiles(@TempDir Path elsewhere) throws Exception {
        assertThat(permissions(files.cluster())).isEqualTo("rwx------");
        assertThat(permissions(files.password())).isEqualTo("rw-------");
        assertThat(permissions(files.log())).isEqualTo("rw-------");
        assertThat(permissions(ServerFiles.in(elsewhere.resolve("new/one")).directory()))
                .isEqualTo("rwx------");
    }

    private static void assertRejected(Login login) {
        assertThatThrownBy(() -> login.unpooled().getConnection().close()).isInstanceOf(SQLException.class);
    }

    private static String setting(Login login, String name) throws SQLException {
        try (Connection connection = login.unpooled().getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery("SHOW " + name)) {
            row.next();
            return row.getString(1);
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
