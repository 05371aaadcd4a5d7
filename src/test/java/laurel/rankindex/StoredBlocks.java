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
import org.jspecify.annotations.Nullable;

/** The blocks of one ranking in a map, and its entries in a set: what {@link Blocks} does, without a database. */
final class StoredBlocks {
    private static final long RANKING = 1;

    final NavigableSet<RankKey> entries = new TreeSet<>();
    final Map<BlockKey, StoredBlock> blocks = new HashMap<>();
    final BlockSizes sizes;
    /** Of each score the first entry. */
    private Set<RankKey> firsts = Set.of();

    StoredBlocks(BlockSizes sizes) {
        this.sizes = sizes;
    }

    /** Counts these in and those out, each once. */
    void shift(Collection<RankKey> in, Collection<RankKey> out) {
        Set<RankKey> before = firsts;
        // Not removeAll, which looks into the collection for each entry.
        out.forEach(entries::remove);
        entries.addAll(in);
        firsts = firsts(entries);
        Set<RankKey> after = firsts;
        List<CountChange> counts = new ArrayList<>();
        in.forEach(place -> counts.add(new CountChange(Bound.of(place), 1, 0)));
        out.forEach(place -> counts.add(new CountChange(Bound.of(place), -1, 0)));
        before.stream().filter(place -> !after.contains(place)).forEach(place -> counts.add(score(place, -1)));
        after.stream().filter(place -> !before.contains(place)).forEach(place -> counts.add(score(place, 1)));
        Block root = root();
        if (root == null && !sizes.wanted(entries.size())) {
            return;
        }
        BlockTree tree = root == null ? made() : new BlockTree(RANKING, root, sizes);
        if (root != null) {
            count(tree, counts);
        }
        tree.overlong().forEach(part -> tree.cut(part, runs(part)));
        tree.balance(this::load);
        store(tree);
    }

    private static CountChange score(RankKey place, int scores) {
        return new CountChange(Bound.of(place), 0, scores);
    }

    private static Set<RankKey> firsts(NavigableSet<RankKey> entries) {
        Set<RankKey> firsts = new HashSet<>();
        RankKey last = null;
        for (RankKey place : entries) {
            if (last == null || !last.ties(place)) {
                firsts.add(place);
            }
            last = place;
        }
        return firsts;
    }

    int scores(Collection<RankKey> of) {
        return (int) of.stream().filter(firsts::contains).count();
    }

    private @Nullable Block root() {
        int top = blocks.keySet().stream().mapToInt(BlockKey::level).max().orElse(-1);
        return top < 0 ? null : load(new BlockKey(RANKING, top, Bound.START));
    }

    private Block load(BlockKey key) {
        StoredBlock block = requireNonNull(blocks.get(key), () -> "there is none of " + key);
        return Block.of(key.level(), block.bounds(), block.entries(), block.scores());
    }

    private void count(BlockTree tree, List<CountChange> counts) {
        for (int level = RankIndex.TOP - 1; level >= 0; level--) {
            tree.missing(level, counts.stream().map(CountChange::at).toList()).forEach(key -> tree.open(load(key)));
        }
        counts.forEach(count -> tree.add(count.at(), count.entries(), count.scores()));
    }

    private BlockTree made() {
        Runs runs = new Runs(new Part(Bound.START, 0, 0), sizes.run());
        entries.forEach(runs::add);
        return BlockTree.made(RANKING, runs.parts(), sizes);
    }

    private List<Part> runs(Part part) {
        Runs runs = new Runs(part, sizes.evenRun(part.entries));
        entries.tailSet(part.bound.place(), true).stream().limit(part.entries).forEach(runs::add);
        return runs.parts();
    }

    /** As the repository does: bounds that have not changed are not written. */
    private void store(BlockTree tree) {
        if (sizes.needless(tree.root().entries())) {
            blocks.clear();
            return;
        }
        tree.gone().forEach(blocks::remove);
        for (Block block : tree.changed()) {
            BlockKey key = tree.key(block.level, block.bound);
            List<byte[]> bounds = block.change == Block.Change.ALL
                    ? block.parts.stream().map(part -> part.bound.bytes()).toList()
                    : requireNonNull(blocks.get(key), () -> key + " was never stored")
                            .bounds();
            blocks.put(
                    key,
                    new StoredBlock(
                            block.level,
                            block.bound.bytes(),
                            bounds,
                            block.before(part -> part.entries),
                            block.before(part -> part.scores)));
        }
    }
}
