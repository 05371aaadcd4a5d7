package laurel.database.partition;

/**
 * The id of a row whose table, or whose entries' table, has partitions: {@code partition << 40 | number}. So the id alone
 * says which partition to look into. SQL says it in these words; Java says it here.
 */
public final class PartitionedId {
    private static final int NUMBER_BITS = 40;

    private PartitionedId() {}

    /** The number of the partition. */
    public static long partition(long id) {
        return id >>> NUMBER_BITS;
    }

    /** The number of the row, which no other of its table has, whatever its partition. */
    public static long number(long id) {
        return id & ((1L << NUMBER_BITS) - 1);
    }

    /** No id of a partition is less than this, and all of those before it are. */
    public static long first(long partition) {
        return partition << NUMBER_BITS;
    }
}
