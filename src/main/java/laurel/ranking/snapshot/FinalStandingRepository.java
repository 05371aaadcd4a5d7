package laurel.ranking.snapshot;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.ranking.Ranking;
import laurel.ranking.snapshot.SnapshotRanking.FinalRanking;
import org.jspecify.annotations.Nullable;

/**
 * Reads final rankings and their standings. One statement runs all queries; each of its parts reads one partition. The files
 * {@code src/test/resources/sql/snapshot/final-*.sql} show the composed statements.
 */
@Singleton
public class FinalStandingRepository {
    /**
     * The latest revision of the ranking up to the requested one, which may not exceed the window's. The last position is the
     * number of entries; revisions without entries are listed in the ranking. The time of a revision is that of its event,
     * because the window has the time of the latest only.
     */
    private static final String RANKINGS = """
            SELECT input.query_number, found.revision, found.total, coalesce(stored.occurred_at, w.finalized_at) AS finalized_at
            FROM unnest(:queryNumber, :input.ranking.id, :input.revision) AS input (query_number, ranking_id, revision)
            CROSS JOIN LATERAL (
                SELECT q.window_id, q.empty_revisions FROM ranking AS q WHERE q.id = input.ranking_id OFFSET 0) AS r
            CROSS JOIN LATERAL (
                SELECT q.finalized_at, coalesce(input.revision, q.revision) AS max_revision FROM leaderboard_window AS q
                WHERE q.id = r.window_id AND q.finalized_at IS NOT NULL AND q.expired_at IS NULL
                  AND coalesce(input.revision, q.revision) <= q.revision
                OFFSET 0) AS w
            CROSS JOIN LATERAL (
                SELECT one.* FROM (
                    (SELECT q.revision, q.position AS total FROM <final> AS q
                     WHERE q.ranking_id = input.ranking_id AND q.revision <= w.max_revision
                     ORDER BY q.revision DESC, q.position DESC
                     LIMIT 1)
                    UNION ALL
                    SELECT empty, 0 FROM unnest(r.empty_revisions) AS empty WHERE empty <= w.max_revision) AS one
                ORDER BY one.revision DESC
                LIMIT 1) AS found
            LEFT JOIN LATERAL (
                SELECT q.occurred_at FROM event AS q
                WHERE q.window_id = r.window_id AND q.number = found.revision
                  AND q.event_type IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED')
                LIMIT 1) AS stored ON TRUE
            """;

    /** Finds positions by binary search. */
    private static final SnapshotSql STANDINGS = new SnapshotSql(
            "<final>",
            "q.ranking_id = input.ranking_id AND q.revision = input.revision",
            "CROSS JOIN LATERAL (SELECT input.entry_count::bigint AS total) AS t\n",
            """
            (WITH RECURSIVE s (low, high) AS (
                 SELECT 0::bigint, t.total
                 UNION ALL
                 SELECT CASE WHEN m.ahead THEN m.position ELSE s.low END, CASE WHEN m.ahead THEN s.high ELSE m.position - 1 END
                 FROM s
                 CROSS JOIN LATERAL (
                     SELECT q.position::bigint AS position, <condition> AS ahead FROM <rows> AS q
                     WHERE <key> AND q.position = (s.low + s.high + 1) / 2
                     OFFSET 0) AS m
                 WHERE s.low < s.high)
             SELECT max(low) FROM s)""");

    private final Sql sql;

    FinalStandingRepository(Sql sql) {
        this.sql = sql;
    }

    /** A row of {@link #RANKINGS}. */
    @Introspected
    record RankingRow(int queryNumber, int revision, int total, Instant finalizedAt) {}

    /** The final rankings that exist. */
    public Map<RevisionQuery, FinalRanking> rankings(Collection<RevisionQuery> queries) {
        List<RevisionQuery> list = List.copyOf(queries);
        var query = new PartitionedQuery().add(list, of -> text(RANKINGS, of.ranking()));
        Map<RevisionQuery, FinalRanking> found = new HashMap<>();
        for (RankingRow row : query.list(sql, RankingRow.class)) {
            RevisionQuery of = list.get(row.queryNumber);
            found.put(of, new FinalRanking(of.ranking(), row.revision, row.finalizedAt, row.total));
        }
        return found;
    }

    /** The result of each query. */
    public Map<SnapshotQuery, SnapshotResult> standings(Collection<SnapshotQuery> queries) {
        return SnapshotResult.of(queries, query -> query.list(sql, SnapshotRow.class), FinalStandingRepository::sql);
    }

    /** Returns the SQL of a query. */
    static String sql(SnapshotQuery query) {
        return text(STANDINGS.of(query), query.ranking().ranking());
    }

    private static String text(String sql, Ranking ranking) {
        return sql.replace("<final>", ranking.finalTable());
    }

    /**
     * Selects a final ranking.
     *
     * @param revision null for the latest
     */
    public record RevisionQuery(Ranking ranking, @Nullable Integer revision) {}
}
