package laurel.ranking.snapshot;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Sql;
import laurel.score.ledger.Derivation;

/**
 * Reads rankings as they were at earlier times: derives all of their standings from the ledger, once for all that is
 * asked, and ranks them by window functions.
 */
@Singleton
public class PastRankingRepository {
    private static final String PAST = """
            WITH wanted AS MATERIALIZED (
                SELECT w.ranking_id, w.moment, r.window_id, r.group_values, r.sort_order, b.tie_rule,
                       -- Windows in which everything counts in each grouping are derived once for all of them.
                       CASE WHEN t.follows_time_zone AND jsonb_path_exists(b.group_overrides, '$[*].timeZone')
                            THEN ARRAY(SELECT jsonb_object_keys(r.group_values)) END AS grouping
                FROM unnest(:past.ranking.id, :past.time) AS w (ranking_id, moment)
                JOIN ranking AS r ON r.id = w.ranking_id
                JOIN leaderboard_window AS t ON t.id = r.window_id
                JOIN leaderboard AS b ON b.id = t.leaderboard_id
            ), asked AS MATERIALIZED (
                SELECT row_number() OVER () AS n, one.*
                FROM (SELECT DISTINCT window_id, moment, grouping FROM wanted) AS one
            ), derived AS MATERIALIZED (""" + Derivation.OF_ALL + """
            ), past AS MATERIALIZED (
                SELECT w.ranking_id, w.moment, d.participant_id, k.*, d.achieved_at, d.metadata,
                       rank() OVER scores AS rank, dense_rank() OVER scores AS dense_rank,
                       percent_rank() OVER scores AS percent_rank, cume_dist() OVER scores AS cume_dist,
                       row_number() OVER places AS position
                FROM wanted AS w
                JOIN asked AS a ON a.window_id = w.window_id AND a.moment = w.moment AND a.grouping IS NOT DISTINCT FROM w.grouping
                JOIN derived AS d ON d.n = a.n AND d.group_values @> w.group_values
                CROSS JOIN LATERAL (
                    -- As entries have them, of sums that may not fit 64 bits.
                    SELECT CASE w.sort_order WHEN 'DESCENDING' THEN -d.score - 1 ELSE d.score END AS sort_key,
                           CASE w.sort_order WHEN 'DESCENDING' THEN -d.subscore - 1 ELSE d.subscore END AS subscore_key,
                           CASE w.tie_rule WHEN 'EARLIEST' THEN extract(epoch FROM d.achieved_at) * 1000000
                                WHEN 'LATEST' THEN -extract(epoch FROM d.achieved_at) * 1000000 - 1 ELSE 0 END AS tie_key) AS k
                WINDOW scores AS (PARTITION BY w.ranking_id, w.moment ORDER BY k.sort_key, k.subscore_key),
                       places AS (PARTITION BY w.ranking_id, w.moment
                                  ORDER BY k.sort_key, k.subscore_key, k.tie_key, d.participant_id)
            )
            """;

    private static final SnapshotSql STANDINGS = new SnapshotSql(
            "past",
            "q.ranking_id = a.ranking_id AND q.moment = a.moment",
            "CROSS JOIN LATERAL (SELECT count(*) AS total FROM <rows> AS q WHERE <key>) AS t\n",
            "(SELECT count(*) FROM <rows> AS q WHERE <key> AND <condition>)");

    private final Sql sql;

    PastRankingRepository(Sql sql) {
        this.sql = sql;
    }

    /** What answers these questions, in order of position; each has an answer. */
    public Map<SnapshotQuestion, SnapshotAnswer> found(Collection<SnapshotQuestion> questions) {
        List<SnapshotRanking> rankings =
                questions.stream().map(SnapshotQuestion::ranking).distinct().toList();
        return SnapshotAnswer.of(
                questions, query -> query.with(PAST, "past", rankings).list(sql, SnapshotRow.class), STANDINGS::of);
    }
}
