package laurel.rankindex;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.rankindex.BlockRepository.Following;
import laurel.rankindex.BlockRepository.Stretch;

/** Keeps the rank index true: whoever changes entries says so here, in the same transaction and under the same lock. */
@Singleton
public class Blocks {
    /** Blocks that one statement writes: some two kilobytes each. */
    private static final int MOST_WRITTEN = 1000;

    private final BlockRepository repository;
    private final ScoreStarts starts;
    private final BlockSizes sizes;

    Blocks(BlockRepository repository, ScoreStarts starts, BlockSizes sizes) {
        this.repository = repository;
        this.starts = starts;
        this.sizes = sizes;
    }

    /**
     * Makes the blocks follow the entries, which have just been written.
     *
     * @param shifts each entry that changed, once
     */
    public void follow(Collection<EntryMove> shifts) {
        Map<Long, List<EntryMove>> byRanking = shifts.stream()
                .filter(EntryMove::moves)
                .collect(groupingBy(EntryMove::rankingId, TreeMap::new, toList()));
        if (byRanking.isEmpty()) {
            return;
        }
        List<BlockTree> kept = new ArrayList<>();
        List<BlockTree> all = new ArrayList<>();
        for (BlockRepository.Row row : repository.roots(byRanking.keySet(), BlockSizes.MOST_IN_PASSING + 1)) {
            Block root = row.block();
            if (root != null) {
                kept.add(new BlockTree(row.rankingId(), root, sizes));
            } else if (sizes.wantedInPassing(requireNonNull(row.unindexed()))) {
                all.add(make(row.rankingId()));
            }
        }
        if (!kept.isEmpty()) {
            count(kept, byRanking);
            all.addAll(kept);
        }
        write(all);
    }

    /** Whether a ranking of so many entries has blocks. */
    public boolean wanted(int entries) {
        return sizes.wanted(entries);
    }

    /** Makes the blocks of a ranking again, in one pass over its entries, if it has so many that it wants them. */
    public void rebuild(long ranking) {
        rebuild(Set.of(ranking));
    }

    /** The same of many rankings. */
    public void rebuild(Collection<Long> rankings) {
        forget(rankings);
        for (BlockRepository.Row row : repository.roots(rankings, sizes.from() + 1)) {
            if (sizes.wanted(requireNonNull(row.unindexed()))) {
                write(List.of(make(row.rankingId())));
            }
        }
    }

    /** Removes the blocks of rankings that are gone. */
    public void forget(Collection<Long> rankings) {
        repository.forget(rankings);
    }

    private void count(List<BlockTree> trees, Map<Long, List<EntryMove>> byRanking) {
        Map<Long, List<CountChange>> counts = new HashMap<>();
        for (BlockTree tree : trees) {
            List<EntryMove> shifts = byRanking.getOrDefault(tree.rankingId(), List.of());
            counts.put(tree.rankingId(), CountChange.of(shifts));
        }
        starts.counts(trees.stream()
                        .map(tree -> byRanking.getOrDefault(tree.rankingId(), List.of()))
                        .flatMap(List::stream)
                        .toList())
                .forEach((ranking, some) -> counts.merge(ranking, some, Blocks::both));
        open(trees, counts);
        for (BlockTree tree : trees) {
            counts.getOrDefault(tree.rankingId(), List.of())
                    .forEach(count -> tree.add(count.at(), count.entries(), count.scores()));
        }
    }

    private static <T> List<T> both(List<T> some, List<T> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    /** Reads the blocks on the ways to what is counted: a statement for each level. */
    private void open(List<BlockTree> trees, Map<Long, List<CountChange>> counts) {
        Map<Long, BlockTree> byRanking = trees.stream().collect(toMap(BlockTree::rankingId, Function.identity()));
        for (int level = RankIndex.TOP - 1; level >= 0; level--) {
            List<BlockKey> missing = new ArrayList<>();
            for (BlockTree tree : trees) {
                List<CountChange> ways = counts.getOrDefault(tree.rankingId(), List.of());
                missing.addAll(
                        tree.missing(level, ways.stream().map(CountChange::at).toList()));
            }
            if (!missing.isEmpty()) {
                read(missing).forEach((key, block) -> requireNonNull(byRanking.get(key.rankingId()))
                        .open(block));
            }
        }
    }

    private Map<BlockKey, Block> read(Collection<BlockKey> keys) {
        Map<BlockKey, Block> blocks = new HashMap<>();
        for (BlockRepository.Row row : repository.read(keys)) {
            Block block = row.block();
            if (block != null) {
                blocks.put(new BlockKey(row.rankingId(), block.level, block.bound), block);
            }
        }
        return blocks;
    }

    private Block read(BlockKey key) {
        Block block = read(List.of(key)).get(key);
        if (block == null) {
            throw new IllegalStateException("block " + key + " is missing: the ranking must be rebuilt");
        }
        return block;
    }

    private void write(List<BlockTree> trees) {
        cut(trees);
        Map<BlockKey, Block> changed = new LinkedHashMap<>();
        List<BlockKey> gone = new ArrayList<>();
        List<Long> needless = new ArrayList<>();
        for (BlockTree tree : trees) {
            tree.balance(key -> read(key));
            if (sizes.needless(tree.root().entries())) {
                needless.add(tree.rankingId());
                continue;
            }
            gone.addAll(tree.gone());
            tree.changed().forEach(block -> changed.put(tree.key(block.level, block.bound), block));
        }
        if (!needless.isEmpty()) {
            forget(needless);
        }
        write(changed, gone);
    }

    private void write(Map<BlockKey, Block> changed, List<BlockKey> gone) {
        if (!gone.isEmpty()) {
            repository.delete(gone);
        }
        Map<BlockKey, Block> some = new LinkedHashMap<>();
        changed.forEach((key, block) -> {
            some.put(key, block);
            if (some.size() == MOST_WRITTEN) {
                repository.write(some);
                some.clear();
            }
        });
        if (!some.isEmpty()) {
            repository.write(some);
        }
    }

    /** Cuts the parts that have become too long. */
    private void cut(List<BlockTree> trees) {
        List<BlockTree> of = new ArrayList<>();
        List<Part> parts = new ArrayList<>();
        List<Stretch> stretches = new ArrayList<>();
        for (BlockTree tree : trees) {
            for (Part part : tree.overlong()) {
                of.add(tree);
                parts.add(part);
                stretches.add(new Stretch(tree.rankingId(), part.bound.place(), part.entries));
            }
        }
        Map<Integer, List<Following>> entries = repository.following(stretches);
        for (int n = 0; n < parts.size(); n++) {
            Part part = parts.get(n);
            Runs runs = new Runs(part, sizes.evenRun(part.entries));
            entries.getOrDefault(n, List.of()).forEach(entry -> runs.add(entry.place()));
            of.get(n).cut(part, runs.parts());
        }
    }

    /** The blocks of a ranking without, in one pass over its entries. */
    private BlockTree make(long ranking) {
        var whole = new Part(Bound.START, 0, 0);
        Runs runs = new Runs(whole, sizes.run());
        repository.every(ranking, runs::add);
        return BlockTree.made(ranking, runs.parts(), sizes);
    }
}
