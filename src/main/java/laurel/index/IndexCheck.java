package laurel.index;

import jakarta.inject.Singleton;
import laurel.database.Unhurried;
import laurel.index.IndexCheckRepository.Numbered;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.result.ResultIterator;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;

/**
 * Compares the rank index of a ranking with its entries, as SQL's window functions number them. Everything is read in
 * order and compared as it comes, so the memory that it takes does not grow with the entries, but for one part in a
 * thousand of them.
 */
@Singleton
public class IndexCheck {
    private final Jdbi jdbi;
    private final IndexCheckRepository repository;
    private final Blocks blocks;
    private final BlockSizes sizes;

    IndexCheck(Jdbi jdbi, IndexCheckRepository repository, Blocks blocks, BlockSizes sizes) {
        this.jdbi = jdbi;
        this.repository = repository;
        this.blocks = blocks;
        this.sizes = sizes;
    }

    /** Of one moment, whoever writes meanwhile; changes nothing and waits for nobody. */
    public IndexReport check(long ranking) {
        return jdbi.inTransaction(TransactionIsolationLevel.REPEATABLE_READ, snapshot -> {
            repository.reading(snapshot);
            return check(snapshot, ranking);
        });
    }

    /** Makes the index of a ranking again, however long it takes. The caller holds the lock of its board. */
    public void repair(Handle transaction, long ranking) {
        Unhurried.make(transaction);
        blocks.rebuild(transaction, ranking);
    }

    private IndexReport check(Handle snapshot, long ranking) {
        var differences = new Differences();
        try (ResultIterator<Numbered> entries = repository.entries(snapshot, ranking);
                ResultIterator<StoredBlock> stored = repository.blocks(snapshot, ranking)) {
            var walk = new EntryWalk(entries, differences);
            var tree = new TreeWalk(walk, differences);
            stored.forEachRemaining(tree::block);
            long count = walk.end();
            int found = tree.end();
            if (found == 0 && sizes.wanted(count)) {
                differences.note("%,d entries have no blocks; more than %,d should".formatted(count, sizes.from()));
            }
            return differences.report(count, found);
        }
    }
}
