package laurel.rankindex;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares the nodes of an index, which are given level by level from the lowest and in order, with the level below: nodes
 * of level 0 with the entries, nodes of each further level with the nodes of the level before.
 */
final class NodeVerifier {
    private final LeafVerifier leaves;
    private final IndexDifferences differences;
    private int count;
    private int level;
    /** The nodes of this level, as children of the next. */
    private List<IndexChild> nodes = new ArrayList<>();
    /** Nodes of the level below that are not yet matched with a child of this level. */
    private Iterator<IndexChild> below = List.<IndexChild>of().iterator();

    private @Nullable IndexChild next;
    private @Nullable Separator last;

    NodeVerifier(LeafVerifier leaves, IndexDifferences differences) {
        this.leaves = leaves;
        this.differences = differences;
    }

    void node(StoredNode node) {
        count++;
        while (level < node.level()) {
            climb();
        }
        String name = name(level, node.start());
        if (!node.hasValidCounts()) {
            differences.add(name + " has counts that do not match its children or do not ascend");
            return;
        }
        if (!node.hasValidSeparators()) {
            differences.add(name + " has an invalid separator");
            return;
        }
        List<IndexChild> children = node.children();
        if (!children.getFirst().separator.equals(node.start())) {
            differences.add(name + " has its first child at "
                    + children.getFirst().separator.describe());
        }
        children.forEach(child -> child(name, child));
        nodes.add(new IndexChild(node.start(), node.entryCount(), node.scoreCount()));
    }

    /** Ends the last level. Returns the number of nodes. */
    int end() {
        if (count > 0) {
            List<IndexChild> top = nodes;
            int root = level;
            climb();
            if (top.size() != 1 || !top.getFirst().separator.equals(Separator.START)) {
                differences.add("level %d has %d nodes instead of one root".formatted(root, top.size()));
            }
        }
        return count;
    }

    private void child(String name, IndexChild child) {
        if (last != null && child.separator.compareTo(last) <= 0) {
            differences.add(
                    name + " has a child at " + child.separator.describe() + " after the one at " + last.describe());
        }
        last = child.separator;
        if (level == 0) {
            leaves.start(child);
        } else {
            compare(child);
        }
    }

    private void compare(IndexChild child) {
        while (next != null && next.separator.compareTo(child.separator) < 0) {
            addOrphan(next);
        }
        String name = name(level - 1, child.separator);
        if (next == null || !next.separator.equals(child.separator)) {
            differences.add(name + " is missing");
            return;
        }
        differences.compare("entries of " + name + " in its parent", child.entryCount, next.entryCount);
        differences.compare("new scores of " + name + " in its parent", child.scoreCount, next.scoreCount);
        step();
    }

    /** Starts the next level. */
    private void climb() {
        while (next != null) {
            addOrphan(next);
        }
        below = nodes.iterator();
        nodes = new ArrayList<>();
        last = null;
        level++;
        step();
    }

    private void addOrphan(IndexChild node) {
        differences.add(name(level - 1, node.separator) + " has no parent");
        step();
    }

    private void step() {
        next = below.hasNext() ? below.next() : null;
    }

    private static String name(int level, Separator start) {
        return "the node of level " + level + " at " + start.describe();
    }
}
