package laurel.rankindex;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import laurel.rankindex.IndexNode.NodeKey;
import org.jspecify.annotations.Nullable;

/** The index of one ranking in a map and its entries in a set: does what {@link RankIndexes} does, without a database. */
final class InMemoryIndex {
    private static final long RANKING = 1;

    final NavigableSet<RankKey> entries = new TreeSet<>();
    final Map<NodeKey, StoredNode> nodes = new HashMap<>();
    final IndexSizes sizes;
    /** The first entry of each score. */
    private Set<RankKey> firstEntries = Set.of();

    InMemoryIndex(IndexSizes sizes) {
        this.sizes = sizes;
    }

    /** Adds and removes entries in one batch. */
    void update(Collection<RankKey> added, Collection<RankKey> removed) {
        Set<RankKey> before = firstEntries;
        // Not removeAll, which may search the collection for each entry.
        removed.forEach(entries::remove);
        entries.addAll(added);
        firstEntries = firstEntries(entries);
        Set<RankKey> after = firstEntries;
        List<CountDelta> deltas = new ArrayList<>();
        added.forEach(key -> deltas.add(new CountDelta(Separator.of(key), 1, 0)));
        removed.forEach(key -> deltas.add(new CountDelta(Separator.of(key), -1, 0)));
        before.stream().filter(key -> !after.contains(key)).forEach(key -> deltas.add(scoreDelta(key, -1)));
        after.stream().filter(key -> !before.contains(key)).forEach(key -> deltas.add(scoreDelta(key, 1)));
        IndexNode root = root();
        if (root == null && !sizes.isIndexed(entries.size())) {
            return;
        }
        IndexTree tree = root == null ? build() : new IndexTree(RANKING, root, sizes);
        if (root != null) {
            addCounts(tree, deltas);
        }
        tree.overfullLeaves().forEach(child -> tree.splitLeaf(child, leaves(child)));
        tree.balance(this::load);
        store(tree);
    }

    private static CountDelta scoreDelta(RankKey key, int scores) {
        return new CountDelta(Separator.of(key), 0, scores);
    }

    private static Set<RankKey> firstEntries(NavigableSet<RankKey> entries) {
        Set<RankKey> firstEntries = new HashSet<>();
        RankKey last = null;
        for (RankKey key : entries) {
            if (last == null || !last.ties(key)) {
                firstEntries.add(key);
            }
            last = key;
        }
        return firstEntries;
    }

    int scoreCount(Collection<RankKey> some) {
        return (int) some.stream().filter(firstEntries::contains).count();
    }

    private @Nullable IndexNode root() {
        int top = nodes.keySet().stream().mapToInt(NodeKey::level).max().orElse(-1);
        return top < 0 ? null : load(new NodeKey(RANKING, top, Separator.START));
    }

    private IndexNode load(NodeKey key) {
        StoredNode node = requireNonNull(nodes.get(key), () -> "missing: " + key);
        return IndexNode.of(key.level(), node.separators(), node.entriesBefore(), node.scoresBefore());
    }

    private void addCounts(IndexTree tree, List<CountDelta> deltas) {
        for (int level = RankIndexSql.TOP - 1; level >= 0; level--) {
            tree.missing(level, deltas.stream().map(CountDelta::key).toList()).forEach(key -> tree.attach(load(key)));
        }
        deltas.forEach(delta -> tree.add(delta.key(), delta.entryCount(), delta.scoreCount()));
    }

    private IndexTree build() {
        LeafBuilder leaves = new LeafBuilder(new IndexChild(Separator.START, 0, 0), sizes.leafSize());
        entries.forEach(leaves::add);
        return IndexTree.ofLeaves(RANKING, leaves.leaves(), sizes);
    }

    private List<IndexChild> leaves(IndexChild child) {
        LeafBuilder leaves = new LeafBuilder(child, sizes.evenLeafSize(child.entryCount));
        entries.tailSet(child.separator.key(), true).stream()
                .limit(child.entryCount)
                .forEach(leaves::add);
        return leaves.leaves();
    }

    /** Like the repository, keeps the stored separators of a node if they have not changed. */
    private void store(IndexTree tree) {
        if (sizes.isTooSmall(tree.root().entryCount())) {
            nodes.clear();
            return;
        }
        tree.removed().forEach(nodes::remove);
        for (IndexNode node : tree.changed()) {
            NodeKey key = tree.key(node.level, node.separator);
            List<byte[]> separators = node.unsaved == IndexNode.Unsaved.ALL
                    ? node.children.stream()
                            .map(child -> child.separator.bytes())
                            .toList()
                    : requireNonNull(nodes.get(key), () -> key + " was never stored")
                            .separators();
            int[] entries = new int[node.size() + 1];
            int[] scores = new int[node.size() + 1];
            node.before(entries, scores, 0);
            nodes.put(key, new StoredNode(node.level, node.separator.bytes(), separators, entries, scores));
        }
    }
}
