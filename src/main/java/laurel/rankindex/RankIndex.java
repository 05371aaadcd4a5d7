package laurel.rankindex;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How a rank is computed: the one place that knows. Nothing else counts entries, or passes over them.
 *
 * <p>All but {@link #AT_POSITION} are scalar SQL expressions over a key, whether an entry has it or not, that the
 * statement calls {@code k} (columns ranking_id, sort_key, subscore_key, tie_key, participant_id) and the table {@code
 * <entry>} of its ranking. Counted from 0: how many stand before it. Each goes down the blocks of its ranking, a row for
 * each level, and looks at the few entries between the last bound and the key; where there are no blocks, these are all
 * entries before the key.
 */
public final class RankIndex {
    /** The root is no higher, so that a statement can name its way down; it takes as many parts as there are. */
    static final int TOP = 2;

    /**
     * One level down, as {@code <d>}: the part of the block at {@code <from>} in which {@code <part>} says that the way
     * goes on. Fenced by OFFSET, so that it is one look-up.
     */
    private static final String STEP = """
            LEFT JOIN LATERAL (
                SELECT b.entries[<part>] AS entries, b.scores[<part>] AS scores, b.bounds[<part>] AS bound
                FROM block AS b
                WHERE b.ranking_id = <k>.ranking_id AND b.level = <level> AND b.bound = <from>
                OFFSET 0) AS <d> ON TRUE
            """;

    /** The way down to where a key is: what stands before the last part, and where that begins. */
    private static final String TO_KEY = "FROM (SELECT <key> AS key OFFSET 0) AS q\n"
            + steps("k", level -> "width_bucket(q.key, b.bounds)", above -> "coalesce(d" + above + ".bound, '')");

    /** The way down to where a position is; behind the last part it ends, because there is no bound to go on from. */
    private static final String TO_POSITION = "FROM (SELECT 1) AS q\n"
            + steps(
                    "p",
                    level ->
                            "width_bucket((p.position - 1 - " + before("entries", level + 1) + ")::integer, b.entries)",
                    above -> "CASE WHEN " + noneFrom(above) + " THEN '' ELSE d" + above + ".bound END");

    private static final String OF_SCORE = "bound_bytes(k.sort_key) || bound_bytes(k.subscore_key)";
    private static final String OF_PLACE = OF_SCORE + " || bound_bytes(k.tie_key) || bound_bytes(k.participant_id)";

    /** Where there is no block the whole ranking is one part. */
    private static final String BOUND = "coalesce(d0.bound, '')";

    /** Where the last part begins, column by column. */
    private static final String BOUND_PLACE =
            "bound_column(at.bound, 1), bound_column(at.bound, 2), bound_column(at.bound, 3), bound_column(at.bound, 4)";

    /** What of the last part stands before the key, as {@code b}. */
    private static final String IN_PART = """
            FROM <entry> AS b
            WHERE b.ranking_id = k.ranking_id
              AND (b.sort_key, b.subscore_key, b.tie_key, b.participant_id)
                  >= (<bound place>)
              AND <before>
            """.replace("<bound place>", BOUND_PLACE);

    private static final String BETTER_SCORE = "(b.sort_key, b.subscore_key) < (k.sort_key, k.subscore_key)";

    /** Entries with a better score: RANK() - 1. */
    public static final String BETTER = count(OF_SCORE, BETTER_SCORE);

    /** Entries before it in the total order: ROW_NUMBER() - 1. */
    public static final String BEFORE = count(
            OF_PLACE,
            "(b.sort_key, b.subscore_key, b.tie_key, b.participant_id)"
                    + " < (k.sort_key, k.subscore_key, k.tie_key, k.participant_id)");

    /**
     * Distinct better scores: DENSE_RANK() - 1. The one at the bound counts where its first entry is. Whether that is before
     * the bound is fenced by OFFSET: else the planner may hash all entries of the ranking to know it of one score.
     */
    public static final String BETTER_DISTINCT = """
            (SELECT at.scores + (
                 SELECT count(*) FROM (SELECT DISTINCT b.sort_key, b.subscore_key <in part>) AS d
                 WHERE NOT ((d.sort_key, d.subscore_key) = (bound_column(at.bound, 1), bound_column(at.bound, 2))
                            AND EXISTS (
                                SELECT FROM <entry> AS c
                                WHERE c.ranking_id = k.ranking_id AND c.sort_key = d.sort_key
                                  AND c.subscore_key = d.subscore_key
                                  AND (c.tie_key, c.participant_id)
                                      < (bound_column(at.bound, 3), bound_column(at.bound, 4))
                                OFFSET 0)))
             FROM (SELECT <scores> AS scores, <bound> AS bound <to key> OFFSET 0) AS at)""".replace("<in part>", IN_PART)
            .replace("<before>", BETTER_SCORE)
            .replace("<scores>", before("scores", 0))
            .replace("<bound>", BOUND)
            .replace("<to key>", TO_KEY)
            .replace("<key>", OF_SCORE);

    /** Entries of the ranking. */
    public static final String TOTAL = """
            coalesce((SELECT b.entries[cardinality(b.entries)] FROM block AS b
                      WHERE b.ranking_id = k.ranking_id ORDER BY b.level DESC LIMIT 1)::bigint,
                     (SELECT count(*) FROM <entry> AS b WHERE b.ranking_id = k.ranking_id))""";

    /** Sort key of the next better score; null for the best. */
    public static final String AHEAD = """
            (SELECT b.sort_key FROM <entry> AS b
             WHERE b.ranking_id = k.ranking_id AND (b.sort_key, b.subscore_key) < (k.sort_key, k.subscore_key)
             ORDER BY b.sort_key DESC, b.subscore_key DESC
             LIMIT 1)""";

    /**
     * An item of a FROM clause, lateral: the key of the entry at a position from 1, {@code p} (columns ranking_id,
     * position), or no row where there is no such entry, or the position is null. Behind the last part there is no bound.
     */
    public static final String AT_POSITION = """
            (SELECT b.sort_key, b.subscore_key, b.tie_key, b.participant_id
             FROM (SELECT p.position - 1 - (<entries>) AS rest, CASE WHEN <none> THEN '' ELSE d0.bound END AS bound
                   <to position> OFFSET 0) AS at
             CROSS JOIN LATERAL (
                 SELECT * FROM <entry> AS b
                 WHERE b.ranking_id = p.ranking_id AND p.position >= 1 AND at.bound IS NOT NULL
                   AND (b.sort_key, b.subscore_key, b.tie_key, b.participant_id)
                       >= (<bound place>)
                 ORDER BY b.sort_key, b.subscore_key, b.tie_key, b.participant_id
                 LIMIT 1 OFFSET greatest(at.rest, 0)) AS b)""".replace("<bound place>", BOUND_PLACE)
            .replace("<entries>", before("entries", 0))
            .replace("<none>", noneFrom(0))
            .replace("<to position>", TO_POSITION);

    private RankIndex() {}

    private static String count(String key, String before) {
        return """
                (SELECT at.entries + (SELECT count(*) <in part>)
                 FROM (SELECT <entries> AS entries, <bound> AS bound <to key> OFFSET 0) AS at)""".replace("<in part>", IN_PART)
                .replace("<before>", before)
                .replace("<entries>", before("entries", 0))
                .replace("<bound>", BOUND)
                .replace("<to key>", TO_KEY)
                .replace("<key>", key);
    }

    /** From the top, where the way goes on as said for each level; a level that a ranking does not have is passed by. */
    private static String steps(String k, IntFunction<String> part, IntFunction<String> below) {
        StringBuilder steps = new StringBuilder();
        for (int level = TOP; level >= 0; level--) {
            String from = level == TOP ? "''" : below.apply(level + 1);
            steps.append(STEP.replace("<part>", part.apply(level))
                    .replace("<k>", k)
                    .replace("<level>", Integer.toString(level))
                    .replace("<from>", from)
                    .replace("<d>", "d" + level));
        }
        return steps.toString();
    }

    /** Whether the ranking has no block at this level or above. */
    private static String noneFrom(int level) {
        return IntStream.rangeClosed(level, TOP)
                .mapToObj(above -> "d" + above + ".entries IS NULL")
                .collect(Collectors.joining(" AND "));
    }

    /** What is counted before the parts that the way leads through, from the top to this level. */
    private static String before(String count, int level) {
        return Stream.concat(
                        Stream.of("0"),
                        IntStream.rangeClosed(level, TOP)
                                .mapToObj(above -> "coalesce(d" + above + "." + count + ", 0)"))
                .collect(Collectors.joining(" + ", "(", ")"));
    }
}
