package laurel.window;

import laurel.database.partition.PartitionedId;

/**
 * The ID of a ranking. Its high bits are the number of its slice, so that the ID determines the partition with the entries.
 * Statements name that partition: the planner then opens one table instead of one per slice.
 */
public final class RankingId {
    private RankingId() {}

    /** Returns the name of the table with the entries of a slice. */
    static String entryTable(int slice) {
        return "entry_" + slice;
    }

    /** Returns the name of the table with the entries of a ranking. */
    public static String entryTable(long rankingId) {
        return "entry_" + PartitionedId.partition(rankingId);
    }

    /** Returns the name of the table with the final standings of a ranking. */
    public static String finalTable(long rankingId) {
        return "final_standing_" + PartitionedId.partition(rankingId);
    }
}
