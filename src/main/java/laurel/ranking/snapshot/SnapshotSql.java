package laurel.ranking.snapshot;

import laurel.ranking.KeyRangeBounds;
import laurel.ranking.StandingRepository;

/**
 * Composes the SQL of a {@link SnapshotQuery}. All standings with their ranks are rows of {@code <rows>}; the condition
 * {@code <key>} selects those of the ranking of the query {@code input}. A filter is a range of positions, from {@code b.low + 1}
 * to {@code b.high}.
 */
final class SnapshotSql {
    private static final String RANKING =
            ":input.ranking.ranking.id, :input.ranking.revision, :input.ranking.time, :input.ranking.entryCount";
    private static final String RANKING_NAMES = "ranking_id, revision, moment, entry_count";
    private static final String NAMED =
            ":input.ranking.ranking.appId, :input.participant.id, :input.participant.entityType,"
                    + " :input.participant.externalId, :input.participant.seesPseudonymous";
    private static final String NAMED_NAMES = "app_id, participant_id, entity_type, external_id, sees_pseudonymous";

    private static final String COLUMNS = """
            q.participant_id, q.sort_key::numeric AS sort_key, q.subscore_key::numeric AS subscore_key, q.achieved_at,
            q.metadata, q.rank::int AS rank, q.dense_rank::int AS dense_rank, q.position::int AS position, q.percent_rank,
            q.cume_dist
            """;

    /** Columns of a row that holds only a number, {@code total}. */
    private static final String NO_COLUMNS = """
            0::bigint AS participant_id, 0::numeric AS sort_key, 0::numeric AS subscore_key,
            '1970-01-01 UTC'::timestamptz AS achieved_at, NULL::jsonb AS metadata, 0 AS rank, 0 AS dense_rank, 0 AS position,
            0::double precision AS percent_rank, 0::double precision AS cume_dist
            """;

    /** The range of positions of a filter. Sums of the past that exceed 64 bits are before or after all other keys. */
    private static final String BOUNDS = """
            CROSS JOIN LATERAL (
                SELECT greatest(CASE WHEN (input.low_sort, input.low_subscore, input.low_tie) = (<min>, <min>, <min>) THEN 0
                                     ELSE <ahead of low> END,
                                CASE WHEN input.rank_at_least IS NULL OR input.rank_at_least <= 1 THEN 0
                                     WHEN input.rank_at_least > t.total THEN t.total
                                     ELSE (SELECT <last tie> FROM <rows> AS q
                                           WHERE <key> AND q.position = input.rank_at_least - 1) END)
                           AS low,
                       least(CASE WHEN (input.high_sort, input.high_subscore, input.high_tie) = (<max>, <max>, <max>) THEN t.total
                                  ELSE <ahead of high> END,
                             CASE WHEN input.rank_at_most IS NULL OR input.rank_at_most >= t.total THEN t.total
                                  ELSE (SELECT <last tie> FROM <rows> AS q WHERE <key> AND q.position = input.rank_at_most) END)
                           AS high
                OFFSET 0) AS b
            """;

    /** The last position of a score. */
    private static final String LAST_TIE = "round(q.cume_dist * t.total)::bigint";

    private static final String PAGE = """
            SELECT input.query_number, q.position <passed> p.start AS marked, t.total, <columns>
            FROM unnest(:queryNumber, <ranking>, :input.page.size, :input.page.from, <keys>,
                        :input.keyRange.rankAtLeast, :input.keyRange.rankAtMost)
                 AS input (query_number, <ranking names>, size, start, <key names>, rank_at_least, rank_at_most)
            <total>
            <bounds>
            CROSS JOIN LATERAL (SELECT <start> AS start OFFSET 0) AS p
            CROSS JOIN LATERAL (
                SELECT * FROM <rows> AS q
                WHERE <key> AND q.position BETWEEN <range>
                OFFSET 0) AS q
            """;

    private static final String PAGE_DOWN = PAGE.replace("<passed>", "<")
            .replace("<start>", "greatest(b.low + 1, input.start)")
            .replace(
                    "<range>",
                    "greatest(b.low + 1, least(p.start - 1, b.high)) AND least(b.high, p.start + input.size)");

    private static final String PAGE_UP = PAGE.replace("<passed>", ">")
            .replace("<start>", "CASE WHEN input.start > t.total THEN 0 ELSE least(b.high, input.start) END")
            .replace(
                    "<range>",
                    "greatest(b.low + 1, p.start - input.size) AND least(b.high, greatest(p.start, b.low) + 1)");

    private static final String AROUND = """
            SELECT input.query_number, FALSE AS marked, t.total, <columns>
            FROM unnest(:queryNumber, <ranking>, <named>,
                        :input.neighbours.above, :input.neighbours.below, :input.neighbours.fill)
                 AS input (query_number, <ranking names>, <named names>, above, below, fill)
            <total>
            <participant>
            CROSS JOIN LATERAL (
                SELECT q.position FROM <rows> AS q WHERE q.participant_id = named.id AND <key> OFFSET 0) AS middle
            CROSS JOIN LATERAL (
                SELECT * FROM <rows> AS q
                WHERE <key>
                  AND q.position BETWEEN
                      least(middle.position - input.above,
                            CASE WHEN input.fill THEN t.total - input.above - input.below ELSE middle.position END)
                      AND greatest(middle.position + input.below,
                                   CASE WHEN input.fill THEN 1 + input.above + input.below ELSE 1 END)
                OFFSET 0) AS q
            """;

    private static final String PARTICIPANTS = """
            SELECT input.query_number, FALSE AS marked, t.total, <columns>
            FROM unnest(:queryNumber, <ranking>, <named>)
                 AS input (query_number, <ranking names>, <named names>)
            <total>
            <participant>
            CROSS JOIN LATERAL (
                SELECT * FROM <rows> AS q WHERE q.participant_id = named.id AND <key> OFFSET 0) AS q
            """;

    private static final String OF = """
            SELECT input.query_number, FALSE AS marked, t.total, <columns>
            FROM unnest(:queryNumber, <ranking>, :input.participant) AS input (query_number, <ranking names>, participant)
            <total>
            CROSS JOIN LATERAL (
                SELECT * FROM <rows> AS q WHERE q.participant_id = input.participant AND <key> OFFSET 0) AS q
            """;

    /** The rank is computed, and then verified together with its neighbours, as in a live ranking. */
    private static final String AT_PERCENTILE = """
            SELECT input.query_number, FALSE AS marked, t.total, <columns>
            FROM unnest(:queryNumber, <ranking>, :input.percentile) AS input (query_number, <ranking names>, percentile)
            <total>
            CROSS JOIN LATERAL (
                SELECT max(rank) AS position
                FROM generate_series(floor(t.total - t.total * input.percentile / 100)::bigint - 1,
                                     floor(t.total - t.total * input.percentile / 100)::bigint + 1) AS rank
                WHERE rank BETWEEN 1 AND t.total
                  AND (t.total = 1 OR (t.total - rank)::double precision * 100 / t.total >= input.percentile)) AS p
            CROSS JOIN LATERAL (
                SELECT <last tie> AS position FROM <rows> AS q WHERE <key> AND q.position = p.position OFFSET 0) AS last
            CROSS JOIN LATERAL (SELECT * FROM <rows> AS q WHERE <key> AND q.position = last.position OFFSET 0) AS q
            """;

    private static final String COUNT = """
            SELECT input.query_number, FALSE AS marked, greatest(0, b.high - b.low) AS total, <no columns>
            FROM unnest(:queryNumber, <ranking>, <keys>, :input.keyRange.rankAtLeast, :input.keyRange.rankAtMost)
                 AS input (query_number, <ranking names>, <key names>, rank_at_least, rank_at_most)
            <total>
            <bounds>
            """;

    private static final String COUNT_BETTER = """
            SELECT input.query_number, FALSE AS marked, <ahead of score> AS total, <no columns>
            FROM unnest(:queryNumber, <ranking>, :input.sortKey, :input.subscoreKey)
                 AS input (query_number, <ranking names>, score_sort, score_subscore)
            <total>
            """;

    private final String rows;
    private final String key;
    private final String total;
    private final String ahead;

    /**
     * @param total FROM item {@code t} with the total of a ranking
     * @param ahead expression for the number of standings for which {@code <condition>} holds; these are the first ones
     */
    SnapshotSql(String rows, String key, String total, String ahead) {
        this.rows = rows;
        this.key = key;
        this.total = total;
        this.ahead = ahead;
    }

    String of(SnapshotQuery query) {
        return written(
                switch (query) {
                    case SnapshotQuery.PageQuery of -> of.page().downwards() ? PAGE_DOWN : PAGE_UP;
                    case SnapshotQuery.AroundQuery around -> AROUND;
                    case SnapshotQuery.ParticipantsQuery of -> PARTICIPANTS;
                    case SnapshotQuery.ParticipantQuery of -> OF;
                    case SnapshotQuery.PercentileQuery at -> AT_PERCENTILE;
                    case SnapshotQuery.EntriesInRange of -> COUNT;
                    case SnapshotQuery.BetterEntries of -> COUNT_BETTER;
                });
    }

    private String written(String sql) {
        return KeyRangeBounds.keysIn(sql.replace("<bounds>", BOUNDS)
                .replace("<columns>", COLUMNS)
                .replace("<no columns>", NO_COLUMNS)
                .replace("<last tie>", LAST_TIE)
                .replace("<ahead of low>", ahead("<= (input.low_sort, input.low_subscore, input.low_tie)"))
                .replace("<ahead of high>", ahead("< (input.high_sort, input.high_subscore, input.high_tie)"))
                .replace("<ahead of score>", ahead("< (input.score_sort, input.score_subscore, <min>)"))
                .replace("<min>", KeyRangeBounds.MIN)
                .replace("<max>", KeyRangeBounds.MAX)
                .replace("<total>", total)
                .replace("<participant>", StandingRepository.NAMED_PARTICIPANT)
                .replace("<named>", NAMED)
                .replace("<named names>", NAMED_NAMES)
                .replace("<ranking>", RANKING)
                .replace("<ranking names>", RANKING_NAMES)
                .replace("<rows>", rows)
                .replace("<key>", key));
    }

    /** Bounds of filters are scores, so ID keys are not compared. */
    private String ahead(String condition) {
        return ahead.replace("<condition>", "(q.sort_key, q.subscore_key, q.tie_key) " + condition);
    }
}
