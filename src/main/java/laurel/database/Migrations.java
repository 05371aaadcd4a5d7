package laurel.database;

import io.micronaut.flyway.FlywayConfigurationCustomizer;
import java.util.HashMap;
import java.util.Map;
import laurel.CannotStartException;
import laurel.database.connection.JdbcAddress;
import laurel.database.connection.KeepAliveSockets;
import laurel.database.connection.Login;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.CoreErrorCode;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.exception.FlywayValidateException;

/** Migrates the schema with the files of {@code db/migration}. Several nodes may do so at the same time. */
record Migrations(Login login) implements FlywayConfigurationCustomizer {
    private static final int SECONDS_TO_WAIT_FOR_ANOTHER_NODE = 600;

    /** Name of the only data source. */
    @Override
    public String getName() {
        return "default";
    }

    /** Migrations do not use the pool, because its statements time out after 30 s. */
    @Override
    public void customizeFluentConfiguration(FluentConfiguration flyway) {
        flyway.callbacks(new Repeatables(address()))
                // Not the default "*:future": a database that a newer build has migrated must be rejected.
                .ignoreMigrationPatterns("*:pending")
                // Not a data source of the driver, whose URL has all properties: Flyway's patterns are slow on long
                // URLs.
                .dataSource(login.url(), login.user(), login.password())
                .jdbcProperties(driver())
                .locations("classpath:db/migration")
                // PL/pgSQL functions may contain ${...}.
                .placeholderReplacement(false)
                .validateMigrationNaming(true)
                .lockRetryCount(SECONDS_TO_WAIT_FOR_ANOTHER_NODE)
                // CREATE INDEX CONCURRENTLY would wait forever for a lock that an open transaction holds.
                .configuration(Map.of("flyway.postgresql.transactional.lock", "false"));
    }

    private static Map<String, String> driver() {
        Map<String, String> properties = new HashMap<>(KeepAliveSockets.DRIVER);
        properties.put("connectTimeout", "5");
        properties.put("ApplicationName", "laurel");
        return properties;
    }

    Flyway flyway() {
        FluentConfiguration configuration = Flyway.configure();
        customizeFluentConfiguration(configuration);
        return configuration.load();
    }

    /**
     * Checks that this build has migrated the schema. Changes nothing.
     *
     * @throws CannotStartException if the database has not been migrated, or by an older build
     * @throws FlywayException if the history differs, see {@link #explain}
     */
    void require() {
        Flyway flyway = flyway();
        if (flyway.info().applied().length == 0) {
            throw new CannotStartException(
                    "the database %s holds no data of Laurel; no service has run on it yet".formatted(address()));
        }
        flyway.validate();
        if (flyway.info().pending().length > 0) {
            throw new CannotStartException(
                    "the database %s was migrated by an older build of Laurel; start the service of this build first"
                            .formatted(address()));
        }
    }

    /**
     * Returns a {@link CannotStartException} if the database has other tables, or was migrated by another build; otherwise
     * the failure.
     */
    RuntimeException explain(FlywayException failure) {
        if (failure.getErrorCode() == CoreErrorCode.NON_EMPTY_SCHEMA_WITHOUT_SCHEMA_HISTORY_TABLE) {
            return new CannotStartException(
                    "the database %s holds tables that are not Laurel's; give Laurel a database of its own"
                            .formatted(address()),
                    failure);
        }
        if (failure instanceof FlywayValidateException) {
            return new CannotStartException(
                    "the database %s was migrated by another build of Laurel: %s"
                            .formatted(address(), secondLine(failure)),
                    failure);
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CannotStartException known) {
                return known;
            }
        }
        return failure;
    }

    private JdbcAddress address() {
        return JdbcAddress.of(login.url());
    }

    /** The first line only says that the validation failed. */
    private static String secondLine(FlywayException failure) {
        return String.valueOf(failure.getMessage()).lines().skip(1).findFirst().orElse("its history differs");
    }
}
