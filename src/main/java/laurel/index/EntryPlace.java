package laurel.index;

import io.micronaut.core.annotation.Introspected;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import laurel.graphql.Cursor;

/** The whole key of an entry: its place in the total order, best first. */
@Introspected
public record EntryPlace(long sortKey, long subscoreKey, long tieKey, long participantId)
        implements Comparable<EntryPlace> {
    /** Before every entry. */
    public static final EntryPlace FIRST =
            new EntryPlace(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
    /** After every entry. */
    public static final EntryPlace LAST =
            new EntryPlace(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    private static final Comparator<EntryPlace> ORDER = Comparator.comparingLong(EntryPlace::sortKey)
            .thenComparingLong(EntryPlace::subscoreKey)
            .thenComparingLong(EntryPlace::tieKey)
            .thenComparingLong(EntryPlace::participantId);

    /** Before every entry of a score. */
    public static EntryPlace firstOf(long sortKey) {
        return new EntryPlace(sortKey, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
    }

    /** After every entry of a score. */
    public static EntryPlace lastOf(long sortKey) {
        return new EntryPlace(sortKey, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** The place that an argument's cursor of this list holds; else throws INVALID_CURSOR. */
    public static EntryPlace parse(String argument, String cursor, String list) {
        return Cursor.parse(argument, cursor, list, key -> {
            List<Long> parts = key.stream().map(Long::valueOf).toList();
            return new EntryPlace(parts.get(0), parts.get(1), parts.get(2), parts.get(3));
        });
    }

    public String cursor(String list) {
        List<String> key = Stream.of(sortKey, subscoreKey, tieKey, participantId)
                .map(String::valueOf)
                .toList();
        return new Cursor(list, key).text();
    }

    /** Whether both have the same score. */
    public boolean ties(EntryPlace other) {
        return sortKey == other.sortKey && subscoreKey == other.subscoreKey;
    }

    @Override
    public int compareTo(EntryPlace other) {
        return ORDER.compare(this, other);
    }
}
