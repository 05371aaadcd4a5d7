package laurel.ranking;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import laurel.graphql.Cursor;

/** The whole key of an entry: its place in the total order, best first. */
public record EntryPlace(long sortKey, long subscoreKey, long tieKey, long participantId)
        implements Comparable<EntryPlace> {
    /** Before every entry. */
    static final EntryPlace FIRST = new EntryPlace(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
    /** After every entry. */
    static final EntryPlace LAST = new EntryPlace(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    private static final Comparator<EntryPlace> ORDER = Comparator.comparingLong(EntryPlace::sortKey)
            .thenComparingLong(EntryPlace::subscoreKey)
            .thenComparingLong(EntryPlace::tieKey)
            .thenComparingLong(EntryPlace::participantId);

    /** The place that a cursor of this ranking holds; else throws BAD_USER_INPUT. */
    static EntryPlace parse(String cursor, Ranking ranking) {
        return Cursor.parse(cursor, list(ranking), key -> {
            List<Long> parts = key.stream().map(Long::valueOf).toList();
            return new EntryPlace(parts.get(0), parts.get(1), parts.get(2), parts.get(3));
        });
    }

    String cursor(Ranking ranking) {
        List<String> key = Stream.of(sortKey, subscoreKey, tieKey, participantId)
                .map(String::valueOf)
                .toList();
        return new Cursor(list(ranking), key).text();
    }

    /** Whether both have the same score. */
    boolean ties(EntryPlace other) {
        return sortKey == other.sortKey && subscoreKey == other.subscoreKey;
    }

    @Override
    public int compareTo(EntryPlace other) {
        return ORDER.compare(this, other);
    }

    private static String list(Ranking ranking) {
        return "ranking:" + ranking.id();
    }
}
