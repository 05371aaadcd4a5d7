package laurel.rankindex;

import java.util.List;

/**
 * How the rank index of a ranking compares with its entries.
 *
 * @param entries     of the ranking
 * @param blocks      rows that it has in the index; small rankings have none
 * @param differences how many were found; 0 where the index is right
 * @param examples    the first {@value #MOST_EXAMPLES} of them in words
 */
public record IndexReport(long entries, int blocks, int differences, List<String> examples) {
    static final int MOST_EXAMPLES = 5;

    /** Whether the index says what the entries say. */
    public boolean right() {
        return differences == 0;
    }
}
