package laurel.database;

import io.micronaut.flyway.FlywayConfigurationCustomizer;
import java.util.Map;
import laurel.CannotStartException;
import laurel.database.connection.JdbcAddress;
import laurel.database.connection.Login;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.CoreErrorCode;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.exception.FlywayValidateException;

/** How the schema is brought up to date from {@code db/migration}; several nodes may do so at once. */
record Migrations(Login login) implements FlywayConfigurationCustomizer {
    private static final int SECONDS_TO_WAIT_FOR_ANOTHER_NODE = 600;

    /** The name of the only data source. */
    @Override
    public String getName() {
        return "default";
    }

    /** Migrations use connections of their own: the statements of the pool's end after 30 s. */
    @Override
    public void customizeFluentConfiguration(FluentConfiguration flyway) {
        flyway.callbacks(new Repeatables(place()))
                // Not "*:future", which is the default: a migration of a newer build must be refused.
                .ignoreMigrationPatterns("*:pending")
                // Flyway matches the URL of a connection with expressions that are slow on long texts, and a data
                // source of the driver gives one with all of its properties.
                .dataSource(login.url(), login.user(), login.password())
                .jdbcProperties(Map.of("connectTimeout", "5", "ApplicationName", "laurel"))
                .locations("classpath:db/migration")
                // Functions in PL/pgSQL may hold ${...} of their own.
                .placeholderReplacement(false)
                .validateMigrationNaming(true)
                .lockRetryCount(SECONDS_TO_WAIT_FOR_ANOTHER_NODE)
                // A lock held by an open transaction would keep CREATE INDEX CONCURRENTLY waiting for ever.
                .configuration(Map.of("flyway.postgresql.transactional.lock", "false"));
    }

    Flyway flyway() {
        FluentConfiguration configuration = Flyway.configure();
        customizeFluentConfiguration(configuration);
        return configuration.load();
    }

    /**
     * Checks that the schema is that of this build, and changes nothing.
     *
     * @throws CannotStartException if it has no history or that of an older build
     * @throws FlywayException if its history differs, see {@link #explained}
     */
    void require() {
        Flyway flyway = flyway();
        if (flyway.info().applied().length == 0) {
            throw new CannotStartException(
                    "the database %s holds no data of Laurel; no service has run on it yet".formatted(place()));
        }
        flyway.validate();
        if (flyway.info().pending().length > 0) {
            throw new CannotStartException(
                    "the database %s was migrated by an older build of Laurel; start the service of this build first"
                            .formatted(place()));
        }
    }

    /**
     * {@link CannotStartException} if the database is somebody else's, or of another build of Laurel; else the
     * failure.
     */
    RuntimeException explained(FlywayException failure) {
        if (failure.getErrorCode() == CoreErrorCode.NON_EMPTY_SCHEMA_WITHOUT_SCHEMA_HISTORY_TABLE) {
            return new CannotStartException(
                    "the database %s holds tables that are not Laurel's; give Laurel a database of its own"
                            .formatted(place()),
                    failure);
        }
        if (failure instanceof FlywayValidateException) {
            return new CannotStartException(
                    "the database %s was migrated by another build of Laurel: %s"
                            .formatted(place(), secondLine(failure)),
                    failure);
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CannotStartException known) {
                return known;
            }
        }
        return failure;
    }

    private JdbcAddress place() {
        return JdbcAddress.of(login.url());
    }

    /** The first one only says that the validation failed. */
    private static String secondLine(FlywayException failure) {
        return String.valueOf(failure.getMessage()).lines().skip(1).findFirst().orElse("its history differs");
    }
}
