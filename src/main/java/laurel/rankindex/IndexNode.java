package laurel.rankindex;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A node of the rank index in memory, while a transaction changes it. */
final class IndexNode {
    /** Primary key of a node. */
    record NodeKey(long rankingId, int level, Separator separator) {}

    /** Which columns differ from the stored row. */
    enum Unsaved {
        NONE,
        COUNTS,
        ALL
    }

    final int level;
    final Separator separator;
    final List<IndexChild> children;
    Unsaved unsaved;

    IndexNode(int level, List<IndexChild> children, Unsaved unsaved) {
        this.level = level;
        this.separator = children.getFirst().separator;
        this.children = new ArrayList<>(children);
        this.unsaved = unsaved;
    }

    /** The node of a stored row. */
    static IndexNode of(int level, List<byte[]> separators, int[] entriesBefore, int[] scoresBefore) {
        List<IndexChild> children = new ArrayList<>();
        for (int n = 0; n < separators.size(); n++) {
            children.add(new IndexChild(
                    new Separator(separators.get(n)),
                    entriesBefore[n + 1] - entriesBefore[n],
                    scoresBefore[n + 1] - scoresBefore[n]));
        }
        return new IndexNode(level, children, Unsaved.NONE);
    }

    int entryCount() {
        int count = 0;
        for (IndexChild child : children) {
            count += child.entryCount;
        }
        return count;
    }

    int scoreCount() {
        return children.stream().mapToInt(child -> child.scoreCount).sum();
    }

    /** Number of children. */
    int size() {
        return children.size();
    }

    /** Stores prefix sums from an index: the counts before each child, and finally of all children. */
    void before(int[] entries, int[] scores, int from) {
        entries[from] = 0;
        scores[from] = 0;
        for (int n = 0; n < children.size(); n++) {
            IndexChild child = children.get(n);
            entries[from + n + 1] = entries[from + n] + child.entryCount;
            scores[from + n + 1] = scores[from + n] + child.scoreCount;
        }
    }

    /** The child that covers a key, which must not be before this node. */
    IndexChild child(Separator key) {
        int low = 0;
        int high = children.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (children.get(middle).separator.compareTo(key) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return children.get(low);
    }

    void markUnsaved(Unsaved columns) {
        if (columns.compareTo(unsaved) > 0) {
            unsaved = columns;
        }
    }

    /** Replaces one child by several. */
    void replace(IndexChild child, List<IndexChild> replacements) {
        int n = children.indexOf(child);
        children.remove(n);
        children.addAll(n, replacements);
        markUnsaved(Unsaved.ALL);
    }

    /** Splits this node into nodes of about the given number of children. The first has the key of this node. */
    List<IndexNode> split(int size) {
        int pieces = Math.ceilDiv(children.size(), size);
        List<IndexNode> split = new ArrayList<>();
        for (int n = 0; n < pieces; n++) {
            int from = (int) ((long) children.size() * n / pieces);
            int to = (int) ((long) children.size() * (n + 1) / pieces);
            split.add(new IndexNode(level, children.subList(from, to), Unsaved.ALL));
        }
        return split;
    }

    /** Appends the children of the next node of this level. */
    void absorb(IndexNode next) {
        children.addAll(next.children);
        markUnsaved(Unsaved.ALL);
    }

    /** The separators as a PostgreSQL array literal. */
    String separatorArray() {
        return children.stream()
                .map(child -> "\"\\\\x" + child.separator + '"')
                .collect(Collectors.joining(",", "{", "}"));
    }
}
