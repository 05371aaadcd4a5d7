package laurel.badge.rule;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.badge.Badge;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.event.EventType;
import laurel.window.RankingId;
import org.jspecify.annotations.Nullable;

/** Reads final ranks that earn badges. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class FinalRankRepository implements SqlRepository {
    /** Positions of one ranking that one transaction awards, from the first. */
    static final int MAX_POSITION = 100_000;

    /** Participants that tie with the last rank are behind the last position; they are read only if there are any. */
    private static final String EARNERS = """
            SELECT input.query_number, f.participant_id
            FROM unnest(:queryNumber, :input.ranking.id, :input.ranking.revision,
                        :input.query.badge.rule.maxRank, :input.query.badge.rule.topFraction)
                 AS input (query_number, ranking, revision, max_rank, fraction)
            CROSS JOIN LATERAL (
                SELECT q.position AS total FROM <final> AS q
                WHERE q.ranking_id = input.ranking AND q.revision = input.revision
                ORDER BY q.position DESC LIMIT 1) AS t
            CROSS JOIN LATERAL (SELECT coalesce(input.max_rank, ceil(t.total * input.fraction))::integer AS place) AS l
            CROSS JOIN LATERAL (
                SELECT q.participant_id FROM <final> AS q
                WHERE q.ranking_id = input.ranking AND q.revision = input.revision AND q.position <= least(l.place, <max position>)
                UNION ALL
                SELECT q.participant_id FROM <final> AS q
                WHERE q.ranking_id = input.ranking AND q.revision = input.revision
                  AND q.position > l.place AND q.position <= <max position> AND q.rank <= l.place
                  AND EXISTS (SELECT FROM <final> AS p
                              WHERE p.ranking_id = input.ranking AND p.revision = input.revision
                                AND p.position = l.place + 1 AND p.rank <= l.place)
                OFFSET 0) AS f
            """.replace("<max position>", Integer.toString(MAX_POSITION));

    private final Sql sql;

    FinalRankRepository(Sql sql) {
        this.sql = sql;
    }

    /**
     * An event about a window that became final or was corrected.
     *
     * @param windowId    null if the event is about none
     * @param leaderboard null if it was deleted
     * @param definition  null if the window has expired
     */
    @Introspected
    record FinalWindowEvent(
            long id,
            EventType eventType,
            @Nullable Long windowId,
            @Nullable String leaderboard,
            @Nullable String definition) {
        /** The window if it earns the badge, else null. */
        @Nullable
        Long windowOf(Badge badge) {
            return id > badge.followsFrom()
                            && leaderboard != null
                            && leaderboard.equals(badge.rule().leaderboardKey())
                            && definition != null
                            && definition.equals(badge.rule().windowDefinitionKey())
                    ? windowId
                    : null;
        }
    }

    /** Selects the participants that fulfil a badge's rule in a window. */
    record EarnerQuery(Badge badge, long windowId) {}

    /** The stored ranking of the n-th query, from 1. */
    @Introspected
    record FinalizedRanking(long n, long id, int revision) {}

    /** A query and the ranking that it reads. */
    private record RankingQuery(EarnerQuery query, FinalizedRanking ranking) {}

    @Introspected
    record Earner(int queryNumber, long participantId) {}

    /** The events about final windows of an app after this one. */
    @Query("""
            SELECT e.id, e.event_type, e.window_id, l.key AS leaderboard, w.definition
            FROM (SELECT * FROM event AS q
                  WHERE q.app_id = :app AND q.id > :after AND q.event_type IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED')
                  ORDER BY q.id LIMIT :limit) AS e
            LEFT JOIN leaderboard_window AS w ON w.id = e.window_id AND w.expired_at IS NULL
            LEFT JOIN leaderboard AS l ON l.id = e.leaderboard_id
            ORDER BY e.id
            """)
    abstract List<FinalWindowEvent> events(int app, long after, int limit);

    /**
     * The final windows of a badge's leaderboard and definition, after this one.
     *
     * @param since only windows that became final or were corrected after this event; 0 is all
     */
    @Query("""
            SELECT w.id
            FROM leaderboard AS l
            JOIN leaderboard_window AS w ON w.leaderboard_id = l.id
            WHERE l.app_id = :badge.appId AND l.key = :badge.rule.leaderboardKey
              AND w.definition = :badge.rule.windowDefinitionKey
              AND w.revision > 0 AND w.expired_at IS NULL AND w.id > :after
              AND (:since = 0
                   OR EXISTS (SELECT FROM event AS e
                              WHERE e.window_id = w.id AND e.id > :since
                                AND e.event_type IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED')))
            ORDER BY w.id
            LIMIT :limit
            """)
    abstract List<Long> windows(Badge badge, long after, long since, int limit);

    /** The final rankings; none for a window with a pending correction, which gets another event. */
    @Query("""
            SELECT a.n, r.id, r.revision
            FROM unnest(:queries.windowId, :queries.badge.rule.rankedGroup) WITH ORDINALITY AS a (window_id, group_values, n)
            CROSS JOIN LATERAL (
                SELECT * FROM ranking AS q
                WHERE q.window_id = a.window_id AND q.group_values = a.group_values AND q.revision > 0
                OFFSET 0) AS r
            """)
    abstract List<FinalizedRanking> rankings(List<EarnerQuery> queries);

    /** The earners by query; queries without a final ranking are absent. */
    Map<EarnerQuery, List<Long>> earners(List<EarnerQuery> queries) {
        List<RankingQuery> stored = rankings(queries).stream()
                .map(ranking -> new RankingQuery(queries.get((int) ranking.n - 1), ranking))
                .toList();
        Map<EarnerQuery, List<Long>> found = new HashMap<>();
        stored.forEach(of -> found.put(of.query, new ArrayList<>()));
        new PartitionedQuery()
                .add(stored, of -> EARNERS.replace("<final>", RankingId.finalTable(of.ranking.id)))
                .list(sql, Earner.class)
                .forEach(earner -> found.computeIfAbsent(
                                stored.get(earner.queryNumber).query, query -> new ArrayList<>())
                        .add(earner.participantId));
        return found;
    }
}
