package laurel.score;

/**
 * How a rank is computed: the one place that knows. Nothing else counts entries, or passes over them.
 *
 * <p>All but {@link #AT_POSITION} are scalar SQL expressions over a key, whether an entry has it or not, that the
 * statement calls {@code k} (columns ranking_id, sort_key, subscore_key, tie_key, participant_id) and the table {@code
 * <entry>} of its ranking. Counted from 0: how many stand before it.
 */
public final class RankIndex {
    /** Entries with a better score: RANK() - 1. */
    public static final String BETTER = """
            (SELECT count(*) FROM <entry> AS b
             WHERE b.ranking_id = k.ranking_id AND (b.sort_key, b.subscore_key) < (k.sort_key, k.subscore_key))""";

    /** Distinct better scores: DENSE_RANK() - 1. */
    public static final String BETTER_DISTINCT = """
            (SELECT count(*) FROM (
                 SELECT DISTINCT b.sort_key, b.subscore_key FROM <entry> AS b
                 WHERE b.ranking_id = k.ranking_id
                   AND (b.sort_key, b.subscore_key) < (k.sort_key, k.subscore_key)) AS d)""";

    /** Entries before it in the total order: ROW_NUMBER() - 1. */
    public static final String BEFORE = """
            (SELECT count(*) FROM <entry> AS b
             WHERE b.ranking_id = k.ranking_id
               AND (b.sort_key, b.subscore_key, b.tie_key, b.participant_id)
                 < (k.sort_key, k.subscore_key, k.tie_key, k.participant_id))""";

    /** Entries of the ranking. */
    public static final String TOTAL = "(SELECT count(*) FROM <entry> AS b WHERE b.ranking_id = k.ranking_id)";

    /** Sort key of the next better score; null for the best. */
    public static final String AHEAD = """
            (SELECT b.sort_key FROM <entry> AS b
             WHERE b.ranking_id = k.ranking_id AND (b.sort_key, b.subscore_key) < (k.sort_key, k.subscore_key)
             ORDER BY b.sort_key DESC, b.subscore_key DESC
             LIMIT 1)""";

    /**
     * An item of a FROM clause, lateral: the key of the entry at a position from 1, {@code p} (columns ranking_id,
     * position), or no row where there is no such entry, or the position is null.
     */
    public static final String AT_POSITION = """
            (SELECT b.sort_key, b.subscore_key, b.tie_key, b.participant_id FROM <entry> AS b
             WHERE b.ranking_id = p.ranking_id AND p.position >= 1
             ORDER BY b.sort_key, b.subscore_key, b.tie_key, b.participant_id
             LIMIT 1 OFFSET greatest(p.position - 1, 0))""";

    private RankIndex() {}
}
