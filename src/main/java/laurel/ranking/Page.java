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

    /** Whether its best entry is the best of all, for which nothing need be counted. */
    boolean fromBest() {
        return downwards() && from == null;
    }

    /** This and one entry more, which tells whether there is more. */
    Page oneMore() {
        return new Page(end, size + 1, from, backwards);
    }

    /**
     * This page of a list.
     *
     * @param bestFirst what {@link #oneMore} gave
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
