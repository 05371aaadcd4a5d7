package laurel.rankindex;

import jakarta.inject.Singleton;
import java.util.stream.Stream;
import laurel.database.sql.NoTimeout;
import laurel.database.sql.Sql;
import laurel.rankindex.IndexCheckRepository.Numbered;

/**
 * Compares the rank index of a ranking with its entries, as SQL's window functions number them. Everything is read in
 * order and compared as it comes, so the memory that it takes does not grow with the entries, but for one part in a
 * thousand of them.
 */
@Singleton
public class IndexCheck {
    private final Sql sql;
    private final IndexCheckRepository repository;
    private final Blocks blocks;
    private final BlockSizes sizes;

    IndexCheck(Sql sql, IndexCheckRepository repository, Blocks blocks, BlockSizes sizes) {
        this.sql = sql;
        this.repository = repository;
        this.blocks = blocks;
        this.sizes = sizes;
    }

    /** Of one moment, whoever writes meanwhile; changes nothing and waits for nobody. */
    public IndexReport check(long ranking) {
        return sql.inSnapshot(() -> {
            repository.reading();
            return compare(ranking);
        });
    }

    /** Makes the index of a ranking again, however long it takes. The caller holds the lock of its board. */
    public void repair(long ranking) {
        NoTimeout.make(sql);
        blocks.rebuild(ranking);
    }

    private IndexReport compare(long ranking) {
        var differences = new Differences();
        try (Stream<Numbered> entries = repository.entries(ranking);
                Stream<StoredBlock> stored = repository.blocks(ranking)) {
            var walk = new EntryWalk(entries.iterator(), differences);
            var tree = new TreeWalk(walk, differences);
            stored.forEach(tree::block);
            long count = walk.end();
            int found = tree.end();
            if (found == 0 && sizes.wanted(count)) {
                differences.note("%,d entries have no blocks; more than %,d should".formatted(count, sizes.from()));
            }
            return differences.report(count, found);
        }
    }
}
