package laurel.rankindex;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;

/**
 * Target sizes of the rank index. Leaves and nodes are created with their target size, split when they exceed twice that
 * size, and joined with a neighbour when they fall to a quarter of it.
 *
 * @param threshold a ranking with more entries is indexed; one with less than a quarter of them loses its index; 0 to 100,000
 * @param leafSize  entries per leaf; 1 to 1,000
 * @param fanout    children per node; 2 to 1,000
 */
@Singleton
record IndexSizes(
        @Value("${laurel.rankindex.threshold:512}") int threshold,
        @Value("${laurel.rankindex.leaf-size:16}") int leafSize,
        @Value("${laurel.rankindex.fanout:64}") int fanout) {

    /**
     * Largest ranking that a submission indexes. A larger ranking without an index, which only SQL from outside can
     * create, stays unindexed until it is repaired, so that no submission waits for a longer pass.
     */
    static final int MAX_ENTRIES_ON_WRITE = 100_000;

    /** Whether a ranking of this size has an index. */
    boolean isIndexed(long entryCount) {
        return entryCount > threshold;
    }

    /** Whether a submission creates the index of a ranking of this size. */
    boolean isIndexedOnWrite(long entryCount) {
        return isIndexed(entryCount) && entryCount <= MAX_ENTRIES_ON_WRITE;
    }

    /** Whether a ranking of this size loses its index. */
    boolean isTooSmall(int entryCount) {
        return entryCount < threshold / 4;
    }

    /** Size of the leaves if this many entries are split into leaves of about the same size. */
    int evenLeafSize(int entryCount) {
        return Math.ceilDiv(entryCount, Math.ceilDiv(entryCount, leafSize));
    }

    static boolean isOverfull(int size, int target) {
        return size > 2 * target;
    }

    static boolean isUnderfull(int size, int target) {
        return size <= target / 4;
    }
}
