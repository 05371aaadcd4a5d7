package laurel.badge.rule;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import laurel.badge.Badge;
import laurel.badge.award.BadgeAwardEvidence;
import laurel.badge.award.EarnedBadge;
import laurel.database.partition.PartitionedId;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.event.EventType;
import laurel.leaderboard.Group;
import laurel.leaderboard.ScoreFormat;
import laurel.leaderboard.SortOrder;
import laurel.window.RankingId;
import org.jspecify.annotations.Nullable;

/** Reads final ranks that earn badges. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class FinalRankRepository implements SqlRepository {
    /** Positions of one ranking that earn a badge, from the first. */
    static final int MAX_POSITION = 100_000;

    private static final String ONLY_GROUP = "q.group_values = :group";

    /** Starts at the ranking before, or at the first of the window. Reads the rankings in the order of the index. */
    private static final String EACH_GROUP = """
            q.group_values >= coalesce((SELECT c.group_values FROM ranking AS c
                                                   WHERE c.id = :after AND c.window_id = w.id), '{}')
                  AND ARRAY(SELECT jsonb_object_keys(q.group_values)) = :attributes""";

    /** Rankings with a pending correction have no revision; their window gets another event. */
    private static final String RANKINGS = """
            SELECT r.id, r.window_id, r.revision, r.sort_order, r.group_values
            FROM unnest(:windows) AS w (id)
            CROSS JOIN LATERAL (
                SELECT * FROM ranking AS q
                WHERE q.window_id = w.id AND q.revision > 0 AND <groups>
                ORDER BY q.group_values LIMIT :limit) AS r
            ORDER BY r.window_id, r.group_values LIMIT :limit
            """;

    private static final String ENTRY_COUNTS = """
            SELECT input.query_number, t.entry_count
            FROM unnest(:queryNumber, :input.id, :input.revision) AS input (query_number, ranking, revision)
            CROSS JOIN LATERAL (
                SELECT q.position AS entry_count FROM <final> AS q
                WHERE q.ranking_id = input.ranking AND q.revision = input.revision
                ORDER BY q.position DESC LIMIT 1) AS t
            """;

    /** Participants that tie with the last rank are behind the last position; they are read only if there are any. */
    private static final String EARNERS = """
            SELECT * FROM (
                SELECT input.query_number, f.participant_id, f.position, f.rank, f.sort_key
                FROM unnest(:queryNumber, :input.ranking.id, :input.ranking.revision, :input.worstRank, :input.after)
                     AS input (query_number, ranking, revision, worst, after)
                CROSS JOIN LATERAL (
                    (SELECT q.* FROM <final> AS q
                     WHERE q.ranking_id = input.ranking AND q.revision = input.revision
                       AND q.position > input.after AND q.position <= least(input.worst, <max position>)
                     ORDER BY q.position LIMIT <limit>)
                    UNION ALL
                    (SELECT q.* FROM <final> AS q
                     WHERE q.ranking_id = input.ranking AND q.revision = input.revision
                       AND q.position > greatest(input.worst, input.after) AND q.position <= <max position>
                       AND q.rank <= input.worst
                       AND EXISTS (SELECT FROM <final> AS p
                                   WHERE p.ranking_id = input.ranking AND p.revision = input.revision
                                     AND p.position = input.worst + 1 AND p.rank <= input.worst)
                     ORDER BY q.position LIMIT <limit>)) AS f
                ORDER BY input.query_number, f.position LIMIT <limit>) AS part
            """.replace("<max position>", Integer.toString(MAX_POSITION));

    /** The ranks of participants in final rankings of these windows, all of one slice, that earn the badge. */
    private static final String RANKS_OF = """
            SELECT f.participant_id, f.rank, f.sort_key, t.entry_count,
                   r.id, r.window_id, r.revision, r.sort_order, r.group_values
            FROM unnest(:participants) AS p (id)
            CROSS JOIN LATERAL (SELECT * FROM <final> AS q WHERE q.participant_id = p.id OFFSET 0) AS f
            CROSS JOIN LATERAL (
                SELECT * FROM ranking AS q WHERE q.id = f.ranking_id AND q.revision = f.revision OFFSET 0) AS r
            CROSS JOIN LATERAL (
                SELECT q.position AS entry_count FROM <final> AS q
                WHERE q.ranking_id = r.id AND q.revision = r.revision
                ORDER BY q.position DESC LIMIT 1) AS t
            WHERE r.window_id = ANY (:windows) AND ARRAY(SELECT jsonb_object_keys(r.group_values)) = :attributes
              AND (:group::jsonb IS NULL OR r.group_values = :group::jsonb)
              AND f.rank <= coalesce(:maxRank::integer, ceil(t.entry_count * :fraction::numeric)) AND f.position <= <max position>
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
     * @param finalEvent  the event when the window became final; 0 if it is not stored
     */
    @Introspected
    record FinalWindowEvent(
            long id,
            EventType eventType,
            @Nullable Long windowId,
            @Nullable String leaderboard,
            @Nullable String definition,
            long finalEvent) {
        /**
         * Whether the window earns the badge. If it became final {@linkplain #isFinalBefore before}, it earns the badge only if a
         * backfill has awarded the badge for it.
         */
        boolean concerns(Badge badge) {
            return id > badge.followsFrom()
                    && windowId != null
                    && leaderboard != null
                    && leaderboard.equals(badge.rule().leaderboardKey())
                    && definition != null
                    && definition.equals(badge.rule().windowDefinitionKey());
        }

        /** Whether the window became final before the badge was created, or before it was last enabled. */
        boolean isFinalBefore(Badge badge) {
            return finalEvent <= badge.followsFrom();
        }
    }

    /** A window with final ranks. It is pending if it has a correction that is not final yet. */
    @Introspected
    record FinalWindow(long id, int sliceId, String name, int decimals, int revision, boolean pending) {
        String finalTable() {
            return RankingId.finalTable(PartitionedId.first(sliceId));
        }

        /** The badge that a rank in one of the window's rankings earns. */
        EarnedBadge earned(
                Badge badge, long participant, FinalizedRanking ranking, int rank, long sortKey, int entries) {
            String score = new ScoreFormat(decimals).format(ranking.sortOrder.score(sortKey));
            return EarnedBadge.by(
                    badge,
                    participant,
                    id,
                    BadgeAwardEvidence.ofRank(
                            rank, score, badge.rule().leaderboardKey(), name, ranking.groupValues, entries));
        }
    }

    /** A ranking of a final window. */
    @Introspected
    record FinalizedRanking(long id, long windowId, int revision, SortOrder sortOrder, Group groupValues) {}

    @Introspected
    record EntryCount(int queryNumber, int entryCount) {}

    /**
     * Selects the participants of a ranking up to a rank.
     *
     * @param after the last position that was read before
     */
    record EarnerQuery(FinalizedRanking ranking, int worstRank, int after) {}

    @Introspected
    record Earner(int queryNumber, long participantId, int position, int rank, long sortKey) {}

    @Introspected
    record ParticipantRank(long participantId, int rank, long sortKey, int entryCount, FinalizedRanking ranking) {}

    /** The events about final windows of an app after this one. */
    @Query("""
            SELECT e.id, e.event_type, e.window_id, l.key AS leaderboard, w.definition, coalesce(f.id, 0) AS final_event
            FROM (SELECT * FROM event AS q
                  WHERE q.app_id = :app AND q.id > :after AND q.event_type IN ('WINDOW_FINALIZED', 'WINDOW_CORRECTED')
                  ORDER BY q.id LIMIT :limit) AS e
            LEFT JOIN leaderboard_window AS w ON w.id = e.window_id AND w.expired_at IS NULL
            LEFT JOIN leaderboard AS l ON l.id = e.leaderboard_id
            LEFT JOIN LATERAL (
                SELECT q.id FROM event AS q WHERE q.window_id = e.window_id AND q.event_type = 'WINDOW_FINALIZED'
                ORDER BY q.number LIMIT 1) AS f ON true
            ORDER BY e.id
            """)
    abstract List<FinalWindowEvent> events(int app, long after, int limit);

    /** A final window; empty if it has expired. */
    @Query("""
            SELECT w.id, w.slice_id, w.name, l.decimals, w.revision, w.requested_revision > w.revision AS pending
            FROM leaderboard_window AS w JOIN leaderboard AS l ON l.id = w.leaderboard_id
            WHERE w.id = :id AND w.revision > 0 AND w.expired_at IS NULL
            """)
    abstract Optional<FinalWindow> window(long id);

    /**
     * The final windows of a badge's leaderboard and definition, after this one.
     *
     * @param since only windows that became final after this event; 0 is all
     */
    @Query("""
            SELECT w.id, w.slice_id, w.name, l.decimals, w.revision, w.requested_revision > w.revision AS pending
            FROM leaderboard AS l
            JOIN leaderboard_window AS w ON w.leaderboard_id = l.id
            WHERE l.app_id = :badge.appId AND l.key = :badge.rule.leaderboardKey
              AND w.definition = :badge.rule.windowDefinitionKey
              AND w.revision > 0 AND w.expired_at IS NULL AND w.id > :after
              AND (:since = 0
                   OR EXISTS (SELECT FROM event AS e
                              WHERE e.window_id = w.id AND e.id > :since AND e.event_type = 'WINDOW_FINALIZED'))
            ORDER BY w.id
            LIMIT :limit
            """)
    abstract List<FinalWindow> windows(Badge badge, long after, long since, int limit);

    /** Whether a window has a correction that is not final yet. Another event follows then. */
    @Query("SELECT EXISTS (SELECT FROM leaderboard_window WHERE id = :window AND requested_revision > revision)")
    abstract boolean isPending(long window);

    /**
     * The final rankings of a badge's groups in these windows, in order of window and group.
     *
     * @param after the ranking to start with in its window; 0 for the first
     */
    List<FinalizedRanking> rankings(Badge badge, Collection<Long> windows, long after, int limit) {
        Group only = badge.rule().rankedGroup();
        var query = sql.of(RANKINGS.replace("<groups>", only == null ? EACH_GROUP : ONLY_GROUP))
                .bindEach("windows", Long.class, windows)
                .bind("limit", limit);
        return (only == null
                        ? query.bind("after", after)
                                .bindEach(
                                        "attributes", String.class, badge.rule().rankedAttributes())
                        : query.bind("group", only))
                .list(FinalizedRanking.class);
    }

    /** The numbers of entries of rankings, by index; rankings without entries are absent. */
    Map<Integer, Integer> entryCounts(List<FinalizedRanking> rankings) {
        return new PartitionedQuery()
                        .add(rankings, ranking -> ENTRY_COUNTS.replace("<final>", RankingId.finalTable(ranking.id)))
                        .list(sql, EntryCount.class)
                        .stream()
                        .collect(Collectors.toMap(EntryCount::queryNumber, EntryCount::entryCount));
    }

    /** The first earners, in order of query and position. */
    List<Earner> earners(List<EarnerQuery> queries, int limit) {
        return new PartitionedQuery()
                        .add(queries, query -> EARNERS.replace("<final>", RankingId.finalTable(query.ranking.id))
                                .replace("<limit>", Integer.toString(limit)))
                        .list(sql, Earner.class)
                        .stream()
                        .sorted(Comparator.comparingInt(Earner::queryNumber).thenComparingInt(Earner::position))
                        .limit(limit)
                        .toList();
    }

    /** What participants have earned by these windows, in order of window. */
    List<EarnedBadge> earned(Badge badge, List<FinalWindow> windows, Collection<Long> participants) {
        Map<Long, FinalWindow> byId = windows.stream().collect(Collectors.toMap(FinalWindow::id, window -> window));
        Map<Long, List<EarnedBadge>> found = new TreeMap<>();
        windows.stream().map(FinalWindow::finalTable).distinct().forEach(table -> ranks(
                        badge, table, byId.keySet(), participants)
                .forEach(rank -> {
                    FinalWindow window = byId.get(rank.ranking.windowId);
                    if (window != null) {
                        found.computeIfAbsent(window.id, id -> new ArrayList<>())
                                .add(window.earned(
                                        badge,
                                        rank.participantId,
                                        rank.ranking,
                                        rank.rank,
                                        rank.sortKey,
                                        rank.entryCount));
                    }
                }));
        return found.values().stream().flatMap(List::stream).toList();
    }

    private List<ParticipantRank> ranks(
            Badge badge, String table, Collection<Long> windows, Collection<Long> participants) {
        return sql.of(RANKS_OF.replace("<final>", table))
                .bindEach("participants", Long.class, participants)
                .bindEach("windows", Long.class, windows)
                .bindEach("attributes", String.class, badge.rule().rankedAttributes())
                .bind("group", badge.rule().rankedGroup())
                .bind("maxRank", badge.rule().maxRank())
                .bind("fraction", badge.rule().topFraction())
                .list(ParticipantRank.class);
    }
}
