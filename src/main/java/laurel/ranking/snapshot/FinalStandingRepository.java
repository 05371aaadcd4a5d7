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
 * Reads how rankings ended, from nothing but what was stored then: one statement for all that is asked, of which each part
 * names the one partition that it reads.
 */
@Singleton
public class FinalStandingRepository {
    /**
     * The latest revision that a ranking has of those up to the one that is asked for, at most the window's: so the
     * window left the ranking then. The last position is the total; a revision in which nobody stood has none, and the
     * ranking knows it. When it was stored the event tells; the window itself remembers the last time only.
     */
    private static final String RANKINGS = """
            SELECT a.ask, found.revision, found.total, coalesce(stored.occurred_at, w.finalized_at) AS finalized_at
            FROM unnest(:ask, :asked.ranking.id, :asked.revision) AS a (ask, ranking_id, revision)
            CROSS JOIN LATERAL (
                SELECT q.window_id, q.empty_revisions FROM ranking AS q WHERE q.id = a.ranking_id OFFSET 0) AS r
            CROSS JOIN LATERAL (
                SELECT q.finalized_at, coalesce(a.revision, q.revision) AS wanted FROM leaderboard_window AS q
                WHERE q.id = r.window_id AND q.finalized_at IS NOT NULL AND q.expired_at IS NULL
                  AND coalesce(a.revision, q.revision) <= q.revision
                OFFSET 0) AS w
            CROSS JOIN LATERAL (
                SELECT one.* FROM (
                    (SELECT q.revision, q.position AS total FROM <final> AS q
                     WHERE q.ranking_id = a.ranking_id AND q.revision <= w.wanted
                     ORDER BY q.revision DESC, q.position DESC
                     LIMIT 1)
                    UNION ALL
                    SELECT empty, 0 FROM unnest(r.empty_revisions) AS empty WHERE empty <= w.wanted) AS one
                ORDER BY one.revision DESC
                LIMIT 1) AS found
            LEFT JOIN LATERAL (
                SELECT q.occurred_at FROM event AS q
                WHERE q.window_id = r.window_id AND q.number = found.revision
                  AND q.event_type IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED')
                LIMIT 1) AS stored ON TRUE
            """;

    /** By halves: as many look-ups as the total has binary digits. */
    private static final SnapshotSql STANDINGS = new SnapshotSql(
            "<final>",
            "q.ranking_id = a.ranking_id AND q.revision = a.revision",
            "CROSS JOIN LATERAL (SELECT a.entry_count::bigint AS total) AS t\n",
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
    record RankingRow(int ask, int revision, int total, Instant finalizedAt) {}

    /** Those of these that there are. */
    public Map<RevisionQuery, FinalRanking> rankings(Collection<RevisionQuery> questions) {
        List<RevisionQuery> asked = List.copyOf(questions);
        var query = new PartitionedQuery().ask(asked, of -> text(RANKINGS, of.ranking()));
        Map<RevisionQuery, FinalRanking> found = new HashMap<>();
        for (RankingRow row : query.list(sql, RankingRow.class)) {
            RevisionQuery of = asked.get(row.ask);
            found.put(of, new FinalRanking(of.ranking(), row.revision, row.finalizedAt, row.total));
        }
        return found;
    }

    /** What answers these questions, in order of position; each has an answer. */
    public Map<SnapshotQuery, SnapshotResult> standings(Collection<SnapshotQuery> questions) {
        return SnapshotResult.of(
                questions,
                query -> query.list(sql, SnapshotRow.class),
                question -> text(STANDINGS.of(question), question.ranking().ranking()));
    }

    private static String text(String sql, Ranking ranking) {
        return sql.replace("<final>", ranking.finalTable());
    }

    /**
     * Which final ranking: as a revision of its window left it.
     *
     * @param revision null is the latest that is stored
     */
    public record RevisionQuery(Ranking ranking, @Nullable Integer revision) {}
}
