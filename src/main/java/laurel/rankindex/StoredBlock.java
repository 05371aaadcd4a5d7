package laurel.rankindex;

import io.micronaut.core.annotation.Introspected;
import java.util.Arrays;
import java.util.List;

/** A block as it is stored, right or wrong. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
@Introspected
record StoredBlock(int level, byte[] bound, List<byte[]> bounds, int[] entries, int[] scores) {

    Bound start() {
        return new Bound(bound);
    }

    /** Whether it has as many counts as it has parts, and one more, none less than the one before. */
    boolean wellFormed() {
        return !bounds.isEmpty() && counts(entries) && counts(scores);
    }

    private boolean counts(int[] counts) {
        int[] ascending = counts.clone();
        Arrays.sort(ascending);
        return counts.length == bounds.size() + 1 && counts[0] == 0 && Arrays.equals(counts, ascending);
    }

    /** Whether each of its bounds is some columns of a key. */
    boolean bounded() {
        return bounds.stream().allMatch(one -> one.length % Long.BYTES == 0 && one.length <= 4 * Long.BYTES);
    }

    int allEntries() {
        return entries[entries.length - 1];
    }

    int allScores() {
        return scores[scores.length - 1];
    }

    List<Part> parts() {
        return Block.of(level, bounds, entries, scores).parts;
    }
}
