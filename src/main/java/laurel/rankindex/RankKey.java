package laurel.rankindex;

import static java.util.Objects.requireNonNull;

import io.micronaut.core.annotation.Introspected;
import java.util.List;
import java.util.stream.Stream;
import laurel.request.Cursor;
import laurel.request.GlobalIds;
import org.jspecify.annotations.Nullable;

/**
 * The key of an entry in the total order of its ranking, best first.
 *
 * @param idKey         type and external ID of the participant, separated by U+0001; compared by code points, as {@code
 *                      COLLATE "C"} does
 * @param participantId id of the participant, which is not compared, because it follows from the ID key; 0 in a key that
 *                      belongs to no entry
 */
@Introspected
public record RankKey(long sortKey, long subscoreKey, long tieKey, String idKey, long participantId)
        implements Comparable<RankKey> {
    /** Greater than every ID key. */
    private static final String LAST_ID = Character.toString(Character.MAX_CODE_POINT);

    /** Before every entry. */
    public static final RankKey FIRST = new RankKey(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, "", 0);
    /** After every entry. */
    public static final RankKey LAST = new RankKey(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, LAST_ID, 0);

    /** The key of nullable columns. Null if they are null, because the participant has no entry. */
    public static @Nullable RankKey ofColumns(
            @Nullable Long sortKey,
            @Nullable Long subscoreKey,
            @Nullable Long tieKey,
            @Nullable String idKey,
            @Nullable Long participantId) {
        return sortKey == null
                ? null
                : new RankKey(
                        sortKey,
                        requireNonNull(subscoreKey),
                        requireNonNull(tieKey),
                        requireNonNull(idKey),
                        requireNonNull(participantId));
    }

    /** Before every entry with this score. */
    public static RankKey firstOf(long sortKey) {
        return new RankKey(sortKey, Long.MIN_VALUE, Long.MIN_VALUE, "", 0);
    }

    /** After every entry with this score. */
    public static RankKey lastOf(long sortKey) {
        return new RankKey(sortKey, Long.MAX_VALUE, Long.MAX_VALUE, LAST_ID, 0);
    }

    /** Parses a cursor of a list. Throws INVALID_CURSOR, which names the argument. */
    public static RankKey parse(String argument, String cursor, String list, GlobalIds ids) {
        return Cursor.parse(argument, cursor, list, key -> {
            List<Long> numbers = key.subList(0, 3).stream().map(Long::valueOf).toList();
            return new RankKey(numbers.get(0), numbers.get(1), numbers.get(2), idKey(key.get(3), ids), 0);
        });
    }

    private static String idKey(String sealed, GlobalIds ids) {
        return ids.opened(sealed).orElseThrow(() -> new IllegalArgumentException("not an ID key"));
    }

    /**
     * The cursor of the entry. Its ID key is encrypted: a client can neither read the external ID of a participant with a
     * pseudonym, nor compare it with others by cursors of its own.
     */
    public String cursor(String list, GlobalIds ids) {
        List<String> numbers =
                Stream.of(sortKey, subscoreKey, tieKey).map(String::valueOf).toList();
        return new Cursor(
                        list,
                        Stream.concat(numbers.stream(), Stream.of(ids.sealed(idKey)))
                                .toList())
                .text();
    }

    /** Whether both keys have the same score. */
    public boolean ties(RankKey other) {
        return sortKey == other.sortKey && subscoreKey == other.subscoreKey;
    }

    @Override
    public int compareTo(RankKey other) {
        int compared = Long.compare(sortKey, other.sortKey);
        if (compared == 0) {
            compared = Long.compare(subscoreKey, other.subscoreKey);
        }
        if (compared == 0) {
            compared = Long.compare(tieKey, other.tieKey);
        }
        return compared == 0 ? compareCodePoints(idKey, other.idKey) : compared;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RankKey key
                && sortKey == key.sortKey
                && subscoreKey == key.subscoreKey
                && tieKey == key.tieKey
                && idKey.equals(key.idKey);
    }

    @Override
    public int hashCode() {
        int hash = 31 * Long.hashCode(sortKey) + Long.hashCode(subscoreKey);
        return 31 * (31 * hash + Long.hashCode(tieKey)) + idKey.hashCode();
    }

    /** Code points above U+FFFF are surrogates in a string, which are less than other characters that precede them. */
    private static int compareCodePoints(String one, String other) {
        int length = Math.min(one.length(), other.length());
        for (int n = 0; n < length; n++) {
            char a = one.charAt(n);
            char b = other.charAt(n);
            if (a != b) {
                return Character.isSurrogate(a) == Character.isSurrogate(b)
                        ? Character.compare(a, b)
                        : Character.isSurrogate(a) ? 1 : -1;
            }
        }
        return Integer.compare(one.length(), other.length());
    }
}
