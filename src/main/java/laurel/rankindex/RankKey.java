package laurel.rankindex;

import static java.util.Objects.requireNonNull;

import io.micronaut.core.annotation.Introspected;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import laurel.request.Cursor;
import org.jspecify.annotations.Nullable;

/** The key of an entry in the total order of its ranking, best first. */
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

    /** The key of nullable columns. Null if they are null, because the participant has no entry. */
    public static @Nullable RankKey ofColumns(
            @Nullable Long sortKey, @Nullable Long subscoreKey, @Nullable Long tieKey, @Nullable Long participantId) {
        return sortKey == null
                ? null
                : new RankKey(
                        sortKey, requireNonNull(subscoreKey), requireNonNull(tieKey), requireNonNull(participantId));
    }

    /** Before every entry with this score. */
    public static RankKey firstOf(long sortKey) {
        return new RankKey(sortKey, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
    }

    /** After every entry with this score. */
    public static RankKey lastOf(long sortKey) {
        return new RankKey(sortKey, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** Parses a cursor of a list. Throws INVALID_CURSOR, which names the argument. */
    public static RankKey parse(String argument, String cursor, String list) {
        return Cursor.parse(argument, cursor, list, key -> {
            List<Long> children = key.stream().map(Long::valueOf).toList();
            return new RankKey(children.get(0), children.get(1), children.get(2), children.get(3));
        });
    }

    public String cursor(String list) {
        List<String> key = Stream.of(sortKey, subscoreKey, tieKey, participantId)
                .map(String::valueOf)
                .toList();
        return new Cursor(list, key).text();
    }

    /** Whether both keys have the same score. */
    public boolean ties(RankKey other) {
        return sortKey == other.sortKey && subscoreKey == other.subscoreKey;
    }

    @Override
    public int compareTo(RankKey other) {
        return ORDER.compare(this, other);
    }
}
