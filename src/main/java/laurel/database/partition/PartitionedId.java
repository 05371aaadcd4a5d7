package laurel.database.partition;

/**
 * An ID with the number of a partition: {@code partition << 40 | number}. The ID alone determines the partition of a row, or
 * of the entries of a ranking. SQL statements contain this expression; Java code calls this class.
 */
public final class PartitionedId {
    private static final int NUMBER_BITS = 40;

    private PartitionedId() {}

    /** Returns the number of the partition. */
    public static long partition(long id) {
        return id >>> NUMBER_BITS;
    }

    /** Returns the number of the row, which is unique in all partitions of the table. */
    public static long number(long id) {
        return id & ((1L << NUMBER_BITS) - 1);
    }

    /** Returns the lower bound of the IDs of a partition. */
    public static long first(long partition) {
        return partition << NUMBER_BITS;
    }
}
