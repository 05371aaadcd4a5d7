package laurel.database.partition;

import laurel.database.sql.Sql;

/** Drops partitions without blocking reads and writes of other partitions. */
public final class Partitions {
    private static final String DETACHING = """
            SELECT inhrelid::regclass::text FROM pg_inherits
            WHERE inhparent = to_regclass(:parent) AND inhdetachpending
            """;
    private static final String IS_PARTITION = """
            SELECT EXISTS (
                SELECT FROM pg_inherits WHERE inhparent = to_regclass(:parent) AND inhrelid = to_regclass(:partition))
            """;

    private Partitions() {}

    /**
     * Detaches a partition and drops it. Does nothing if the table does not exist. Must not run in a transaction: detaching
     * uses two, and between them waits without a lock for transactions that use the parent.
     *
     * <p>PostgreSQL detaches one partition of a table at a time. Therefore a partition that a failed node left half detached is
     * finished first.
     */
    public static void drop(Sql session, String parent, String partition) {
        session.of(DETACHING)
                .bind("parent", parent)
                .list(String.class)
                .forEach(detaching -> detach(session, parent, detaching, "FINALIZE"));
        boolean attached = session.of(IS_PARTITION)
                .bind("parent", parent)
                .bind("partition", partition)
                .one(Boolean.class);
        if (attached) {
            detach(session, parent, partition, "CONCURRENTLY");
        }
        session.execute("DROP TABLE IF EXISTS " + partition);
    }

    private static void detach(Sql session, String parent, String partition, String how) {
        session.execute("ALTER TABLE %s DETACH PARTITION %s %s".formatted(parent, partition, how));
    }
}
