package laurel.rankindex;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import laurel.database.sql.Sql;
import laurel.rankindex.IndexNode.NodeKey;
import laurel.rankindex.IndexNodeRepository.EntriesFrom;
import laurel.rankindex.IndexNodeRepository.EntryKey;
import laurel.rankindex.IndexNodeRepository.NodeRow;
import laurel.rankindex.IndexNodeRepository.RootVersion;

/**
 * Keeps the indexes of rankings up to date. Code that changes entries calls {@link #update} or {@link #rebuild} in the
 * same transaction, under the same lock.
 */
@Singleton
public class RankIndexes {
    /** Nodes per INSERT; a node takes about 2 kB. */
    private static final int WRITE_BATCH = 1000;

    private final Sql sql;
    private final IndexNodeRepository repository;
    private final DistinctScores distinctScores;
    private final IndexSizes sizes;
    private final IndexTrees trees;

    RankIndexes(
            Sql sql,
            IndexNodeRepository repository,
            DistinctScores distinctScores,
            IndexSizes sizes,
            IndexTrees trees) {
        this.sql = sql;
        this.repository = repository;
        this.distinctScores = distinctScores;
        this.sizes = sizes;
        this.trees = trees;
    }

    /**
     * Updates the indexes after entries have been written.
     *
     * @param moves one per changed entry
     */
    public void update(Collection<EntryMove> moves) {
        Map<Long, List<EntryMove>> byRanking = moves.stream()
                .filter(EntryMove::moves)
                .collect(groupingBy(EntryMove::rankingId, TreeMap::new, toList()));
        if (byRanking.isEmpty()) {
            return;
        }
        Supplier<List<NodeRow>> roots = repository.roots(
                byRanking.keySet(),
                ranking -> sizes.isCounted(requireNonNull(byRanking.get(ranking))) ? sizes.maxIndexedOnWrite() + 1 : 0,
                trees.versions(byRanking.keySet()));
        Supplier<Map<Long, List<CountDelta>>> expected = scoreDeltas(byRanking, trees::contains);
        List<IndexTree> existing = new ArrayList<>();
        List<IndexTree> changed = new ArrayList<>();
        Set<Long> dropped = new HashSet<>();
        for (NodeRow row : roots.get()) {
            IndexNode root = row.node();
            IndexTree tree = row.level() == null ? null : trees.take(row);
            if (tree != null) {
                existing.add(tree);
            } else if (root != null) {
                existing.add(new IndexTree(row.rankingId(), root, sizes));
            } else if (row.level() != null) {
                dropped.add(row.rankingId());
            } else if (sizes.isIndexedOnWrite(requireNonNull(row.unindexedCount()))) {
                changed.add(build(row.rankingId()));
            }
        }
        existing.addAll(read(dropped));
        Map<Long, List<CountDelta>> scores = new HashMap<>(expected.get());
        Set<Long> others = existing.stream().map(IndexTree::rankingId).collect(toSet());
        others.removeAll(scores.keySet());
        scores.putAll(scoreDeltas(byRanking, others::contains).get());
        addCounts(existing, byRanking, scores);
        changed.addAll(existing);
        keep(changed, write(changed));
    }

    /** Reads trees that the memory has dropped since their versions were looked up. */
    private List<IndexTree> read(Set<Long> dropped) {
        return dropped.isEmpty()
                ? List.of()
                : repository.roots(dropped, 1).get().stream()
                        .map(row -> new IndexTree(row.rankingId(), requireNonNull(row.node()), sizes))
                        .toList();
    }

    /** The changed counts of distinct scores of those of these rankings that satisfy a condition. */
    private Supplier<Map<Long, List<CountDelta>>> scoreDeltas(
            Map<Long, List<EntryMove>> byRanking, LongPredicate condition) {
        return distinctScores.deltas(byRanking.entrySet().stream()
                .filter(ranking -> condition.test(ranking.getKey()))
                .flatMap(ranking -> ranking.getValue().stream())
                .toList());
    }

    /** The first entries of each of these rankings, in order and of the given number. Rankings without entries are absent. */
    public Map<Long, List<RankKey>> first(Map<Long, Integer> counts) {
        List<EntriesFrom> ranges = counts.entrySet().stream()
                .map(count -> new EntriesFrom(count.getKey(), RankKey.FIRST, count.getValue()))
                .toList();
        Map<Long, List<RankKey>> first = new HashMap<>();
        repository
                .entriesFrom(ranges)
                .forEach((n, entries) -> first.put(
                        ranges.get(n).rankingId(),
                        entries.stream().map(EntryKey::key).toList()));
        return first;
    }

    /** Whether a rebuild gives a ranking of this size an index. */
    public boolean isIndexed(int entryCount) {
        return sizes.isIndexed(entryCount);
    }

    /** Rebuilds the index of a ranking in one pass over its entries, or removes it if the ranking is small. */
    public void rebuild(long ranking) {
        rebuild(Set.of(ranking));
    }

    /** Rebuilds the indexes of several rankings. */
    public void rebuild(Collection<Long> rankings) {
        delete(rankings);
        for (NodeRow row : repository.roots(rankings, sizes.threshold() + 1).get()) {
            if (sizes.isIndexed(requireNonNull(row.unindexedCount()))) {
                write(List.of(build(row.rankingId())));
            }
        }
    }

    /** Deletes the indexes of these rankings. */
    public void delete(Collection<Long> rankings) {
        repository.deleteAll(rankings);
    }

    private void addCounts(
            List<IndexTree> existing,
            Map<Long, List<EntryMove>> movesByRanking,
            Map<Long, List<CountDelta>> scoresByRanking) {
        Map<Long, List<CountDelta>> deltas = new HashMap<>();
        for (IndexTree tree : existing) {
            deltas.put(
                    tree.rankingId(),
                    concat(
                            CountDelta.of(movesByRanking.getOrDefault(tree.rankingId(), List.of())),
                            scoresByRanking.getOrDefault(tree.rankingId(), List.of())));
        }
        loadPaths(existing, deltas);
        for (IndexTree tree : existing) {
            deltas.getOrDefault(tree.rankingId(), List.of())
                    .forEach(delta -> tree.add(delta.key(), delta.entryCount(), delta.scoreCount()));
        }
    }

    private static <T> List<T> concat(List<T> some, List<T> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    /** Loads the nodes on the paths to the changed keys, with one statement per level. */
    private void loadPaths(List<IndexTree> existing, Map<Long, List<CountDelta>> deltas) {
        Map<Long, IndexTree> byRanking = existing.stream().collect(toMap(IndexTree::rankingId, Function.identity()));
        for (int level = RankIndexSql.TOP - 1; level >= 0; level--) {
            List<NodeKey> missing = new ArrayList<>();
            for (IndexTree tree : existing) {
                List<CountDelta> ofTree = deltas.getOrDefault(tree.rankingId(), List.of());
                missing.addAll(
                        tree.missing(level, ofTree.stream().map(CountDelta::key).toList()));
            }
            if (!missing.isEmpty()) {
                read(missing).forEach((key, node) -> requireNonNull(byRanking.get(key.rankingId()))
                        .attach(node));
            }
        }
    }

    private Map<NodeKey, IndexNode> read(Collection<NodeKey> keys) {
        Map<NodeKey, IndexNode> nodes = new HashMap<>();
        for (NodeRow row : repository.read(keys)) {
            IndexNode node = row.node();
            if (node != null) {
                nodes.put(new NodeKey(row.rankingId(), node.level, node.separator), node);
            }
        }
        return nodes;
    }

    private IndexNode read(NodeKey key) {
        IndexNode node = read(List.of(key)).get(key);
        if (node == null) {
            throw new IllegalStateException("index node " + key + " is missing: the ranking must be rebuilt");
        }
        return node;
    }

    /** Writes the changed nodes of trees, and returns the versions of their roots. */
    private Supplier<List<RootVersion>> write(List<IndexTree> all) {
        splitLeaves(all);
        Map<NodeKey, IndexNode> changed = new LinkedHashMap<>();
        List<NodeKey> removed = new ArrayList<>();
        List<Long> tooSmall = new ArrayList<>();
        for (IndexTree tree : all) {
            tree.balance(key -> read(key));
            if (sizes.isTooSmall(tree.root().entryCount())) {
                tooSmall.add(tree.rankingId());
                continue;
            }
            removed.addAll(tree.removed());
            tree.changed().forEach(node -> changed.put(tree.key(node.level, node.separator), node));
        }
        if (!tooSmall.isEmpty()) {
            delete(tooSmall);
        }
        return write(changed, removed);
    }

    private Supplier<List<RootVersion>> write(Map<NodeKey, IndexNode> changed, List<NodeKey> removed) {
        if (!removed.isEmpty()) {
            repository.delete(removed);
        }
        List<Supplier<List<RootVersion>>> written = new ArrayList<>();
        Map<NodeKey, IndexNode> batch = new LinkedHashMap<>();
        changed.forEach((key, node) -> {
            batch.put(key, node);
            if (batch.size() == WRITE_BATCH) {
                written.add(repository.write(batch));
                batch.clear();
            }
        });
        if (!batch.isEmpty()) {
            written.add(repository.write(batch));
        }
        return () -> written.stream().flatMap(rows -> rows.get().stream()).toList();
    }

    /** Keeps trees in memory after the commit. Those whose root was not written had no change, and stay as they are. */
    private void keep(List<IndexTree> written, Supplier<List<RootVersion>> versions) {
        if (!written.isEmpty()) {
            sql.afterCommit(() -> {
                Map<Long, IndexTree> byRanking =
                        written.stream().collect(toMap(IndexTree::rankingId, Function.identity()));
                for (RootVersion root : versions.get()) {
                    IndexTree tree = requireNonNull(byRanking.get(root.rankingId()));
                    if (root.level() == tree.root().level) {
                        trees.put(tree, root.version());
                    }
                }
            });
        }
    }

    private void splitLeaves(List<IndexTree> all) {
        List<IndexTree> treeOfLeaf = new ArrayList<>();
        List<IndexChild> leaves = new ArrayList<>();
        List<EntriesFrom> ranges = new ArrayList<>();
        for (IndexTree tree : all) {
            for (IndexChild leaf : tree.overfullLeaves()) {
                treeOfLeaf.add(tree);
                leaves.add(leaf);
                ranges.add(new EntriesFrom(tree.rankingId(), leaf.separator.key(), leaf.entryCount));
            }
        }
        Map<Integer, List<EntryKey>> entries = repository.entriesFrom(ranges);
        for (int n = 0; n < leaves.size(); n++) {
            IndexChild leaf = leaves.get(n);
            LeafBuilder builder = new LeafBuilder(leaf, sizes.evenLeafSize(leaf.entryCount));
            entries.getOrDefault(n, List.of()).forEach(entry -> builder.add(entry.key()));
            treeOfLeaf.get(n).splitLeaf(leaf, builder.leaves());
        }
    }

    /** The new tree of a ranking, from one pass over its entries. */
    private IndexTree build(long ranking) {
        LeafBuilder builder = new LeafBuilder(new IndexChild(Separator.START, 0, 0), sizes.leafSize());
        repository.forEachEntry(ranking, builder::add);
        return IndexTree.ofLeaves(ranking, builder.leaves(), sizes);
    }
}
