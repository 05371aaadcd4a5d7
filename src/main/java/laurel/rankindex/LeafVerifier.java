package laurel.rankindex;

import java.util.Iterator;
import laurel.rankindex.IndexCheckRepository.NumberedEntry;
import org.jspecify.annotations.Nullable;

/** Compares leaves, which are given in order, with the entries between their separators. */
final class LeafVerifier {
    private final Iterator<NumberedEntry> entries;
    private final IndexDifferences differences;
    private @Nullable NumberedEntry next;
    private @Nullable IndexChild leaf;
    private long position;
    private long denseRank;

    LeafVerifier(Iterator<NumberedEntry> entries, IndexDifferences differences) {
        this.entries = entries;
        this.differences = differences;
        step();
    }

    /** Starts the next leaf, which ends the one before it. */
    void start(IndexChild nextLeaf) {
        long passed = passUntil(nextLeaf.separator.key());
        if (leaf == null) {
            differences.compare("entries before the first leaf", 0, passed);
        }
        leaf = nextLeaf;
    }

    /** Ends the last leaf. Returns the number of all entries. */
    long end() {
        passUntil(null);
        return position;
    }

    /**
     * Consumes the entries of the current leaf and compares its counts. Returns the number of these entries.
     *
     * @param end start of the next leaf; null after the last
     */
    private long passUntil(@Nullable RankKey end) {
        long entriesBefore = position;
        long scoresBefore = denseRank;
        while (next != null && (end == null || next.key().compareTo(end) < 0)) {
            position = next.position();
            denseRank = next.denseRank();
            step();
        }
        if (leaf != null) {
            String name = " of the leaf at " + leaf.separator.describe();
            differences.compare("entries" + name, leaf.entryCount, position - entriesBefore);
            differences.compare("new scores" + name, leaf.scoreCount, denseRank - scoresBefore);
        }
        return position - entriesBefore;
    }

    private void step() {
        next = entries.hasNext() ? entries.next() : null;
    }
}
