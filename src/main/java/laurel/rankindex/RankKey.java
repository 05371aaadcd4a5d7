package laurel.rankindex;

import io.micronaut.core.annotation.Introspected;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import laurel.request.Cursor;

/** The whole key of an entry: its place in the total order, best first. */
@Introspected
public record RankKey(long sortKey, long subscoreKey, long tieKey, long participantId) implements Comparable<RankKey> {
    /** Before every entry. */
    public static final RankKey FIRST = new RankKey(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
    /** After every entry. */
    public static final RankKey LAST = new RankKey(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    private static final Comparator<RankKey> ORDER = Comparator.comparingLong(RankKey::sortKey)
            .thenComparingLong(RankKey::subscoreKey)
            .thenComparingLong(RankKey::tieKey)
            .thenComparingLong(RankKey::participantId);

    /** Before every entry of a score. */
    public static RankKey firstOf(long sortKey) {
        return new RankKey(sortKey, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
    }

    /** After every entry of a score. */
    public static RankKey lastOf(long sortKey) {
        return new RankKey(sortKey, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** The place that an argument's cursor of this list holds; else throws INVALID_CURSOR. */
    public static RankKey parse(String argument, String cursor, String list) {
        return Cursor.parse(argument, cursor, list, key -> {
            List<Long> parts = key.stream().map(Long::valueOf).toList();
            return new RankKey(parts.get(0), parts.get(1), parts.get(2), parts.get(3));
        });
    }

    public String cursor(String list) {
        List<String> key = Stream.of(sortKey, subscoreKey, tieKey, participantId)
                .map(String::valueOf)
                .toList();
        return new Cursor(list, key).text();
    }

    /** Whether both have the same score. */
    public boolean ties(RankKey other) {
        return sortKey == other.sortKey && subscoreKey == other.subscoreKey;
    }

    @Override
    public int compareTo(RankKey other) {
        return ORDER.compare(this, other);
    }
}
