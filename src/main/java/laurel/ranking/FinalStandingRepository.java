package laurel.ranking;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.database.PartitionedQuery;
import laurel.database.Sql;
import laurel.ranking.FixedRanking.FinalRanking;
import org.jspecify.annotations.Nullable;

/**
 * Reads how rankings ended, from nothing but what was stored then: one statement for all that is asked, of which each part
 * names the one partition that it reads.
 */
@Singleton
class FinalStandingRepository {
    /**
     * The last position is the total. Where everyone had left there is none, and the ranking alone knows its revision. When it
     * was stored the event tells; the window itself remembers the last time only.
     */
    private static final String RANKINGS = """
            SELECT a.ask, found.revision, found.total, coalesce(stored.occurred_at, w.finalized_at) AS finalized_at
            FROM unnest(:ask, :asked.ranking.id, :asked.revision) AS a (ask, ranking_id, revision)
            CROSS JOIN LATERAL (SELECT q.revision, q.window_id FROM ranking AS q WHERE q.id = a.ranking_id OFFSET 0) AS r
            CROSS JOIN LATERAL (
                SELECT q.finalized_at FROM leaderboard_window AS q
                WHERE q.id = r.window_id AND q.finalized_at IS NOT NULL AND q.expired_at IS NULL
                OFFSET 0) AS w
            CROSS JOIN LATERAL (SELECT coalesce(a.revision, nullif(r.revision, 0)) AS revision) AS wanted
            CROSS JOIN LATERAL (
                SELECT wanted.revision,
                       coalesce((SELECT q.position FROM <final> AS q
                                 WHERE q.ranking_id = a.ranking_id AND q.revision = wanted.revision
                                 ORDER BY q.position DESC
                                 LIMIT 1),
                                CASE WHEN wanted.revision = r.revision AND r.revision > 0 THEN 0 END) AS total
                OFFSET 0) AS found
            LEFT JOIN LATERAL (
                SELECT q.occurred_at FROM event AS q
                WHERE q.window_id = r.window_id AND q.number = found.revision
                  AND q.event_type IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED')
                LIMIT 1) AS stored ON TRUE
            WHERE found.total IS NOT NULL
            """;

    /** By halves: as many look-ups as the total has binary digits. */
    private static final FixedSql STANDINGS = new FixedSql(
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
    Map<Revision, FinalRanking> rankings(Collection<Revision> questions) {
        List<Revision> asked = List.copyOf(questions);
        var query = new PartitionedQuery().ask(asked, of -> text(RANKINGS, of.ranking()));
        Map<Revision, FinalRanking> found = new HashMap<>();
        for (RankingRow row : query.list(sql, RankingRow.class)) {
            Revision of = asked.get(row.ask);
            found.put(of, new FinalRanking(of.ranking(), row.revision, row.finalizedAt, row.total));
        }
        return found;
    }

    /** What answers these questions, in order of position; each has an answer. */
    Map<FixedQuestion, FixedFound> found(Collection<FixedQuestion> questions) {
        return FixedFound.of(
                questions,
                query -> query.list(sql, FixedRow.class),
                question -> text(STANDINGS.of(question), question.ranking().ranking()));
    }

    private static String text(String sql, Ranking ranking) {
        return sql.replace("<final>", ranking.finalTable());
    }

    /**
     * Which final ranking.
     *
     * @param revision null is the one that stands
     */
    record Revision(Ranking ranking, @Nullable Integer revision) {}
}
