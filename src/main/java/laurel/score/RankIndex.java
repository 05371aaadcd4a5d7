package laurel.score;

/**
 * How a rank is computed: the one place that knows. Each constant is a scalar SQL expression over a key that the
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

    private RankIndex() {}
}
