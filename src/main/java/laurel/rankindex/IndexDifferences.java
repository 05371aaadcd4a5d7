package laurel.rankindex;

import java.util.ArrayList;
import java.util.List;

/** Collects the differences between an index and its entries: their number, and the first few as sentences. */
final class IndexDifferences {
    private final List<String> examples = new ArrayList<>();
    private int count;

    void add(String sentence) {
        count++;
        if (examples.size() < IndexReport.MAX_EXAMPLES) {
            examples.add(sentence);
        }
    }

    /** Adds a difference unless both numbers are equal. */
    void compare(String what, long indexed, long actual) {
        if (indexed != actual) {
            add("%s: %,d in the index, %,d in the table".formatted(what, indexed, actual));
        }
    }

    IndexReport report(long entryCount, int nodeCount) {
        return new IndexReport(entryCount, nodeCount, count, List.copyOf(examples));
    }
}
