package laurel.rankindex;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A place in the order of a ranking, as bytes that sort alike: each column of an entry's key big-endian, its sign bit
 * turned. What is left out at the end is the least there is. SQL's {@code bound_column} reads it.
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by what is in it.
record Bound(byte[] bytes) implements Comparable<Bound> {
    /** Before every entry. */
    static final Bound START = new Bound(new byte[0]);

    /** The place of an entry. */
    static Bound of(RankKey place) {
        return first(place, 4);
    }

    /**
     * What tells an entry from the one before it.
     *
     * @param shared how many columns of their keys are the same, from 0 to 3
     */
    static Bound between(RankKey place, int shared) {
        return first(place, shared + 1);
    }

    private static Bound first(RankKey place, int columns) {
        ByteBuffer bytes = ByteBuffer.allocate(columns * Long.BYTES);
        long[] key = {place.sortKey(), place.subscoreKey(), place.tieKey(), place.participantId()};
        for (int column = 0; column < columns; column++) {
            bytes.putLong(key[column] ^ Long.MIN_VALUE);
        }
        return new Bound(bytes.array());
    }

    /** The n-th column, from 0. */
    long column(int n) {
        return bytes.length < (n + 1) * Long.BYTES
                ? Long.MIN_VALUE
                : ByteBuffer.wrap(bytes).getLong(n * Long.BYTES) ^ Long.MIN_VALUE;
    }

    /** The least place that is not before it. */
    RankKey place() {
        return new RankKey(column(0), column(1), column(2), column(3));
    }

    @Override
    public int compareTo(Bound other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bound bound && Arrays.equals(bytes, bound.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
