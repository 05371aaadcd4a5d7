package laurel.ranking;

/**
 * SQL for the bounds of a {@link KeyRange}: lateral subqueries on the query {@code input} that return the exclusive bound as
 * columns sort, subscore, tie and id. A condition on ranks becomes one on keys: the rank is at most n if the score
 * is at least as good as the one at position n, and at least n if it is worse than the one at position n - 1. The result is
 * input of {@link RankSource.RankSql}.
 */
public final class KeyRangeBounds {
    /** After all entries. */
    public static final String MAX = "9223372036854775807";
    /** Before all entries. */
    public static final String MIN = "'-9223372036854775808'::bigint";

    /** Values of the bounds of a query's key range. */
    private static final String KEYS = keys("after") + ", " + keys("before");

    private static final String KEY_NAMES =
            "low_sort, low_subscore, low_tie, low_id," + " high_sort, high_subscore, high_tie, high_id";

    /** The later of the lower key and the key before the lowest rank. After all entries if no entry has that rank. */
    private static final String LOW = last("""
            SELECT input.low_sort, input.low_subscore, input.low_tie, input.low_id
            UNION ALL
            SELECT coalesce(x.sort_key, <max>), coalesce(x.subscore_key, <max>), <max>, <max id>
            FROM (SELECT input.ranking_id, input.rank_at_least - 1 AS position) AS p
            LEFT JOIN LATERAL <entry at position> AS x ON TRUE
            WHERE p.position >= 1
            """);

    /** The earlier of the upper key and the last possible key of the highest rank. */
    private static final String HIGH = first("""
            SELECT input.high_sort, input.high_subscore, input.high_tie, input.high_id
            UNION ALL
            SELECT x.sort_key, x.subscore_key, <max>, <max id>
            FROM (SELECT input.ranking_id, input.rank_at_most AS position) AS p CROSS JOIN LATERAL <entry at position> AS x
            """);

    /** The key before the start position, if that is later than {@code low}. */
    static final String START_DOWN = last("""
            SELECT low.*
            UNION ALL
            SELECT coalesce(x.sort_key, <max>), coalesce(x.subscore_key, <max>), coalesce(x.tie_key, <max>),
                   coalesce(x.id_key, <max id>)
            FROM (SELECT input.ranking_id, input.from_position - 1 AS position) AS p
            LEFT JOIN LATERAL <entry at position> AS x ON TRUE
            WHERE p.position >= 1
            """);

    /** Just after the start position, if that is earlier than {@code high}. No ID key has U+0001 at its end. */
    static final String START_UP = first("""
            SELECT high.*
            UNION ALL
            SELECT coalesce(x.sort_key, <min>), coalesce(x.subscore_key, <min>), coalesce(x.tie_key, <min>),
                   coalesce(x.id_key || chr(1), '')
            FROM (SELECT input.ranking_id, input.from_position AS position) AS p
            LEFT JOIN LATERAL <entry at position> AS x ON TRUE
            WHERE p.position >= 1
            """);

    private KeyRangeBounds() {}

    /**
     * Replaces {@code <keys>}, {@code <key names>}, {@code <low>} and {@code <high>}.
     */
    static String in(String sql) {
        return keysIn(sql).replace("<low>", LOW).replace("<high>", HIGH);
    }

    /** Replaces {@code <keys>} and {@code <key names>}. */
    public static String keysIn(String sql) {
        return sql.replace("<keys>", KEYS).replace("<key names>", KEY_NAMES);
    }

    private static String keys(String end) {
        return """
                :input.keyRange.<end>.sortKey, :input.keyRange.<end>.subscoreKey, :input.keyRange.<end>.tieKey,
                :input.keyRange.<end>.idKey""".replace("<end>", end);
    }

    private static String last(String candidates) {
        return extreme(candidates, "DESC");
    }

    private static String first(String candidates) {
        return extreme(candidates, "ASC");
    }

    private static String extreme(String candidates, String way) {
        return """
                (SELECT * FROM (<candidates>) AS c (sort, subscore, tie, id)
                 ORDER BY sort <way>, subscore <way>, tie <way>, id COLLATE "C" <way>
                 LIMIT 1)""".replace("<candidates>", candidates)
                .replace("<way>", way)
                .replace("<max>", MAX)
                .replace("<max id>", "chr(" + Character.MAX_CODE_POINT + ")")
                .replace("<min>", MIN);
    }
}
