package laurel.ranking;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.rankindex.RankIndexSql;

/** Numbers that describe the rank of an entry. Each has a cost, so only requested ones are computed. */
public enum RankMetric {
    /** Number of entries with a better score. */
    BETTER_ENTRIES("<better entries>"),
    /** Number of distinct better scores. */
    BETTER_SCORES("<better scores>"),
    /** Number of entries before it. */
    PRECEDING_ENTRIES("<preceding entries>"),
    /** Number of all entries. */
    ENTRY_COUNT("<entry count>"),
    /** Sort key of the next better score. */
    NEXT_BETTER_SCORE(RankIndexSql.NEXT_BETTER_SCORE);

    private final String counted;
    private final String stored;

    RankMetric(String sql) {
        this.counted = RankSource.COUNTED.in(sql);
        this.stored = RankSource.STORED.in(sql);
    }

    /** Select list for the entry {@code k}: a column per metric, null unless requested. */
    static String columns(Set<RankMetric> requested, RankSource source) {
        return Stream.of(values())
                .map(metric ->
                        (requested.contains(metric) ? metric.sql(source) : "NULL::bigint") + " AS " + metric.column())
                .collect(Collectors.joining(",\n"));
    }

    private String sql(RankSource source) {
        return source == RankSource.STORED ? stored : counted;
    }

    private String column() {
        return name().toLowerCase(Locale.ROOT);
    }
}
