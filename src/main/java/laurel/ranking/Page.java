package laurel.ranking;

import java.util.List;
import java.util.function.Function;
import laurel.graphql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Which page of a ranking.
 *
 * @param end   the end that the list starts from
 * @param size  how many
 * @param from  the place before its first, or after its last where {@code backwards}; null is the list's own end
 * @param backwards whether it ends there instead of starting there
 */
public record Page(End end, int size, @Nullable EntryPlace from, boolean backwards) {
    /** An end of a ranking. */
    public enum End {
        BEST,
        WORST
    }

    /** Whether entries are met from better to worse on the way from {@link #from}. */
    boolean downwards() {
        return (end == End.BEST) != backwards;
    }

    /** Its entries stand behind this place. */
    EntryPlace after() {
        return from != null && downwards() ? from : EntryPlace.FIRST;
    }

    /** Its entries stand before this place. */
    EntryPlace before() {
        return from != null && !downwards() ? from : EntryPlace.LAST;
    }

    /**
     * This page of a list.
     *
     * @param bestFirst its standings and one more, where there is more
     */
    Connection<Standing> connection(List<Standing> bestFirst, Function<Standing, String> cursor) {
        boolean more = bestFirst.size() > size;
        List<Standing> met = downwards() ? bestFirst : bestFirst.reversed();
        List<Standing> page = more ? met.subList(0, size) : met;
        return Connection.of(
                backwards ? page.reversed() : page,
                backwards ? more : from != null,
                backwards ? from != null : more,
                cursor);
    }
}
