package laurel.rankindex;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Divides the entries of a leaf, or of a whole ranking, into leaves. Entries are added in order. */
final class LeafBuilder {
    private final IndexChild source;
    private final int leafSize;
    private final List<IndexChild> leaves = new ArrayList<>();
    private int entryCount;
    private int scoreCount;

    @Nullable
    private RankKey last;

    LeafBuilder(IndexChild source, int leafSize) {
        this.source = source;
        this.leafSize = leafSize;
    }

    void add(RankKey key) {
        if (entryCount % leafSize == 0) {
            leaves.add(new IndexChild(
                    leaves.isEmpty() ? source.separator : Separator.between(requireNonNull(last), key), 0, 0));
        }
        int newScores = last != null && last.ties(key) ? 0 : 1;
        leaves.getLast().entryCount++;
        leaves.getLast().scoreCount += newScores;
        entryCount++;
        scoreCount += newScores;
        last = key;
    }

    /**
     * The leaves. The first starts where the source started. Its score may have its first entry before that, so its count
     * is the rest of the source's.
     */
    List<IndexChild> leaves() {
        if (leaves.isEmpty()) {
            return List.of(new IndexChild(source.separator, 0, 0));
        }
        if (!source.separator.equals(Separator.START)) {
            leaves.getFirst().scoreCount += source.scoreCount - scoreCount;
        }
        return leaves;
    }
}
