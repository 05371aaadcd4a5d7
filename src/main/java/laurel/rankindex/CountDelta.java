package laurel.rankindex;

import java.util.ArrayList;
import java.util.List;

/**
 * A change of counts at a key. Negative numbers decrease them.
 *
 * @param scoreCount distinct scores that have their first entry at this key
 */
record CountDelta(Separator key, int entryCount, int scoreCount) {

    /** The changes of entry counts. */
    static List<CountDelta> of(List<EntryMove> moves) {
        List<CountDelta> deltas = new ArrayList<>();
        for (EntryMove move : moves) {
            if (move.before() != null) {
                deltas.add(new CountDelta(Separator.of(move.before()), -1, 0));
            }
            if (move.after() != null) {
                deltas.add(new CountDelta(Separator.of(move.after()), 1, 0));
            }
        }
        return deltas;
    }
}
