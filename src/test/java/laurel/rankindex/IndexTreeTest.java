package laurel.rankindex;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import laurel.rankindex.IndexNode.NodeKey;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** After any batches of added and removed entries, the tree has correct counts and no overfull node. */
class IndexTreeTest {
    private static final int BATCHES = 60;

    @Property(tries = 20)
    void keepsCountsAndSizesAfterEachBatch(
            @ForAll @IntRange(min = 0, max = 20) int threshold,
            @ForAll @IntRange(min = 1, max = 5) int leafSize,
            @ForAll @IntRange(min = 2, max = 5) int fanout,
            @ForAll @IntRange(min = 1, max = 60) int scores,
            @ForAll Random random) {
        InMemoryIndex stored = new InMemoryIndex(new IndexSizes(threshold, leafSize, fanout));
        for (int batch = 0; batch < BATCHES; batch++) {
            // Grows in the first half, shrinks in the second.
            update(stored, batch < BATCHES / 2 ? 5 : 1, batch < BATCHES / 2 ? 1 : 5, scores, random);
            check(stored);
        }
    }

    private static void update(InMemoryIndex stored, int addWeight, int removeWeight, int scores, Random random) {
        Set<RankKey> added = new HashSet<>();
        Set<RankKey> removed = new HashSet<>();
        List<RankKey> present = List.copyOf(stored.entries);
        int size = 1 + random.nextInt(40);
        for (int n = 0; n < size; n++) {
            if (random.nextInt(addWeight + removeWeight) < addWeight) {
                added.add(RankKeys.key(
                        random.nextInt(scores), random.nextInt(2), random.nextInt(2), random.nextInt(500)));
            } else if (!present.isEmpty()) {
                removed.add(present.get(random.nextInt(present.size())));
            }
        }
        added.removeAll(stored.entries);
        stored.update(added, removed);
    }

    private static void check(InMemoryIndex stored) {
        if (stored.nodes.isEmpty()) {
            assertThat(stored.sizes.isTooSmall(stored.entries.size()) || !stored.sizes.isIndexed(stored.entries.size()))
                    .isTrue();
            return;
        }
        assertThat(stored.nodes.values()).allMatch(StoredNode::hasValidCounts);
        int top = stored.nodes.keySet().stream().mapToInt(NodeKey::level).max().orElseThrow();
        assertThat(top).isLessThanOrEqualTo(RankIndexSql.TOP);
        List<IndexChild> children =
                List.of(new IndexChild(Separator.START, stored.entries.size(), stored.scoreCount(stored.entries)));
        for (int level = top; level >= 0; level--) {
            children = checkLevel(stored, level, level == top, children);
            assertThat(children.stream().map(child -> child.separator))
                    .isSortedAccordingTo(Comparator.naturalOrder())
                    .doesNotHaveDuplicates();
        }
        checkLeaves(stored, children);
    }

    /** Checks the nodes of a level against their parents, and returns their children. */
    private static List<IndexChild> checkLevel(
            InMemoryIndex stored, int level, boolean root, List<IndexChild> parents) {
        List<IndexChild> children = new ArrayList<>();
        List<Separator> separators = stored.nodes.keySet().stream()
                .filter(key -> key.level() == level)
                .map(NodeKey::separator)
                .sorted()
                .toList();
        assertThat(separators)
                .isEqualTo(parents.stream().map(child -> child.separator).toList());
        for (IndexChild child : parents) {
            StoredNode node = requireNonNull(stored.nodes.get(new NodeKey(1, level, child.separator)));
            assertThat(new Separator(node.separators().getFirst())).isEqualTo(child.separator);
            assertThat(node.entryCount()).isEqualTo(child.entryCount);
            assertThat(node.scoreCount()).isEqualTo(child.scoreCount);
            if (!root || level < RankIndexSql.TOP) {
                assertThat(node.separators()).hasSizeLessThanOrEqualTo(2 * stored.sizes.fanout());
            }
            children.addAll(node.children());
        }
        return children;
    }

    private static void checkLeaves(InMemoryIndex stored, List<IndexChild> leaves) {
        for (int n = 0; n < leaves.size(); n++) {
            IndexChild leaf = leaves.get(n);
            NavigableSet<RankKey> ofLeaf = stored.entries.tailSet(leaf.separator.key(), true);
            if (n + 1 < leaves.size()) {
                ofLeaf = ofLeaf.headSet(leaves.get(n + 1).separator.key(), false);
            }
            assertThat(leaf.entryCount).isEqualTo(ofLeaf.size()).isLessThanOrEqualTo(2 * stored.sizes.leafSize());
            assertThat(leaf.scoreCount).isEqualTo(stored.scoreCount(ofLeaf));
        }
    }
}
