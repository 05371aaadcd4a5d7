package laurel.rankindex;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import laurel.rankindex.IndexNode.NodeKey;

/**
 * The index of one ranking while a transaction changes it. It holds the nodes on the paths to the changed keys. The caller
 * first loads these paths ({@link #missing}, {@link #attach}), then adds the changed counts ({@link #add}), then splits
 * the overfull leaves ({@link #overfullLeaves}, {@link #splitLeaf}), and finally balances the nodes ({@link #balance}).
 */
final class IndexTree {
    private final long rankingId;
    private final IndexSizes sizes;
    private final Set<NodeKey> removed = new HashSet<>();
    private IndexNode root;

    IndexTree(long rankingId, IndexNode root, IndexSizes sizes) {
        this.rankingId = rankingId;
        this.root = root;
        this.sizes = sizes;
    }

    /** The new tree of a ranking without nodes. The caller balances it. */
    static IndexTree ofLeaves(long rankingId, List<IndexChild> leaves, IndexSizes sizes) {
        return new IndexTree(rankingId, new IndexNode(0, leaves, IndexNode.Unsaved.ALL), sizes);
    }

    long rankingId() {
        return rankingId;
    }

    IndexNode root() {
        return root;
    }

    /** Number of nodes in memory. */
    int loadedNodes() {
        return loadedNodes(root);
    }

    private static int loadedNodes(IndexNode node) {
        int count = 1;
        if (node.level > 0) {
            for (IndexChild child : node.children) {
                count += child.node == null ? 0 : loadedNodes(child.node);
            }
        }
        return count;
    }

    /** The nodes are as stored. */
    void committed() {
        removed.clear();
        changed().forEach(node -> node.unsaved = IndexNode.Unsaved.NONE);
    }

    /** Keeps only the root in memory. */
    void unload() {
        root.children.forEach(child -> child.node = null);
    }

    /** Nodes of a level on the paths to these keys that are not loaded. The levels above it must be loaded. */
    Set<NodeKey> missing(int level, Iterable<Separator> keys) {
        Set<NodeKey> missing = new HashSet<>();
        if (level < root.level) {
            for (Separator key : keys) {
                IndexChild child = child(level + 1, key);
                if (child.node == null) {
                    missing.add(key(level, child.separator));
                }
            }
        }
        return missing;
    }

    /** Attaches a loaded node to its parent. */
    void attach(IndexNode node) {
        child(node.level + 1, node.separator).node = node;
    }

    /** Adds to the counts on the path to a key. Scores count at their first entry. */
    void add(Separator key, int entryCount, int scoreCount) {
        IndexNode node = root;
        while (true) {
            IndexChild child = node.child(key);
            child.entryCount += entryCount;
            child.scoreCount += scoreCount;
            node.markUnsaved(IndexNode.Unsaved.COUNTS);
            if (node.level == 0) {
                return;
            }
            node = requireNonNull(child.node);
        }
    }

    List<IndexChild> overfullLeaves() {
        List<IndexChild> overfull = new ArrayList<>();
        for (IndexNode node : changed()) {
            if (node.level == 0) {
                for (IndexChild leaf : node.children) {
                    if (IndexSizes.isOverfull(leaf.entryCount, sizes.leafSize())) {
                        overfull.add(leaf);
                    }
                }
            }
        }
        return overfull;
    }

    /** Replaces a leaf by smaller ones. */
    void splitLeaf(IndexChild leaf, List<IndexChild> replacements) {
        IndexNode node = root;
        while (node.level > 0) {
            node = requireNonNull(node.child(leaf.separator).node);
        }
        node.replace(leaf, replacements);
    }

    /**
     * Splits overfull nodes, joins underfull ones, and adjusts the height.
     *
     * @param loader loads a node that is not loaded yet
     */
    void balance(Function<NodeKey, IndexNode> loader) {
        balance(root, loader);
        while (IndexSizes.isOverfull(root.children.size(), sizes.fanout()) && root.level < RankIndexSql.TOP) {
            List<IndexChild> pieces =
                    root.split(sizes.fanout()).stream().map(IndexChild::of).toList();
            root = new IndexNode(root.level + 1, pieces, IndexNode.Unsaved.ALL);
        }
        while (root.level > 0 && root.children.size() == 1) {
            removed.add(key(root.level, root.separator));
            root = load(root.children.getFirst(), root.level - 1, loader);
        }
    }

    private void balance(IndexNode node, Function<NodeKey, IndexNode> loader) {
        if (node.level == 0) {
            joinLeaves(node);
            return;
        }
        for (IndexChild child : List.copyOf(node.children)) {
            if (child.node != null && child.node.unsaved != IndexNode.Unsaved.NONE) {
                balance(child.node, loader);
            }
        }
        for (IndexChild child : List.copyOf(node.children)) {
            IndexNode below = child.node;
            if (below != null && IndexSizes.isOverfull(below.children.size(), sizes.fanout())) {
                node.replace(
                        child,
                        below.split(sizes.fanout()).stream().map(IndexChild::of).toList());
            } else if (below != null && IndexSizes.isUnderfull(below.children.size(), sizes.fanout())) {
                join(node, child, loader);
            }
        }
    }

    private void joinLeaves(IndexNode node) {
        if (node.children.stream().noneMatch(leaf -> IndexSizes.isUnderfull(leaf.entryCount, sizes.leafSize()))) {
            return;
        }
        List<IndexChild> joined = new ArrayList<>();
        for (IndexChild leaf : node.children) {
            IndexChild last = joined.isEmpty() ? null : joined.getLast();
            if (last != null && canJoin(last.entryCount, leaf.entryCount)) {
                last.absorb(leaf);
            } else {
                joined.add(leaf);
            }
        }
        if (joined.size() < node.children.size()) {
            node.children.clear();
            node.children.addAll(joined);
            node.markUnsaved(IndexNode.Unsaved.ALL);
        }
    }

    private boolean canJoin(int one, int other) {
        return one + other <= sizes.leafSize()
                && (IndexSizes.isUnderfull(one, sizes.leafSize()) || IndexSizes.isUnderfull(other, sizes.leafSize()));
    }

    /** Joins an underfull node with a neighbour, unless the result would be overfull. */
    private void join(IndexNode parent, IndexChild child, Function<NodeKey, IndexNode> loader) {
        int n = parent.children.indexOf(child);
        if (parent.children.size() == 1 || n < 0) {
            return;
        }
        IndexChild left = parent.children.get(Math.max(n - 1, 0));
        IndexChild right = parent.children.get(Math.max(n, 1));
        IndexNode into = load(left, parent.level - 1, loader);
        IndexNode from = load(right, parent.level - 1, loader);
        if (IndexSizes.isOverfull(into.children.size() + from.children.size(), sizes.fanout())) {
            return;
        }
        into.absorb(from);
        left.absorb(right);
        parent.children.remove(right);
        parent.markUnsaved(IndexNode.Unsaved.ALL);
        removed.add(key(from.level, from.separator));
    }

    private IndexNode load(IndexChild child, int level, Function<NodeKey, IndexNode> loader) {
        if (child.node == null) {
            child.node = loader.apply(key(level, child.separator));
        }
        return child.node;
    }

    /** Nodes to write. */
    List<IndexNode> changed() {
        List<IndexNode> changed = new ArrayList<>();
        addChanged(root, changed);
        return changed;
    }

    /** Nodes to delete. */
    Set<NodeKey> removed() {
        return removed;
    }

    NodeKey key(int level, Separator separator) {
        return new NodeKey(rankingId, level, separator);
    }

    /** The child that covers a key, in the node of this level. */
    private IndexChild child(int level, Separator key) {
        IndexNode node = root;
        while (node.level > level) {
            node = requireNonNull(node.child(key).node);
        }
        return node.child(key);
    }

    /** Adds the changed nodes of a tree. All nodes above a changed node are changed. */
    private static void addChanged(IndexNode node, List<IndexNode> changed) {
        if (node.unsaved == IndexNode.Unsaved.NONE) {
            return;
        }
        changed.add(node);
        if (node.level > 0) {
            for (IndexChild child : node.children) {
                if (child.node != null) {
                    addChanged(child.node, changed);
                }
            }
        }
    }
}
