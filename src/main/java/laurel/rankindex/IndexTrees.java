package laurel.rankindex;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import laurel.rankindex.IndexNodeRepository.NodeRow;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the trees of rankings in memory between transactions, as the last one of this node committed them. A tree is valid as long
 * as the root is stored in the same version of its row: each transaction that changes a node also writes the root, so a change
 * by another node, or by a rebuild, gives the root another version. The root is read under the lock of the leaderboard.
 *
 * <p>A transaction takes the tree that it changes, and puts it back after the commit. If it is rolled back, the tree is dropped.
 */
@Singleton
final class IndexTrees {
    private final int maxNodes;
    private final Cache<Long, StoredTree> trees;

    /** @param maxNodes maximum number of nodes in memory, of all rankings; a node takes about 6 kB; 0 keeps none */
    IndexTrees(@Value("${laurel.rankindex.cached-nodes:8192}") int maxNodes) {
        this.maxNodes = maxNodes;
        this.trees = Caffeine.newBuilder()
                .maximumWeight(maxNodes)
                .<Long, StoredTree>weigher((ranking, stored) -> stored.tree.loadedNodes())
                .build();
    }

    /** @param version of the root's row */
    private record StoredTree(IndexTree tree, String version) {}

    /** Whether a tree of the ranking is in memory. It may not be valid. */
    boolean contains(long ranking) {
        return trees.getIfPresent(ranking) != null;
    }

    /** The versions of the roots of those of these rankings whose trees are in memory. */
    Map<Long, String> versions(Collection<Long> rankings) {
        Map<Long, String> versions = new HashMap<>();
        for (Long ranking : rankings) {
            StoredTree stored = trees.getIfPresent(ranking);
            if (stored != null) {
                versions.put(ranking, stored.version);
            }
        }
        return versions;
    }

    /** Takes the tree of a ranking out. Null if there is none, or if the root was written by another transaction. */
    @Nullable
    IndexTree take(NodeRow root) {
        StoredTree stored = trees.asMap().remove(root.rankingId());
        return stored != null && Objects.equals(stored.version, root.version()) ? stored.tree : null;
    }

    /**
     * Keeps the tree of a ranking, after the commit.
     *
     * @param version of the root's row
     */
    void put(IndexTree tree, String version) {
        tree.committed();
        if (tree.loadedNodes() > maxNodes / 2) {
            tree.unload();
        }
        trees.put(tree.rankingId(), new StoredTree(tree, version));
    }
}
