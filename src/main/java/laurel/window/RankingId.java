package laurel.window;

import laurel.database.partition.PartitionedId;

/**
 * The id of a ranking. Its high part is the number of its slice, so that the id alone says which partition holds the
 * entries, and statements can name that partition: the planner then opens one table, not one for every slice there is.
 */
public final class RankingId {
    private RankingId() {}

    /** The name of the table that holds the entries of the windows of this slice. */
    static String entryTable(int slice) {
        return "entry_" + slice;
    }

    /** The name of the table that holds the entries of the ranking of this id. */
    public static String entryTable(long rankingId) {
        return "entry_" + PartitionedId.partition(rankingId);
    }

    /** The name of the table that holds the final standings of the ranking of this id. */
    public static String finalTable(long rankingId) {
        return "final_standing_" + PartitionedId.partition(rankingId);
    }
}
