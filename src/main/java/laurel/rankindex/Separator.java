package laurel.rankindex;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The lower bound of a leaf or node: the first columns of a {@link RankKey} as bytes with the same order. Each column is
 * big-endian with its sign bit inverted, except for the last, the ID key, which is UTF-8 and may be cut. Omitted columns
 * count as the smallest value. The SQL functions {@code separator_bytes}, {@code separator_column} and {@code separator_id}
 * write and read the same format.
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by its content.
record Separator(byte[] bytes) implements Comparable<Separator> {
    /** Before every entry. */
    static final Separator START = new Separator(new byte[0]);

    private static final int NUMBERS = 3;
    private static final int NUMBER_BYTES = NUMBERS * Long.BYTES;

    /** All columns of a key. */
    static Separator of(RankKey key) {
        return prefix(key, NUMBERS, key.idKey());
    }

    /** The shortest separator between an entry and the entry before it. */
    static Separator between(RankKey before, RankKey key) {
        if (before.sortKey() != key.sortKey()) {
            return prefix(key, 1, "");
        }
        if (before.subscoreKey() != key.subscoreKey()) {
            return prefix(key, 2, "");
        }
        return prefix(key, NUMBERS, before.tieKey() != key.tieKey() ? "" : cut(before.idKey(), key.idKey()));
    }

    /** The first code points of an ID key, up to the first that differs from the ID key before it. */
    private static String cut(String before, String key) {
        int same = Math.max(0, Arrays.mismatch(before.toCharArray(), key.toCharArray()));
        int from = same > 0 && same < key.length() && Character.isLowSurrogate(key.charAt(same)) ? same - 1 : same;
        return key.substring(0, from + Character.charCount(key.codePointAt(from)));
    }

    private static Separator prefix(RankKey key, int numbers, String idKey) {
        byte[] id = idKey.getBytes(UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(numbers * Long.BYTES + id.length);
        long[] values = {key.sortKey(), key.subscoreKey(), key.tieKey()};
        for (int column = 0; column < numbers; column++) {
            bytes.putLong(values[column] ^ Long.MIN_VALUE);
        }
        return new Separator(bytes.put(id).array());
    }

    /** The n-th column, from 0 to 2. */
    long column(int n) {
        return bytes.length < (n + 1) * Long.BYTES
                ? Long.MIN_VALUE
                : ByteBuffer.wrap(bytes).getLong(n * Long.BYTES) ^ Long.MIN_VALUE;
    }

    private String idKey() {
        return bytes.length <= NUMBER_BYTES ? "" : new String(bytes, NUMBER_BYTES, bytes.length - NUMBER_BYTES, UTF_8);
    }

    /** The smallest key that is not before this separator. */
    RankKey key() {
        return new RankKey(column(0), column(1), column(2), idKey(), 0);
    }

    /** Whether it consists of whole columns. */
    boolean isValid() {
        return bytes.length > NUMBER_BYTES ? equals(of(key())) : bytes.length % Long.BYTES == 0;
    }

    /** The columns that this separator has. Without the text of an ID, because results of jobs remain after an erasure. */
    String describe() {
        StringBuilder columns = new StringBuilder();
        for (int n = 0; n < Math.min(NUMBERS, bytes.length / Long.BYTES); n++) {
            columns.append(n == 0 ? "" : ", ").append(column(n));
        }
        String id = idKey().isEmpty() ? "" : ", an ID";
        return columns.isEmpty() ? "the start" : "(" + columns + id + ")";
    }

    @Override
    public int compareTo(Separator other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
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
