package laurel.database;

import com.zaxxer.hikari.HikariDataSource;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.spi.JdbiPlugin;
import org.jspecify.annotations.Nullable;

/** The database, from the moment it is migrated until the context closes. */
@Factory
final class Database implements AutoCloseable {
    private final @Nullable EmbeddedPostgres embedded;
    private final HikariDataSource pool;

    Database(DatabaseSettings settings, DataDirectory directory) {
        Login login;
        String url = settings.url();
        if (url == null) {
            embedded = start(directory);
            login = new Login(embedded.getJdbcUrl("postgres", "postgres"), null, null);
        } else {
            embedded = null;
            login = new Login(url, settings.user(), settings.password());
        }
        Migrations.apply(login.unpooled());
        pool = Pool.over(login, settings.poolSize());
    }

    private static EmbeddedPostgres start(DataDirectory directory) {
        try {
            return EmbeddedPostgres.builder()
                    .setDataDirectory(directory.dataDirectory().resolve("postgres"))
                    .setCleanDataDirectory(false)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Singleton
    @Bean(typed = DataSource.class)
    DataSource dataSource() {
        return pool;
    }

    @Singleton
    Jdbi jdbi(List<JdbiPlugin> features) {
        Jdbi jdbi = PostgresJdbi.over(pool);
        features.forEach(jdbi::installPlugin);
        return jdbi;
    }

    @Override
    @PreDestroy
    public void close() throws IOException {
        pool.close();
        if (embedded != null) {
            embedded.close();
        }
    }
}
