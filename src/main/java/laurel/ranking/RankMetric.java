package laurel.ranking;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.rankindex.RankIndexSql;

/** What can be found out about the place of an entry; each costs, so each is only where it is asked for. */
public enum RankMetric {
    /** Entries with a better score. */
    BETTER_ENTRIES("<better entries>"),
    /** Distinct better scores. */
    BETTER_SCORES("<better scores>"),
    /** Entries before it in the list. */
    PRECEDING_ENTRIES("<preceding entries>"),
    /** All entries. */
    ENTRY_COUNT("<entry count>"),
    /** Sort key of the next better score. */
    NEXT_BETTER_SCORE(RankIndexSql.NEXT_BETTER_SCORE);

    private final String counted;
    private final String stored;

    RankMetric(String sql) {
        this.counted = RankSource.COUNTED.in(sql);
        this.stored = RankSource.STORED.in(sql);
    }

    /** A select list about the entry {@code k} with a column for every figure, null for those not wanted. */
    static String columns(Set<RankMetric> wanted, RankSource source) {
        return Stream.of(values())
                .map(figure ->
                        (wanted.contains(figure) ? figure.sql(source) : "NULL::bigint") + " AS " + figure.column())
                .collect(Collectors.joining(",\n"));
    }

    private String sql(RankSource source) {
        return source == RankSource.STORED ? stored : counted;
    }

    private String column() {
        return name().toLowerCase(Locale.ROOT);
    }
}
