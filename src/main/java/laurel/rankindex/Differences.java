package laurel.rankindex;

import java.util.ArrayList;
import java.util.List;

/** Where the index is not what it should be: how often, and the first few in words. */
final class Differences {
    private final List<String> examples = new ArrayList<>();
    private int count;

    void note(String words) {
        count++;
        if (examples.size() < IndexReport.MOST_EXAMPLES) {
            examples.add(words);
        }
    }

    /** Notes it unless both say the same. */
    void compare(String what, long said, long held) {
        if (said != held) {
            note("%s: the index says %,d, and it is %,d".formatted(what, said, held));
        }
    }

    IndexReport report(long entries, int blocks) {
        return new IndexReport(entries, blocks, count, List.copyOf(examples));
    }

    /** A place for a person to read: the columns of the key that the bound tells. */
    static String place(Bound bound) {
        List<String> columns = new ArrayList<>();
        for (int n = 0; n < bound.bytes().length / Long.BYTES; n++) {
            columns.add(Long.toString(bound.column(n)));
        }
        return columns.isEmpty() ? "the start" : "(" + String.join(", ", columns) + ")";
    }
}
