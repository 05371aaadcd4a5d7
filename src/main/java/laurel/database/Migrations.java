package laurel.database;

import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** Brings the schema up to date from {@code db/migration}; several nodes may do so at once. */
final class Migrations {
    private static final int SECONDS_TO_WAIT_FOR_ANOTHER_NODE = 600;

    private Migrations() {}

    /** Returns how many migrations were applied: 0 when there was nothing to do. */
    static int apply(DataSource source) {
        return Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/migration")
                // Functions in PL/pgSQL may hold ${...} of their own.
                .placeholderReplacement(false)
                .validateMigrationNaming(true)
                .lockRetryCount(SECONDS_TO_WAIT_FOR_ANOTHER_NODE)
                // A lock held by an open transaction would keep CREATE INDEX CONCURRENTLY waiting for ever.
                .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
                .load()
                .migrate()
                .migrationsExecuted;
    }
}
