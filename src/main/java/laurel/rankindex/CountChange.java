package laurel.rankindex;

import java.util.ArrayList;
import java.util.List;

/**
 * What is counted in, or out where it is less than 0, at a place.
 *
 * @param scores distinct scores whose first entry is there
 */
record CountChange(Bound at, int entries, int scores) {

    /** Of the entries themselves. */
    static List<CountChange> of(List<EntryMove> shifts) {
        List<CountChange> counts = new ArrayList<>();
        for (EntryMove shift : shifts) {
            if (shift.before() != null) {
                counts.add(new CountChange(Bound.of(shift.before()), -1, 0));
            }
            if (shift.after() != null) {
                counts.add(new CountChange(Bound.of(shift.after()), 1, 0));
            }
        }
        return counts;
    }
}
