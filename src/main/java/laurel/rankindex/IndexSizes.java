package laurel.rankindex;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.util.Collection;

/**
 * Target sizes of the rank index. Leaves and nodes are created with their target size, split when they exceed twice that
 * size, and joined with a neighbour when they fall to a quarter of it.
 *
 * @param threshold a ranking with more entries gets an index with one of its next new entries; one with less than a quarter of
 *                  them loses its index; 0 to 100,000
 * @param leafSize  entries per leaf; 1 to 1,000
 * @param fanout    children per node; 2 to 1,000
 */
@Singleton
record IndexSizes(
        @Value("${laurel.rankindex.threshold:512}") int threshold,
        @Value("${laurel.rankindex.leaf-size:16}") int leafSize,
        @Value("${laurel.rankindex.fanout:64}") int fanout) {

    /** Largest ranking that a submission indexes, if the threshold is at most half of it. */
    static final int MAX_ENTRIES_ON_WRITE = 100_000;

    /** About how often a ranking without an index is counted while it gets as many new entries as the threshold. */
    private static final int COUNTS = 32;
    /** Products with this number are spread evenly, also if the factors are not (Knuth, The Art of Computer Programming 3, 6.4). */
    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    /** Whether a ranking of this size gets an index when its entries are counted. */
    boolean isIndexed(long entryCount) {
        return entryCount > threshold;
    }

    /** Whether a submission creates the index of a ranking of this size. */
    boolean isIndexedOnWrite(long entryCount) {
        return isIndexed(entryCount) && entryCount <= maxIndexedOnWrite();
    }

    /**
     * Largest ranking that a submission indexes. A larger ranking without an index, which only SQL from outside can
     * create, stays unindexed until it is repaired, so that no submission waits for a longer pass.
     */
    int maxIndexedOnWrite() {
        return Math.max(MAX_ENTRIES_ON_WRITE, maxUnindexed());
    }

    /** Largest ranking that may have no index, because it has not been counted yet. */
    int maxUnindexed() {
        return 2 * threshold;
    }

    /**
     * Whether a ranking without an index is counted after these moves: after about one of 16 new entries, with the default
     * threshold. Counting costs more than writing an entry, and most small rankings stay small.
     */
    boolean isCounted(Collection<EntryMove> moves) {
        return moves.stream().anyMatch(move -> move.before() == null && isSelected(move.participantId()));
    }

    private boolean isSelected(long participant) {
        return ((participant * GOLDEN_RATIO) >>> 32) % Math.max(1, threshold / COUNTS) == 0;
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
