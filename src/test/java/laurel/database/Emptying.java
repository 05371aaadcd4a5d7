package laurel.database;

/**
 * Makes a database as empty as a new one while a service runs on it, for tests of a class that look at all of it
 * or drop parts of it. That costs less than a service of each test's own. Ids go on from where they were, so that what
 * the service remembers of the tests before is never taken for something else.
 */
public final class Emptying {
    /**
     * What migrations leave in a database stays: the default app, the keys, and which migrations there were. So do the
     * partitions of the ledger and of activity, which the service knows to exist; they are empty.
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
                      AND relname NOT IN ('app', 'secret', 'flyway_schema_history'));
            END
            $$
            """;

    private Emptying() {}

    /** While no request is under way. */
    public static void empty(TestDatabase database) {
        database.sql().execute(EMPTY);
    }
}
