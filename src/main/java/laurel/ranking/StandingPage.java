package laurel.ranking;

import java.util.List;
import laurel.rankindex.RankKey;
import laurel.request.Connection;
import laurel.request.GlobalIds;
import org.jspecify.annotations.Nullable;

/**
 * A page of a ranking.
 *
 * @param order        which end the list starts from
 * @param size         maximum number of standings
 * @param from         key before its first standing, or after its last if {@code backwards}; null for the end of the list
 * @param backwards    whether the page ends at {@code from} instead of starting there
 * @param fromPosition position of its first standing, or of the next one that matches the filter; null for any
 */
public record StandingPage(
        RankingOrder order,
        StandingFilter filter,
        int size,
        @Nullable RankKey from,
        boolean backwards,
        @Nullable Integer fromPosition) {
    /** Identifies the list in cursors. */
    public static String list(Ranking ranking, StandingFilter filter) {
        return "ranking:" + ranking.id() + filter.name();
    }

    /** Whether entries are read from better to worse. */
    boolean downwards() {
        return (order == RankingOrder.BEST_FIRST) != backwards;
    }

    /** The range that the page lies in. */
    KeyRange keyRange(Ranking ranking) {
        KeyRange list = filter.keyRange(ranking);
        if (from == null) {
            return list;
        }
        return downwards() ? list.after(from) : list.before(from);
    }

    /**
     * The connection of the standings to return.
     *
     * @param found result of the query for this page
     * @param ids   encrypts cursors
     */
    public Connection<Standing> connection(Ranking ranking, StandingResult found, GlobalIds ids) {
        List<Standing> bestFirst = found.standings().stream()
                .filter(s -> !s.equals(found.marked()))
                .toList();
        boolean more = bestFirst.size() > size;
        List<Standing> inReadingOrder = downwards() ? bestFirst : bestFirst.reversed();
        List<Standing> page = more ? inReadingOrder.subList(0, size) : inReadingOrder;
        boolean before = from != null || found.marked() != null;
        return connection(
                ranking,
                filter,
                backwards ? page.reversed() : page,
                backwards ? more : before,
                backwards ? before : more,
                ids);
    }

    /** Consecutive standings as a page. */
    public static Connection<Standing> connection(
            Ranking ranking,
            StandingFilter filter,
            List<Standing> standings,
            boolean before,
            boolean after,
            GlobalIds ids) {
        String list = list(ranking, filter);
        return Connection.of(
                standings, before, after, standing -> standing.key().cursor(list, ids));
    }
}
