package laurel.ranking;

import java.util.List;
import laurel.rankindex.RankKey;
import laurel.request.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Which page of a ranking.
 *
 * @param order        the end that the list starts from
 * @param filter       who is in the list
 * @param size         how many
 * @param from         the place before its first, or after its last where {@code backwards}; null is the list's own end
 * @param backwards    whether it ends there instead of starting there
 * @param fromPosition the position of its first, or of the next that is in the list; null is any, as it is with {@code
 *                     from}
 */
public record Page(
        RankingOrder order,
        StandingFilter filter,
        int size,
        @Nullable RankKey from,
        boolean backwards,
        @Nullable Integer fromPosition) {
    /** The name that its list has in cursors. */
    public static String list(Ranking ranking, StandingFilter filter) {
        return "ranking:" + ranking.id() + filter.name();
    }

    /** Whether entries are met from better to worse on the way from {@link #from}. */
    boolean downwards() {
        return (order == RankingOrder.BEST_FIRST) != backwards;
    }

    /** What of the list it may show. */
    KeyRange stretch(Ranking ranking) {
        KeyRange list = filter.stretch(ranking);
        if (from == null) {
            return list;
        }
        return downwards() ? list.behind(from) : list.aheadOf(from);
    }

    /**
     * This page of a list.
     *
     * @param found its standings, and one more where there is more; marked is the one that stands in the list before it,
     *              where {@link #fromPosition} starts it behind one
     */
    public Connection<Standing> connection(Ranking ranking, RankingAnswer found) {
        List<Standing> bestFirst = found.standings().stream()
                .filter(s -> !s.equals(found.marked()))
                .toList();
        boolean more = bestFirst.size() > size;
        List<Standing> met = downwards() ? bestFirst : bestFirst.reversed();
        List<Standing> page = more ? met.subList(0, size) : met;
        boolean before = from != null || found.marked() != null;
        return connection(
                ranking,
                filter,
                backwards ? page.reversed() : page,
                backwards ? more : before,
                backwards ? before : more);
    }

    /** Consecutive standings of a list, as its page. */
    public static Connection<Standing> connection(
            Ranking ranking, StandingFilter filter, List<Standing> standings, boolean before, boolean after) {
        String list = list(ranking, filter);
        return Connection.of(
                standings, before, after, standing -> standing.place().cursor(list));
    }
}
