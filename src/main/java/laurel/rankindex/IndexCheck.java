package laurel.rankindex;

import jakarta.inject.Singleton;
import java.util.stream.Stream;
import laurel.database.sql.NoTimeout;
import laurel.database.sql.Sql;
import laurel.rankindex.IndexCheckRepository.NumberedEntry;

/**
 * Compares the index of a ranking with its entries as numbered by SQL's window functions. Reads both in order and compares
 * them while reading, so the memory needed is about one thousandth of the entries.
 */
@Singleton
public class IndexCheck {
    private final Sql sql;
    private final IndexCheckRepository repository;
    private final RankIndexes indexes;
    private final IndexSizes sizes;

    IndexCheck(Sql sql, IndexCheckRepository repository, RankIndexes indexes, IndexSizes sizes) {
        this.sql = sql;
        this.repository = repository;
        this.indexes = indexes;
        this.sizes = sizes;
    }

    /** Checks one snapshot. Changes nothing, and neither blocks writers nor waits for them. */
    public IndexReport check(long ranking) {
        return sql.inSnapshot(() -> {
            repository.prepare();
            return compare(ranking);
        });
    }

    /** Rebuilds the index of a ranking, without a timeout. The caller holds the lock of the leaderboard. */
    public void repair(long ranking) {
        NoTimeout.applyTo(sql);
        indexes.rebuild(ranking);
    }

    private IndexReport compare(long ranking) {
        var differences = new IndexDifferences();
        try (Stream<NumberedEntry> entries = repository.entries(ranking);
                Stream<StoredNode> nodes = repository.nodes(ranking)) {
            var leafVerifier = new LeafVerifier(entries.iterator(), differences);
            var nodeVerifier = new NodeVerifier(leafVerifier, differences);
            nodes.forEach(nodeVerifier::node);
            long entryCount = leafVerifier.end();
            int nodeCount = nodeVerifier.end();
            if (nodeCount == 0 && entryCount > sizes.maxUnindexed()) {
                differences.add("%,d entries have no index; rankings of more than %,d need one"
                        .formatted(entryCount, sizes.maxUnindexed()));
            }
            return differences.report(entryCount, nodeCount);
        }
    }
}
