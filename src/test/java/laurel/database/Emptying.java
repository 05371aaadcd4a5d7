package laurel.database;

/**
 * Empties a database while a service runs on it, for tests that read or drop all rows. This is faster than a new service per
 * test. Sequences continue, so that entries in the caches of the service never match new rows.
 */
public final class Emptying {
    /**
     * Keeps rows that migrations create: the default app, the keys, and the history of migrations. Also keeps the partitions of
     * the ledger and of activity, which the service has cached; they become empty.
     */
    private static final String EMPTY = """
            DO $$
            DECLARE
                partition regclass;
            BEGIN
                FOREACH partition IN ARRAY ARRAY(
                    SELECT i.inhrelid::regclass FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhparent
                    WHERE c.relkind = 'p' AND c.relname IN ('entry', 'final_standing', 'change_outbox'))
                LOOP
                    EXECUTE format('DROP TABLE %s', partition);
                END LOOP;
                EXECUTE (
                    SELECT 'TRUNCATE ' || string_agg(oid::regclass::text, ', ') FROM pg_class
                    WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
                      AND relname NOT IN ('app', 'secret', 'flyway_schema_history')
                      -- Nothing empties it.
                      AND NOT starts_with(relname, 'audit_record'));
            END
            $$
            """;

    private Emptying() {}

    /** Call it while no request runs. */
    public static void empty(TestDatabase database) {
        database.sql().execute(EMPTY);
    }
}
