package laurel.bench.bed;

import java.util.Locale;

/**
 * A board that was filled, with one window of all time. Its participants are those of the numbers from 1 to its size, on all
 * boards the same.
 *
 * @param size      how many entries
 * @param app       the id of its app
 * @param rankingId the id of its ranking
 */
public record Board(String key, int size, int app, long rankingId) {
    /** How many numbers of rankings there are to a partition. */
    private static final int SLICE_SHIFT = 40;

    /** The name of the partition that holds its entries, and those of no other. */
    public String entryTable() {
        return "entry_" + slice();
    }

    /** The name of the partition that holds its final standings, and those of no other. */
    public String finalStandingTable() {
        return "final_standing_" + slice();
    }

    long slice() {
        return rankingId >> SLICE_SHIFT;
    }

    /** What clients call the participant of a number. */
    public static String externalId(long participant) {
        return String.format(Locale.ROOT, "p%08d", participant);
    }

    /** Such as 10 k. */
    public String label() {
        return label(size);
    }

    /** A number of entries, short. */
    public static String label(int size) {
        if (size % 1_000_000 == 0) {
            return size / 1_000_000 + " M";
        }
        return size % 1_000 == 0 ? size / 1_000 + " k" : Integer.toString(size);
    }
}
