package laurel.database.connection;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Properties;
import jdk.net.ExtendedSocketOptions;
import laurel.database.PreparedDirectory;
import laurel.database.TestDatabase;
import laurel.database.Until;
import laurel.database.embedded.LaurelRole;
import laurel.database.embedded.Postmaster;
import laurel.database.embedded.ProgramArchive;
import laurel.database.embedded.ServerFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.core.SocketFactoryFactory;
import org.postgresql.ds.PGSimpleDataSource;

class PoolConfigurationTest {

    @Test
    void failsSoonWithoutTheDatabaseAndRecovers(@TempDir Path directory) throws Exception {
        PreparedDirectory.fill(directory);
        var files = new ServerFiles(directory.toRealPath());
        var postmaster = new Postmaster(files, ProgramArchive.unpackInto(files.programs()), 50);
        postmaster.start();
        try (var pool = TestDatabase.pool(LaurelRole.login(files, postmaster.port()), 2)) {
            pool.getConnection().close();
            postmaster.stop();
            // The pool does not test connections that were used in the last half second.
            pool.getHikariPoolMXBean().softEvictConnections();
            assertThatThrownBy(pool::getConnection)
                    .isInstanceOf(SQLTransientConnectionException.class)
                    .hasMessageContaining("Connection is not available")
                    .hasStackTraceContaining("refused");
            assertThat(pool.getConnectionTimeout()).isLessThanOrEqualTo(5_000);
            postmaster.startOnSamePort();
            // The pool waits longer after each attempt, up to 10 s.
            Until.holds(() -> {
                pool.getConnection().close();
                return true;
            });
        } finally {
            postmaster.stop();
        }
    }

    @Test
    void noticesThatTheHostOfTheDatabaseHasDisappeared() throws Exception {
        var login = new Login("jdbc:postgresql://localhost/laurel", null, null);
        var config = new HikariConfig();
        PoolConfiguration.configure(config, login, 1, failure -> {});
        assertNoticesDisappearedHost(config.getDataSourceProperties());
        assertNoticesDisappearedHost(properties(login));
    }

    @Test
    void keepsTheSocketFactoryOfTheUrl() {
        var login = new Login("jdbc:postgresql://localhost/laurel?socketFactory=another", null, null);
        assertThat(PGProperty.SOCKET_FACTORY.getOrDefault(properties(login))).isEqualTo("another");
    }

    /** PostgreSQL keeps the plan of each in memory. */
    @Test
    void limitsPreparedStatementsOfConnection() throws Exception {
        try (var database = TestDatabase.fresh();
                var pool = TestDatabase.pool(database.login(), 1);
                Connection connection = pool.getConnection()) {
            for (int text = 0; text < 300; text++) {
                // The driver prepares a statement on the server when it is executed the fifth time.
                for (int execution = 0; execution < 6; execution++) {
                    assertThat(one(connection, "SELECT " + text)).isEqualTo(text);
                }
            }
            assertThat(one(connection, "SELECT count(*) FROM pg_prepared_statements"))
                    .isBetween(200, 256);
        }
    }

    private static int one(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    private static Properties properties(Login login) {
        return requireNonNull(Driver.parseURL(((PGSimpleDataSource) login.unpooled()).getURL(), new Properties()));
    }

    private static void assertNoticesDisappearedHost(Properties driver) throws Exception {
        assertThat(PGProperty.TCP_KEEP_ALIVE.getBoolean(driver)).isTrue();
        try (Socket socket = SocketFactoryFactory.getSocketFactory(driver).createSocket()) {
            assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPIDLE)).isEqualTo(10);
            assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL)).isEqualTo(5);
            assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT)).isEqualTo(4);
        }
    }
}
