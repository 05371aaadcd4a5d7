package laurel.rankindex;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The blocks of one ranking while they are changed: those on the ways to what changes. First the ways are opened, then
 * counts are added, then parts that grew are cut, and last blocks are split and joined.
 */
final class BlockTree {
    private final long rankingId;
    private final BlockSizes sizes;
    private final Set<BlockKey> gone = new HashSet<>();
    private Block root;

    BlockTree(long rankingId, Block root, BlockSizes sizes) {
        this.rankingId = rankingId;
        this.root = root;
        this.sizes = sizes;
    }

    /** That of a ranking without blocks, of which all runs are given. */
    static BlockTree made(long rankingId, List<Part> runs, BlockSizes sizes) {
        return new BlockTree(rankingId, new Block(0, runs, Block.Change.ALL), sizes);
    }

    long rankingId() {
        return rankingId;
    }

    Block root() {
        return root;
    }

    /** The blocks of a level that the ways to these places lead through and that are not there; those above it are. */
    Set<BlockKey> missing(int level, Iterable<Bound> places) {
        Set<BlockKey> missing = new HashSet<>();
        if (level < root.level) {
            for (Bound place : places) {
                Part part = part(level + 1, place);
                if (part.block == null) {
                    missing.add(key(level, part.bound));
                }
            }
        }
        return missing;
    }

    /** Opens ways. */
    void open(Block block) {
        part(block.level + 1, block.bound).block = block;
    }

    /** Counts entries, and scores whose first entry is here, in or, less than 0, out. */
    void add(Bound place, int entries, int scores) {
        Block block = root;
        while (true) {
            Part part = block.part(place);
            part.entries += entries;
            part.scores += scores;
            block.changed(Block.Change.COUNTS);
            if (block.level == 0) {
                return;
            }
            block = requireNonNull(part.block);
        }
    }

    /** The runs that have become too long. */
    List<Part> overlong() {
        return blocks(root)
                .filter(block -> block.level == 0 && block.change != Block.Change.NONE)
                .flatMap(block -> block.parts.stream())
                .filter(part -> BlockSizes.over(part.entries, sizes.run()))
                .toList();
    }

    /** Puts runs into the place of a long one. */
    void cut(Part part, List<Part> runs) {
        Block block = root;
        while (block.level > 0) {
            block = requireNonNull(block.part(part.bound).block);
        }
        block.replace(part, runs);
    }

    /**
     * Splits and joins what has become too large or too small.
     *
     * @param load gives a block that is needed and not there yet
     */
    void balance(Function<BlockKey, Block> load) {
        balance(root, load);
        while (BlockSizes.over(root.parts.size(), sizes.parts()) && root.level < RankIndex.TOP) {
            List<Part> pieces = root.split(sizes.parts()).stream().map(Part::of).toList();
            root = new Block(root.level + 1, pieces, Block.Change.ALL);
        }
        while (root.level > 0 && root.parts.size() == 1) {
            gone.add(key(root.level, root.bound));
            root = loaded(root.parts.getFirst(), root.level - 1, load);
        }
    }

    private void balance(Block block, Function<BlockKey, Block> load) {
        if (block.level == 0) {
            joinRuns(block);
            return;
        }
        for (Part part : List.copyOf(block.parts)) {
            if (part.block != null && part.block.change != Block.Change.NONE) {
                balance(part.block, load);
            }
        }
        for (Part part : List.copyOf(block.parts)) {
            Block child = part.block;
            if (child != null && BlockSizes.over(child.parts.size(), sizes.parts())) {
                block.replace(
                        part, child.split(sizes.parts()).stream().map(Part::of).toList());
            } else if (child != null && BlockSizes.under(child.parts.size(), sizes.parts())) {
                join(block, part, load);
            }
        }
    }

    private void joinRuns(Block block) {
        List<Part> joined = new ArrayList<>();
        for (Part part : block.parts) {
            Part last = joined.isEmpty() ? null : joined.getLast();
            if (last != null && joins(last.entries, part.entries)) {
                last.absorb(part);
            } else {
                joined.add(part);
            }
        }
        if (joined.size() < block.parts.size()) {
            block.parts.clear();
            block.parts.addAll(joined);
            block.changed(Block.Change.ALL);
        }
    }

    private boolean joins(int one, int other) {
        return one + other <= sizes.run()
                && (BlockSizes.under(one, sizes.run()) || BlockSizes.under(other, sizes.run()));
    }

    /** Joins a small block to a neighbour, unless that is so large that it would have to be split at once. */
    private void join(Block parent, Part part, Function<BlockKey, Block> load) {
        int n = parent.parts.indexOf(part);
        if (parent.parts.size() == 1 || n < 0) {
            return;
        }
        Part left = parent.parts.get(Math.max(n - 1, 0));
        Part right = parent.parts.get(Math.max(n, 1));
        Block into = loaded(left, parent.level - 1, load);
        Block from = loaded(right, parent.level - 1, load);
        if (BlockSizes.over(into.parts.size() + from.parts.size(), sizes.parts())) {
            return;
        }
        into.absorb(from);
        left.absorb(right);
        parent.parts.remove(right);
        parent.changed(Block.Change.ALL);
        gone.add(key(from.level, from.bound));
    }

    private Block loaded(Part part, int level, Function<BlockKey, Block> load) {
        if (part.block == null) {
            part.block = load.apply(key(level, part.bound));
        }
        return part.block;
    }

    /** What is to be written. */
    List<Block> changed() {
        return blocks(root).filter(block -> block.change != Block.Change.NONE).toList();
    }

    /** What is to be deleted. */
    Set<BlockKey> gone() {
        return gone;
    }

    BlockKey key(int level, Bound bound) {
        return new BlockKey(rankingId, level, bound);
    }

    /** The part of a block of this level that a place belongs to. */
    private Part part(int level, Bound place) {
        Block block = root;
        while (block.level > level) {
            block = requireNonNull(block.part(place).block);
        }
        return block.part(place);
    }

    /** A block and those below it, as far as they are there. */
    private static Stream<Block> blocks(Block block) {
        return Stream.concat(
                Stream.of(block),
                block.parts.stream()
                        .map(part -> part.block)
                        .filter(child -> child != null)
                        .flatMap(BlockTree::blocks));
    }
}
