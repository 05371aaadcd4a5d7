package laurel.rankindex;

import io.micronaut.core.annotation.Introspected;
import java.util.Arrays;
import java.util.List;

/** A stored node, valid or not. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
@Introspected
record StoredNode(int level, byte[] separator, List<byte[]> separators, int[] entriesBefore, int[] scoresBefore) {

    Separator start() {
        return new Separator(separator);
    }

    /** Whether both lists of counts start at 0, ascend, and have one element more than there are children. */
    boolean hasValidCounts() {
        return !separators.isEmpty() && isValid(entriesBefore) && isValid(scoresBefore);
    }

    private boolean isValid(int[] before) {
        int[] ascending = before.clone();
        Arrays.sort(ascending);
        return before.length == separators.size() + 1 && before[0] == 0 && Arrays.equals(before, ascending);
    }

    /** Whether each separator consists of whole columns of a key. */
    boolean hasValidSeparators() {
        return separators.stream().map(Separator::new).allMatch(Separator::isValid);
    }

    int entryCount() {
        return entriesBefore[entriesBefore.length - 1];
    }

    int scoreCount() {
        return scoresBefore[scoresBefore.length - 1];
    }

    List<IndexChild> children() {
        return IndexNode.of(level, separators, entriesBefore, scoresBefore).children;
    }
}
