package laurel.ranking;

/**
 * Where a {@link KeyRange} begins and ends: lateral SQL over a question {@code a} that gives a row of sort, subscore, tie
 * and participant, which itself does not belong to it. A condition on ranks is one in the order of the list: rank is at
 * most n where the score is no worse than that at position n, and at least n where it is worse than that at n - 1. The text
 * is one for {@link RankSource.RankSql}.
 */
public final class KeyRangeBounds {
    /** Behind all entries. */
    private static final String MAX = "9223372036854775807";
    /** Ahead of all entries. */
    public static final String MIN = "'-9223372036854775808'::bigint";

    /** The places that the stretch of a question lies between. */
    private static final String PLACES = places("after") + ", " + places("before");

    private static final String PLACE_NAMES = "low_sort, low_subscore, low_tie, low_participant,"
            + " high_sort, high_subscore, high_tie, high_participant";

    /** The later of the place asked for and that of the rank; where nobody has such a rank, behind all. */
    private static final String LOW = last("""
            SELECT a.low_sort, a.low_subscore, a.low_tie, a.low_participant
            UNION ALL
            SELECT coalesce(x.sort_key, <max>), coalesce(x.subscore_key, <max>), <max>, <max>
            FROM (SELECT a.ranking_id, a.rank_at_least - 1 AS position) AS p LEFT JOIN LATERAL <entry at position> AS x ON TRUE
            WHERE p.position >= 1
            """);

    /** The earlier of the place asked for and that of the rank. */
    private static final String HIGH = first("""
            SELECT a.high_sort, a.high_subscore, a.high_tie, a.high_participant
            UNION ALL
            SELECT x.sort_key, x.subscore_key, <max>, <max>
            FROM (SELECT a.ranking_id, a.rank_at_most AS position) AS p CROSS JOIN LATERAL <entry at position> AS x
            """);

    /** Just before the position asked for, if that is later than {@code low}. */
    static final String START_DOWN = last("""
            SELECT low.*
            UNION ALL
            SELECT coalesce(x.sort_key, <max>), coalesce(x.subscore_key, <max>), coalesce(x.tie_key, <max>),
                   coalesce(x.participant_id - 1, <max>)
            FROM (SELECT a.ranking_id, a.from_position AS position) AS p LEFT JOIN LATERAL <entry at position> AS x ON TRUE
            WHERE p.position >= 1
            """);

    /** Just behind the position asked for, if that is earlier than {@code high}. */
    static final String START_UP = first("""
            SELECT high.*
            UNION ALL
            SELECT coalesce(x.sort_key, <min>), coalesce(x.subscore_key, <min>), coalesce(x.tie_key, <min>),
                   coalesce(x.participant_id + 1, <min>)
            FROM (SELECT a.ranking_id, a.from_position AS position) AS p LEFT JOIN LATERAL <entry at position> AS x ON TRUE
            WHERE p.position >= 1
            """);

    private KeyRangeBounds() {}

    /**
     * SQL in which {@code <places>} of the question, their {@code <place names>}, {@code <low>} and {@code <high>}
     * are set.
     */
    static String in(String sql) {
        return placesIn(sql).replace("<low>", LOW).replace("<high>", HIGH);
    }

    /** SQL in which {@code <places>} of the question and their {@code <place names>} are set. */
    public static String placesIn(String sql) {
        return sql.replace("<places>", PLACES).replace("<place names>", PLACE_NAMES);
    }

    private static String places(String end) {
        return """
                :asked.stretch.<end>.sortKey, :asked.stretch.<end>.subscoreKey, :asked.stretch.<end>.tieKey,
                :asked.stretch.<end>.participantId""".replace("<end>", end);
    }

    private static String last(String candidates) {
        return extreme(candidates, "DESC");
    }

    private static String first(String candidates) {
        return extreme(candidates, "ASC");
    }

    private static String extreme(String candidates, String way) {
        return """
                (SELECT * FROM (<candidates>) AS c (sort, subscore, tie, participant)
                 ORDER BY sort <way>, subscore <way>, tie <way>, participant <way>
                 LIMIT 1)""".replace("<candidates>", candidates)
                .replace("<way>", way)
                .replace("<max>", MAX)
                .replace("<min>", MIN);
    }
}
