package laurel.rankindex;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * SQL fragments that read the rank index. All code that needs a rank, a position or a count uses these fragments; none
 * counts entries itself. The files {@code src/test/resources/sql/rankindex/*.sql} show each fragment written out.
 *
 * <p>All fragments except {@link #ENTRY_AT_POSITION} are scalar expressions about a key {@code k} (columns ranking_id,
 * sort_key, subscore_key, tie_key, id_key), which no entry needs to have. {@code <entry>} stands for the partition
 * of the ranking. A fragment descends one node per level, then counts the entries of the leaf before the key. In a ranking
 * without nodes, all entries form one leaf.
 */
public final class RankIndexSql {
    /**
     * Highest level of a root, so that a statement can name every level. A root of this level may have any number of
     * children.
     */
    static final int TOP = 2;

    /**
     * Descends to one level: from the node at {@code <start>} to its child number {@code <child>}. OFFSET 0 makes it one
     * index look-up.
     */
    private static final String DESCEND = """
            LEFT JOIN LATERAL (
                SELECT b.entries_before[<child>] AS entries, b.scores_before[<child>] AS scores,
                       b.separators[<child>] AS separator
                FROM rankindex_node AS b
                WHERE b.ranking_id = <k>.ranking_id AND b.level = <level> AND b.separator = <start>
                OFFSET 0) AS level<level> ON TRUE
            """;

    /** The path to a key. A level that the ranking does not have is skipped. */
    private static final String PATH_TO_KEY = "FROM (SELECT <key> AS key OFFSET 0) AS q\n"
            + path(
                    "k",
                    level -> "width_bucket(q.key, b.separators)",
                    above -> "coalesce(level" + above + ".separator, '')");

    /** The path to a position. After the last child there is no separator, so the path ends. */
    private static final String PATH_TO_POSITION = "FROM (SELECT 1) AS q\n"
            + path(
                    "p",
                    level -> "width_bucket((p.position - 1 - " + sum("entries", level + 1)
                            + ")::integer, b.entries_before)",
                    above -> "CASE WHEN " + noNodeFrom(above) + " THEN '' ELSE level" + above + ".separator END");

    private static final String SCORE_BYTES = "separator_bytes(k.sort_key) || separator_bytes(k.subscore_key)";
    private static final String KEY_BYTES = SCORE_BYTES + " || separator_bytes(k.tie_key) || separator_bytes(k.id_key)";

    /** The separator of the leaf. */
    private static final String LEAF_SEPARATOR = "coalesce(level0.separator, '')";

    /** The separator of the leaf as columns. */
    private static final String LEAF_START = """
            separator_column(leaf.separator, 1), separator_column(leaf.separator, 2),
            separator_column(leaf.separator, 3), separator_id(leaf.separator)""";

    /** Entries {@code b} of the leaf that are before the key. */
    private static final String LEAF_ENTRIES = """
            FROM <entry> AS b
            WHERE b.ranking_id = k.ranking_id
              AND (b.sort_key, b.subscore_key, b.tie_key, b.id_key) >= (<leaf start>)
              AND <before key>
            """.replace("<leaf start>", LEAF_START);

    private static final String HAS_BETTER_SCORE = "(b.sort_key, b.subscore_key) < (k.sort_key, k.subscore_key)";
    private static final String IS_BEFORE_KEY = "(b.sort_key, b.subscore_key, b.tie_key, b.id_key)"
            + " < (k.sort_key, k.subscore_key, k.tie_key, k.id_key)";

    /** Number of entries with a better score: RANK() - 1. */
    public static final String BETTER_ENTRIES = countEntries(SCORE_BYTES, HAS_BETTER_SCORE);

    /** Number of entries before the key in the total order: ROW_NUMBER() - 1. */
    public static final String PRECEDING_ENTRIES = countEntries(KEY_BYTES, IS_BEFORE_KEY);

    /**
     * Number of distinct better scores: DENSE_RANK() - 1. The score at the start of the leaf counts only if its first entry
     * is in the leaf. OFFSET 0 keeps that check one look-up; otherwise the planner may hash all entries of the ranking.
     */
    public static final String BETTER_SCORES = """
            (SELECT leaf.scores + (
                 SELECT count(*) FROM (SELECT DISTINCT b.sort_key, b.subscore_key <leaf entries>) AS d
                 WHERE NOT ((d.sort_key, d.subscore_key)
                                = (separator_column(leaf.separator, 1), separator_column(leaf.separator, 2))
                            AND EXISTS (
                                SELECT FROM <entry> AS c
                                WHERE c.ranking_id = k.ranking_id AND c.sort_key = d.sort_key
                                  AND c.subscore_key = d.subscore_key
                                  AND (c.tie_key, c.id_key)
                                      < (separator_column(leaf.separator, 3), separator_id(leaf.separator))
                                OFFSET 0)))
             FROM (SELECT <scores> AS scores, <leaf separator> AS separator
                   <path to key> OFFSET 0) AS leaf)""".replace("<leaf entries>", LEAF_ENTRIES)
            .replace("<before key>", HAS_BETTER_SCORE)
            .replace("<scores>", sum("scores", 0))
            .replace("<leaf separator>", LEAF_SEPARATOR)
            .replace("<path to key>", PATH_TO_KEY)
            .replace("<key>", SCORE_BYTES);

    /** Number of entries of the ranking. */
    public static final String ENTRY_COUNT = """
            coalesce((SELECT b.entries_before[cardinality(b.entries_before)] FROM rankindex_node AS b
                      WHERE b.ranking_id = k.ranking_id ORDER BY b.level DESC LIMIT 1)::bigint,
                     (SELECT count(*) FROM <entry> AS b WHERE b.ranking_id = k.ranking_id))""";

    /** Sort key of the next better score. Null for the best score. */
    public static final String NEXT_BETTER_SCORE = """
            (SELECT b.sort_key FROM <entry> AS b
             WHERE b.ranking_id = k.ranking_id AND (b.sort_key, b.subscore_key) < (k.sort_key, k.subscore_key)
             ORDER BY b.sort_key DESC, b.subscore_key DESC
             LIMIT 1)""";

    /**
     * A lateral FROM item: the key of the entry at a position from 1, for {@code p} (columns ranking_id, position). No row
     * if there is no such entry, or if the position is null.
     */
    public static final String ENTRY_AT_POSITION = """
            (SELECT b.sort_key, b.subscore_key, b.tie_key, b.id_key, b.participant_id
             FROM (SELECT p.position - 1 - (<entries>) AS rest,
                          CASE WHEN <no node> THEN '' ELSE level0.separator END AS separator
                   <path to position> OFFSET 0) AS leaf
             CROSS JOIN LATERAL (
                 SELECT * FROM <entry> AS b
                 WHERE b.ranking_id = p.ranking_id AND p.position >= 1 AND leaf.separator IS NOT NULL
                   AND (b.sort_key, b.subscore_key, b.tie_key, b.id_key) >= (<leaf start>)
                 ORDER BY b.sort_key, b.subscore_key, b.tie_key, b.id_key
                 LIMIT 1 OFFSET greatest(leaf.rest, 0)) AS b)""".replace("<leaf start>", LEAF_START)
            .replace("<entries>", sum("entries", 0))
            .replace("<no node>", noNodeFrom(0))
            .replace("<path to position>", PATH_TO_POSITION);

    private RankIndexSql() {}

    private static String countEntries(String keyBytes, String beforeKey) {
        return """
                (SELECT leaf.entries + (SELECT count(*) <leaf entries>)
                 FROM (SELECT <entries> AS entries, <leaf separator> AS separator
                       <path to key> OFFSET 0) AS leaf)""".replace("<leaf entries>", LEAF_ENTRIES)
                .replace("<before key>", beforeKey)
                .replace("<entries>", sum("entries", 0))
                .replace("<leaf separator>", LEAF_SEPARATOR)
                .replace("<path to key>", PATH_TO_KEY)
                .replace("<key>", keyBytes);
    }

    /**
     * The descent from the top level to level 0.
     *
     * @param child expression for the number of the child at a level
     * @param start expression for the separator of the child at the level above
     */
    private static String path(String k, IntFunction<String> child, IntFunction<String> start) {
        StringBuilder steps = new StringBuilder();
        for (int level = TOP; level >= 0; level--) {
            steps.append(DESCEND.replace("<child>", child.apply(level))
                    .replace("<k>", k)
                    .replace("<level>", Integer.toString(level))
                    .replace("<start>", level == TOP ? "''" : start.apply(level + 1)));
        }
        return steps.toString();
    }

    /** Whether the ranking has no node at this level or above. */
    private static String noNodeFrom(int level) {
        return IntStream.rangeClosed(level, TOP)
                .mapToObj(above -> "level" + above + ".entries IS NULL")
                .collect(Collectors.joining(" AND "));
    }

    /** Sum of the counts before the children on the path, from the top down to this level. */
    private static String sum(String count, int level) {
        return Stream.concat(
                        Stream.of("0"),
                        IntStream.rangeClosed(level, TOP)
                                .mapToObj(above -> "coalesce(level" + above + "." + count + ", 0)"))
                .collect(Collectors.joining(" + ", "(", ")"));
    }
}
