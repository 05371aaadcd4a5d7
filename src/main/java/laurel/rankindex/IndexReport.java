package laurel.rankindex;

import java.util.List;

/**
 * Result of a check of a ranking's index.
 *
 * @param entryCount      entries of the ranking
 * @param nodeCount       nodes of its index; 0 for small rankings
 * @param differenceCount 0 if the index is correct
 * @param examples        the first {@value #MAX_EXAMPLES} differences as sentences
 */
public record IndexReport(long entryCount, int nodeCount, int differenceCount, List<String> examples) {
    static final int MAX_EXAMPLES = 5;

    /** Whether the index agrees with the entries. */
    public boolean isCorrect() {
        return differenceCount == 0;
    }
}
