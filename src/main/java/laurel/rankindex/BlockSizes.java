package laurel.rankindex;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;

/**
 * How large blocks are. What grows to more than twice the size that it is made with is split, and what shrinks below a
 * quarter is joined to its neighbour.
 *
 * @param from  a ranking of more entries has blocks, of fewer than a quarter has none any more; 0 to 100,000
 * @param run   entries of a part of level 0; 1 to 1,000
 * @param parts parts of a block; 2 to 1,000
 */
@Singleton
record BlockSizes(
        @Value("${laurel.index.from:512}") int from,
        @Value("${laurel.index.run:16}") int run,
        @Value("${laurel.index.parts:64}") int parts) {

    /** What a submission may wait for: a pass over so many entries. Larger rankings without blocks wait for a repair. */
    static final int MOST_IN_PASSING = 100_000;

    private static final int MOST = 1_000;

    BlockSizes {
        check("from", from, 0, MOST_IN_PASSING);
        check("run", run, 1, MOST);
        check("parts", parts, 2, MOST);
    }

    private static void check(String setting, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "laurel.index.%s is %d; it must be %d to %d".formatted(setting, value, least, most));
        }
    }

    boolean wanted(long entries) {
        return entries > from;
    }

    boolean wantedInPassing(long entries) {
        return wanted(entries) && entries <= MOST_IN_PASSING;
    }

    boolean needless(int entries) {
        return entries < from / 4;
    }

    /** Entries of each run that so many are cut into, all of about the same length. */
    int evenRun(int entries) {
        return Math.ceilDiv(entries, Math.ceilDiv(entries, run));
    }

    static boolean over(int size, int made) {
        return size > 2 * made;
    }

    static boolean under(int size, int made) {
        return size <= made / 4;
    }
}
