package laurel.database.partition;

import java.time.Instant;
import java.util.List;
import laurel.database.sql.Sql;

/**
 * Drops partitions that a feature does not retain any more, in two steps. First the feature retires them in a transaction,
 * so that requests that start later do not use them. After requests that started before have ended, one node detaches and
 * drops them, without a lock that blocks readers or writers of other partitions. If the node fails, the next run continues.
 */
public final class PartitionRetention {
    private static final String CLAIM = "SELECT pg_try_advisory_lock(hashtext(:name), 0)";
    private static final String RELEASE = "SELECT pg_advisory_unlock(hashtext(:name), 0)";

    private PartitionRetention() {}

    /**
     * The partitions of a feature.
     *
     * @param <P> identifies partitions that are dropped together, such as a month
     */
    public interface RetiredPartitions<P> {
        /** The partitioned tables. A partition is named after its table, followed by {@code _} and {@link #suffix}. */
        List<String> tables();

        String suffix(P partition);

        /** Stores which partitions are retired; runs in a transaction of its own. */
        void retire(Instant now);

        /** Returns the retired partitions that no request uses any more and that are not dropped yet. */
        List<P> droppable(Instant now);

        /** Deletes rows of other tables that refer to a partition, before it is dropped. May run more than once. */
        default void deleteReferences(P partition) {}

        void setDropped(P partition, Instant now);
    }

    /** Retires and drops partitions. Drops nothing if another node is dropping partitions of the same tables. */
    public static <P> void apply(Sql sql, RetiredPartitions<P> partitions, Instant now) {
        sql.useTransaction(() -> partitions.retire(now));
        if (partitions.droppable(now).isEmpty()) {
            return;
        }
        String lock = "drop_" + partitions.tables().getFirst();
        // Not in a transaction: detaching a partition concurrently needs transactions of its own.
        sql.useConnected(() -> {
            if (lock(sql, CLAIM, lock)) {
                try {
                    partitions.droppable(now).forEach(partition -> drop(sql, partitions, partition, now));
                } finally {
                    lock(sql, RELEASE, lock);
                }
            }
        });
    }

    private static boolean lock(Sql sql, String statement, String name) {
        return sql.of(statement).bind("name", name).one(Boolean.class);
    }

    private static <P> void drop(Sql sql, RetiredPartitions<P> partitions, P partition, Instant now) {
        partitions.deleteReferences(partition);
        partitions.tables().forEach(table -> Partitions.drop(sql, table, table + "_" + partitions.suffix(partition)));
        partitions.setDropped(partition, now);
    }
}
