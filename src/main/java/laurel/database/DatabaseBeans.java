package laurel.database;

import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Property;
import io.micronaut.runtime.event.annotation.EventListener;
import io.micronaut.runtime.server.event.ServerStartupEvent;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.util.List;
import javax.sql.DataSource;
import laurel.BackgroundJobs;
import laurel.Serving;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.spi.JdbiPlugin;
import org.jspecify.annotations.Nullable;

/** Gives the context its {@link DataSource} and its {@link Jdbi}. */
@Factory
final class DatabaseBeans {
    private final ProcessEnd processEnd = new ProcessEnd();

    /** Opened with the context, so that a database that cannot be used is known before the first request. */
    @Context
    @Bean(preDestroy = "close")
    Database database(
            DatabaseSettings settings,
            DataDirectory directory,
            BackgroundJobs jobs,
            @Nullable @Property(name = Serving.COMMAND) String command) {
        if (command != null && settings.url() == null) {
            directory.requireData();
        }
        Database database = command == null
                ? Database.open(settings, directory.dataDirectory())
                : Database.openAsIs(settings, directory.dataDirectory());
        processEnd.runs(() -> {
            jobs.stop(null);
            database.close();
        });
        return database;
    }

    @Singleton
    @Bean(typed = DataSource.class)
    DataSource dataSource(Database database) {
        return database.dataSource();
    }

    @Singleton
    Login login(Database database) {
        return database.login();
    }

    /** With the types that features keep in columns of their own. */
    @Singleton
    Jdbi jdbi(Database database, List<JdbiPlugin> features) {
        Jdbi jdbi = PostgresJdbi.over(database.dataSource());
        features.forEach(jdbi::installPlugin);
        return jdbi;
    }

    @EventListener
    void serverStarted(ServerStartupEvent event) {
        processEnd.runs(event.getSource()::stop);
    }

    @PreDestroy
    void forget() {
        processEnd.forget();
    }
}
