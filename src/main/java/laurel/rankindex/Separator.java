package laurel.rankindex;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The lower bound of a leaf or node: the first columns of a {@link RankKey} as bytes with the same order. Each column is
 * big-endian with its sign bit inverted. Omitted columns count as the smallest value. The SQL functions {@code
 * separator_bytes} and {@code separator_column} write and read the same format.
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by its content.
record Separator(byte[] bytes) implements Comparable<Separator> {
    /** Before every entry. */
    static final Separator START = new Separator(new byte[0]);

    /** All columns of a key. */
    static Separator of(RankKey key) {
        return prefix(key, 4);
    }

    /**
     * The shortest separator between an entry and the entry before it.
     *
     * @param sharedColumns how many columns of their keys are equal, 0 to 3
     */
    static Separator between(RankKey key, int sharedColumns) {
        return prefix(key, sharedColumns + 1);
    }

    private static Separator prefix(RankKey key, int columns) {
        ByteBuffer bytes = ByteBuffer.allocate(columns * Long.BYTES);
        long[] values = {key.sortKey(), key.subscoreKey(), key.tieKey(), key.participantId()};
        for (int column = 0; column < columns; column++) {
            bytes.putLong(values[column] ^ Long.MIN_VALUE);
        }
        return new Separator(bytes.array());
    }

    /** The n-th column, from 0. */
    long column(int n) {
        return bytes.length < (n + 1) * Long.BYTES
                ? Long.MIN_VALUE
                : ByteBuffer.wrap(bytes).getLong(n * Long.BYTES) ^ Long.MIN_VALUE;
    }

    /** The smallest key that is not before this separator. */
    RankKey key() {
        return new RankKey(column(0), column(1), column(2), column(3));
    }

    /** For messages: the columns that this separator has. */
    String describe() {
        StringBuilder columns = new StringBuilder();
        for (int n = 0; n < bytes.length / Long.BYTES; n++) {
            columns.append(n == 0 ? "" : ", ").append(column(n));
        }
        return columns.isEmpty() ? "the start" : "(" + columns + ")";
    }

    @Override
    public int compareTo(Separator other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Separator separator && Arrays.equals(bytes, separator.bytes);
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
