package laurel.bench.bed;

import java.util.Locale;

/**
 * A loaded leaderboard with an all-time window. Its participants have the numbers 1 to its size; all leaderboards
 * share them.
 *
 * @param size number of entries
 * @param app ID of its app
 * @param rankingId ID of its ranking
 */
public record Board(String key, int size, int app, long rankingId) {
    /** Number of ranking IDs per partition. */
    private static final int SLICE_SHIFT = 40;

    /** The name of the partition that contains its entries, and no others. */
    public String entryTable() {
        return "entry_" + slice();
    }

    /** The name of the partition that contains its final standings, and no others. */
    public String finalStandingTable() {
        return "final_standing_" + slice();
    }

    long slice() {
        return rankingId >> SLICE_SHIFT;
    }

    /** The external ID of the participant with a number. */
    public static String externalId(long participant) {
        return String.format(Locale.ROOT, "p%08d", participant);
    }

    /** The size as text, such as 10 k. */
    public String label() {
        return label(size);
    }

    /** A number of entries as a short text. */
    public static String label(int size) {
        if (size % 1_000_000 == 0) {
            return size / 1_000_000 + " M";
        }
        return size % 1_000 == 0 ? size / 1_000 + " k" : Integer.toString(size);
    }
}
