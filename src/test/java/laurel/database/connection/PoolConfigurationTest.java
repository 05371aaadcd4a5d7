package laurel.database.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLTransientConnectionException;
import laurel.database.PreparedDirectory;
import laurel.database.TestDatabase;
import laurel.database.Until;
import laurel.database.embedded.LaurelRole;
import laurel.database.embedded.Postmaster;
import laurel.database.embedded.ProgramArchive;
import laurel.database.embedded.ServerFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
