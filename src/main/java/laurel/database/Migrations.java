package laurel.database;

import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.CoreErrorCode;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;

/** Brings the schema up to date from {@code db/migration}; several nodes may do so at once. */
final class Migrations {
    private static final int SECONDS_TO_WAIT_FOR_ANOTHER_NODE = 600;

    private Migrations() {}

    /**
     * Returns how many migrations were applied: 0 when there was nothing to do.
     *
     * @throws DatabaseUnusableException when the database is somebody else's, or of another build of Laurel
     */
    static int apply(Login login) {
        try {
            return flyway(login).migrate().migrationsExecuted;
        } catch (FlywayException e) {
            throw explained(e, Place.of(login.url()));
        }
    }

    /** Throws {@link DatabaseUnusableException} unless the schema is the schema of this build. Changes nothing. */
    static void require(Login login) {
        Place place = Place.of(login.url());
        Flyway flyway = flyway(login);
        if (flyway.info().applied().length == 0) {
            throw new DatabaseUnusableException(
                    "the database %s holds no data of Laurel; no service has run on it yet".formatted(place));
        }
        try {
            flyway.validate();
        } catch (FlywayException e) {
            throw explained(e, place);
        }
        if (flyway.info().pending().length > 0) {
            throw new DatabaseUnusableException(
                    "the database %s was migrated by an older build of Laurel; start the service of this build first"
                            .formatted(place));
        }
    }

    private static Flyway flyway(Login login) {
        return Flyway.configure()
                .callbacks(new Repeatables(Place.of(login.url())))
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
                .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
                .load();
    }

    private static RuntimeException explained(FlywayException failure, Place place) {
        if (failure.getErrorCode() == CoreErrorCode.NON_EMPTY_SCHEMA_WITHOUT_SCHEMA_HISTORY_TABLE) {
            return new DatabaseUnusableException(
                    "the database %s holds tables that are not Laurel's; give Laurel a database of its own"
                            .formatted(place),
                    failure);
        }
        if (failure instanceof FlywayValidateException) {
            return new DatabaseUnusableException(
                    "the database %s was migrated by another build of Laurel: %s".formatted(place, secondLine(failure)),
                    failure);
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof DatabaseUnusableException known) {
                return known;
            }
        }
        return failure;
    }

    /** The first one only says that the validation failed. */
    private static String secondLine(FlywayException failure) {
        return String.valueOf(failure.getMessage()).lines().skip(1).findFirst().orElse("its history differs");
    }
}
