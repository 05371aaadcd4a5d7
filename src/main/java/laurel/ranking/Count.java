package laurel.ranking;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.score.RankIndex;

/** What can be counted about an entry; each costs, so each is counted only when asked for. */
public enum Count {
    /** Entries with a better score. */
    BETTER(RankIndex.BETTER),
    /** Distinct better scores. */
    BETTER_DISTINCT(RankIndex.BETTER_DISTINCT),
    /** Entries before it in the list. */
    BEFORE(RankIndex.BEFORE),
    /** All entries. */
    TOTAL(RankIndex.TOTAL);

    private final String sql;

    Count(String sql) {
        this.sql = sql;
    }

    /**
     * A select list with a column for every count, null for those not wanted.
     *
     * @param best whether it is about the best entry of all, before which nothing need be counted
     */
    static String columns(Set<Count> wanted, boolean best) {
        return Stream.of(values())
                .map(count -> (wanted.contains(count) ? count.sql(best) : "NULL::bigint") + " AS " + count.column())
                .collect(Collectors.joining(",\n"));
    }

    private String sql(boolean best) {
        return best && this != TOTAL ? "0::bigint" : sql;
    }

    private String column() {
        return name().toLowerCase(Locale.ROOT);
    }
}
