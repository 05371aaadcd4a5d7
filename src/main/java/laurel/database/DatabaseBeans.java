package laurel.database;

import com.zaxxer.hikari.HikariDataSource;
import io.micronaut.configuration.jdbc.hikari.DatasourceConfiguration;
import io.micronaut.context.BeanProvider;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Property;
import io.micronaut.context.event.BeanCreatedEventListener;
import io.micronaut.core.annotation.Order;
import io.micronaut.core.order.Ordered;
import io.micronaut.flyway.FlywayConfigurationProperties;
import io.micronaut.flyway.FlywayMigrator;
import io.micronaut.runtime.event.annotation.EventListener;
import io.micronaut.runtime.server.event.ServerStartupEvent;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import javax.sql.DataSource;
import laurel.CannotStartException;
import laurel.PeriodicJobs;
import laurel.Serving;
import laurel.database.connection.ConnectedServer;
import laurel.database.connection.Login;
import laurel.database.connection.OutageFilter;
import laurel.database.embedded.DataDirectory;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;

/** Creates the beans of the database and its pool. */
@Factory
final class DatabaseBeans {
    private final ProcessEnd processEnd = new ProcessEnd();
    private @Nullable Database opened;
    private boolean ended;

    /** Opened with the context, so that a database that cannot be used prevents the start. */
    @Context
    @Bean(preDestroy = "close")
    Database database(
            DatabaseSettings settings,
            DataDirectory directory,
            PeriodicJobs jobs,
            @Nullable @Property(name = Serving.COMMAND) String command) {
        if (command != null && settings.url() == null) {
            directory.requireData();
        }
        processEnd.setAction(() -> {
            OutageFilter.startInterrupted();
            jobs.stop(null);
            close();
        });
        return open(settings, directory);
    }

    private synchronized Database open(DatabaseSettings settings, DataDirectory directory) {
        if (ended) {
            throw new CannotStartException("the process ends");
        }
        opened = Database.open(settings, directory.dataDirectory());
        return opened;
    }

    /** Waits for {@link #open}: the server that it starts would outlive the process. */
    private synchronized void close() {
        ended = true;
        if (opened != null) {
            opened.close();
        }
    }

    /** Configures the pool after the database is open, because an embedded server has a new port at each start. */
    @Singleton
    BeanCreatedEventListener<DatasourceConfiguration> poolConfigured(
            BeanProvider<Database> database, DatabaseSettings settings) {
        return created -> {
            database.get().configure(created.getBean(), settings.poolSize());
            return created.getBean();
        };
    }

    /**
     * Migrates the database before the pool is used. A command only checks that this build has migrated the schema. Runs
     * before other listeners, because Micronaut Data wraps the pool.
     */
    @Singleton
    @Order(Ordered.HIGHEST_PRECEDENCE)
    BeanCreatedEventListener<DataSource> poolCreated(
            BeanProvider<Database> database,
            BeanProvider<Migrations> migrations,
            BeanProvider<FlywayMigrator> migrator,
            BeanProvider<FlywayConfigurationProperties> configuration,
            @Nullable @Property(name = Serving.COMMAND) String command) {
        return created -> {
            var pool = (HikariDataSource) created.getBean();
            try {
                if (command == null) {
                    migrator.get().run(configuration.get(), pool);
                } else {
                    migrations.get().require();
                }
                return database.get().monitor(pool);
            } catch (RuntimeException e) {
                pool.close();
                database.get().close();
                throw e instanceof FlywayException failure ? migrations.get().explain(failure) : e;
            }
        };
    }

    @Singleton
    @Named("default")
    Migrations migrations(Database database) {
        return new Migrations(database.login());
    }

    @Singleton
    Login login(Database database) {
        return database.login();
    }

    @Singleton
    ConnectedServer connectedServer(Database database) {
        return database.server();
    }

    @EventListener
    void serverStarted(ServerStartupEvent event) {
        processEnd.setAction(event.getSource()::stop);
    }

    @PreDestroy
    void clearAction() {
        processEnd.clear();
    }
}
