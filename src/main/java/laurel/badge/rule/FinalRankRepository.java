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

/** Who stood among the first when windows became final. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class FinalRankRepository implements SqlRepository {
    /** From the first place on, of one ranking: what one transaction awards. */
    static final int MOST = 100_000;

    /** Whoever shares the last rank stands behind the last position: they are looked for only where there are such. */
    private static final String EARNERS = """
            SELECT a.ask, f.participant_id
            FROM unnest(:ask, :asked.ranking.id, :asked.ranking.revision,
                        :asked.ask.badge.rule.rankAtMost, :asked.ask.badge.rule.topFraction)
                 AS a (ask, ranking, revision, most, fraction)
            CROSS JOIN LATERAL (
                SELECT q.position AS total FROM <final> AS q
                WHERE q.ranking_id = a.ranking AND q.revision = a.revision
                ORDER BY q.position DESC LIMIT 1) AS t
            CROSS JOIN LATERAL (SELECT coalesce(a.most, ceil(t.total * a.fraction))::integer AS place) AS l
            CROSS JOIN LATERAL (
                SELECT q.participant_id FROM <final> AS q
                WHERE q.ranking_id = a.ranking AND q.revision = a.revision AND q.position <= least(l.place, <most>)
                UNION ALL
                SELECT q.participant_id FROM <final> AS q
                WHERE q.ranking_id = a.ranking AND q.revision = a.revision
                  AND q.position > l.place AND q.position <= <most> AND q.rank <= l.place
                  AND EXISTS (SELECT FROM <final> AS p
                              WHERE p.ranking_id = a.ranking AND p.revision = a.revision
                                AND p.position = l.place + 1 AND p.rank <= l.place)
                OFFSET 0) AS f
            """.replace("<most>", Integer.toString(MOST));

    private final Sql sql;

    FinalRankRepository(Sql sql) {
        this.sql = sql;
    }

    /**
     * An event.
     *
     * @param windowId    null where it is about none
     * @param leaderboard null where it has gone, or where it is about none
     * @param definition  null where the window is not kept any more
     */
    @Introspected
    record Closing(
            long id,
            EventType eventType,
            @Nullable Long windowId,
            @Nullable String leaderboard,
            @Nullable String definition) {
        /** The window, where this is what a badge is earned by; else null. */
        @Nullable
        Long closed(Badge badge) {
            return id > badge.followsFrom()
                            && leaderboard != null
                            && leaderboard.equals(badge.rule().leaderboard())
                            && definition != null
                            && definition.equals(badge.rule().definition())
                    ? windowId
                    : null;
        }
    }

    /** Who fulfils a badge's rule in a window? */
    record Ask(Badge badge, long windowId) {}

    /** A ranking, of the n-th that was asked for, from 1. */
    @Introspected
    record Stored(long n, long id, int revision) {}

    /** A question, and the ranking whose stored ranks answer it. */
    private record StoredAsk(Ask ask, Stored ranking) {}

    @Introspected
    record Earner(int ask, long participantId) {}

    /** What became final in an app, or was corrected, after this event. */
    @Query("""
            SELECT e.id, e.event_type, e.window_id, l.key AS leaderboard, w.definition
            FROM (SELECT * FROM event AS q
                  WHERE q.app_id = :app AND q.id > :after AND q.event_type IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED')
                  ORDER BY q.id LIMIT :most) AS e
            LEFT JOIN leaderboard_window AS w ON w.id = e.window_id AND w.expired_at IS NULL
            LEFT JOIN leaderboard AS l ON l.id = e.leaderboard_id
            ORDER BY e.id
            """)
    abstract List<Closing> events(int app, long after, int most);

    /**
     * The final windows that a badge is about, after this one.
     *
     * @param since the event after which they became final or were corrected; 0 is all
     */
    @Query("""
            SELECT w.id
            FROM leaderboard AS l
            JOIN leaderboard_window AS w ON w.leaderboard_id = l.id
            WHERE l.app_id = :badge.appId AND l.key = :badge.rule.leaderboard AND w.definition = :badge.rule.definition
              AND w.revision > 0 AND w.expired_at IS NULL AND w.id > :after
              AND (:since = 0
                   OR EXISTS (SELECT FROM event AS e
                              WHERE e.window_id = w.id AND e.id > :since
                                AND e.event_type IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED')))
            ORDER BY w.id
            LIMIT :most
            """)
    abstract List<Long> windows(Badge badge, long after, long since, int most);

    /** The stored rankings; of a window whose correction waits to be stored, none: its event is yet to come. */
    @Query("""
            SELECT a.n, r.id, r.revision
            FROM unnest(:asked.windowId, :asked.badge.rule.ranked) WITH ORDINALITY AS a (window_id, group_values, n)
            CROSS JOIN LATERAL (
                SELECT * FROM ranking AS q
                WHERE q.window_id = a.window_id AND q.group_values = a.group_values AND q.revision > 0
                OFFSET 0) AS r
            """)
    abstract List<Stored> rankings(List<Ask> asked);

    /** Who does, by what was asked; it is absent where the ranks are not stored. */
    Map<Ask, List<Long>> earners(List<Ask> asked) {
        List<StoredAsk> stored = rankings(asked).stream()
                .map(ranking -> new StoredAsk(asked.get((int) ranking.n - 1), ranking))
                .toList();
        Map<Ask, List<Long>> found = new HashMap<>();
        stored.forEach(of -> found.put(of.ask, new ArrayList<>()));
        new PartitionedQuery()
                .ask(stored, of -> EARNERS.replace("<final>", RankingId.finalTable(of.ranking.id)))
                .list(sql, Earner.class)
                .forEach(earner -> found.computeIfAbsent(stored.get(earner.ask).ask, ask -> new ArrayList<>())
                        .add(earner.participantId));
        return found;
    }
}
