package laurel.ranking.snapshot;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Sql;
import laurel.score.ledger.Derivation;

/**
 * Reads rankings as of earlier times: derives their entries from the submissions, once per statement, and ranks them by window
 * functions.
 */
@Singleton
public class PastRankingRepository {
    private static final String PAST = """
            WITH rankings AS MATERIALIZED (
                SELECT w.ranking_id, w.moment, r.window_id, r.app_id, r.leaderboard_id, r.group_values, r.sort_order, b.tie_rule,
                       -- Without time zones and update modes of groups, and carried scores, a window is derived once for all
                       -- groupings.
                       CASE WHEN (t.follows_time_zone AND (b.time_zone_attribute IS NOT NULL
                                                           OR jsonb_path_exists(b.group_overrides, '$[*].timeZone')))
                              OR jsonb_path_exists(b.group_overrides, '$[*].updateMode')
                              OR (t.kind = 'SEASON' AND jsonb_path_exists(b.seasons, '$[*].carryOver'))
                            THEN ARRAY(SELECT jsonb_object_keys(r.group_values)) END AS grouping
                FROM unnest(:past.ranking.id, :past.time) AS w (ranking_id, moment)
                JOIN ranking AS r ON r.id = w.ranking_id
                JOIN leaderboard_window AS t ON t.id = r.window_id
                JOIN leaderboard AS b ON b.id = t.leaderboard_id
            ), restricted AS MATERIALIZED (
                -- Participants that are banned or hidden now are not in earlier rankings, either.
                SELECT x.participant_id, b.leaderboard_id
                FROM (SELECT DISTINCT app_id, leaderboard_id FROM rankings) AS b
                JOIN participant_restriction AS x
                  ON x.app_id = b.app_id AND x.ended_at IS NULL AND coalesce(x.leaderboard_id, b.leaderboard_id) = b.leaderboard_id
            ), scopes AS MATERIALIZED (
                SELECT row_number() OVER () AS n, scope.*
                FROM (SELECT DISTINCT window_id, moment, grouping FROM rankings) AS scope
            ), derived AS MATERIALIZED (""" + Derivation.OF_ALL + """
            ), past AS MATERIALIZED (
                SELECT w.ranking_id, w.moment, d.participant_id, k.sort_key, k.subscore_key, k.tie_key, d.achieved_at, d.metadata,
                       rank() OVER scores AS rank, dense_rank() OVER scores AS dense_rank,
                       percent_rank() OVER scores AS percent_rank, cume_dist() OVER scores AS cume_dist,
                       row_number() OVER places AS position
                FROM rankings AS w
                JOIN scopes AS s
                  ON s.window_id = w.window_id AND s.moment = w.moment AND s.grouping IS NOT DISTINCT FROM w.grouping
                JOIN derived AS d ON d.n = s.n AND d.group_values @> w.group_values
                JOIN participant AS p ON p.id = d.participant_id
                CROSS JOIN LATERAL (
                    -- The same keys as entries have, of sums that may exceed 64 bits.
                    SELECT sort_key(d.score::numeric, w.sort_order) AS sort_key,
                           sort_key(d.subscore::numeric, w.sort_order) AS subscore_key,
                           tie_key(d.achieved_at, w.tie_rule) AS tie_key,
                           id_key(p.entity_type, p.external_id) AS id_key) AS k
                -- A subplan, not a join: the plan of the derivation stays the same.
                WHERE (d.participant_id, w.leaderboard_id) NOT IN (
                    SELECT x.participant_id, x.leaderboard_id FROM restricted AS x)
                WINDOW scores AS (PARTITION BY w.ranking_id, w.moment ORDER BY k.sort_key, k.subscore_key),
                       places AS (PARTITION BY w.ranking_id, w.moment
                                  ORDER BY k.sort_key, k.subscore_key, k.tie_key, k.id_key)
            )
            """;

    private static final SnapshotSql STANDINGS = new SnapshotSql(
            "past",
            "q.ranking_id = input.ranking_id AND q.moment = input.moment",
            "CROSS JOIN LATERAL (SELECT count(*) AS total FROM <rows> AS q WHERE <key>) AS t\n",
            "(SELECT count(*) FROM <rows> AS q WHERE <key> AND <condition>)");

    private final Sql sql;

    PastRankingRepository(Sql sql) {
        this.sql = sql;
    }

    /** The result of each query. */
    public Map<SnapshotQuery, SnapshotResult> standings(Collection<SnapshotQuery> queries) {
        List<SnapshotRanking> rankings =
                queries.stream().map(SnapshotQuery::ranking).distinct().toList();
        return SnapshotResult.of(
                queries, query -> query.with(PAST, "past", rankings).list(sql, SnapshotRow.class), STANDINGS::of);
    }

    /** Returns the SQL of a query. */
    static String sql(SnapshotQuery query) {
        return PAST + STANDINGS.of(query);
    }
}
