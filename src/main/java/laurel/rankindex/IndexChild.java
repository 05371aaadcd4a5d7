package laurel.rankindex;

import org.jspecify.annotations.Nullable;

/** A child of a node: a leaf, or a node of the level below, which is loaded on demand. */
final class IndexChild {
    final Separator separator;
    int entryCount;
    int scoreCount;

    /** Null for a leaf, and for a node that is not loaded. */
    @Nullable
    IndexNode node;

    IndexChild(Separator separator, int entryCount, int scoreCount) {
        this.separator = separator;
        this.entryCount = entryCount;
        this.scoreCount = scoreCount;
    }

    /** A loaded node as a child of the level above. */
    static IndexChild of(IndexNode node) {
        IndexChild child = new IndexChild(node.separator, node.entryCount(), node.scoreCount());
        child.node = node;
        return child;
    }

    /** Adds the counts of the next child. */
    void absorb(IndexChild next) {
        entryCount += next.entryCount;
        scoreCount += next.scoreCount;
    }
}
