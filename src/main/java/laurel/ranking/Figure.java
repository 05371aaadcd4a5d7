package laurel.ranking;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.index.RankIndex;

/** What can be found out about the place of an entry; each costs, so each is only where it is asked for. */
public enum Figure {
    /** Entries with a better score. */
    BETTER(RankIndex.BETTER),
    /** Distinct better scores. */
    BETTER_DISTINCT(RankIndex.BETTER_DISTINCT),
    /** Entries before it in the list. */
    BEFORE(RankIndex.BEFORE),
    /** All entries. */
    TOTAL(RankIndex.TOTAL),
    /** Sort key of the next better score. */
    AHEAD(RankIndex.AHEAD);

    private final String sql;

    Figure(String sql) {
        this.sql = sql;
    }

    /** A select list about the entry {@code k} with a column for every figure, null for those not wanted. */
    static String columns(Set<Figure> wanted) {
        return Stream.of(values())
                .map(figure -> (wanted.contains(figure) ? figure.sql : "NULL::bigint") + " AS " + figure.column())
                .collect(Collectors.joining(",\n"));
    }

    private String column() {
        return name().toLowerCase(Locale.ROOT);
    }
}
