package laurel.rankindex;

import org.jspecify.annotations.Nullable;

/** A part of a block: a run of entries, or a block of the level below, which is there once it is needed. */
final class Part {
    final Bound bound;
    int entries;
    int scores;

    @Nullable
    Block block;

    Part(Bound bound, int entries, int scores) {
        this.bound = bound;
        this.entries = entries;
        this.scores = scores;
    }

    /** The part that a block is, of the level above. */
    static Part of(Block block) {
        Part part = new Part(block.bound, block.entries(), block.scores());
        part.block = block;
        return part;
    }

    /** Takes in the part behind it. */
    void absorb(Part next) {
        entries += next.entries;
        scores += next.scores;
    }
}
