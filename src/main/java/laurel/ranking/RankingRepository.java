package laurel.ranking;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.participant.ParticipantRef;
import laurel.score.RankIndex;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Each query names the one partition that it reads. */
@Singleton
class RankingRepository {
    private static final String OF_EVERYONE = """
            SELECT r.*, l.decimals
            FROM ranking AS r JOIN leaderboard AS l ON l.id = r.leaderboard_id
            WHERE r.app_id = :app AND r.window_id = ANY (:windows) AND r.group_values = '{}'
            """;
    private static final String BY_ID = """
            SELECT r.*, l.decimals
            FROM ranking AS r JOIN leaderboard AS l ON l.id = r.leaderboard_id
            WHERE r.app_id = :app AND r.id = :id
            """;

    private static final String TOTALS =
            "SELECT k.ranking_id, " + RankIndex.TOTAL + " AS total FROM unnest(:<entry>) AS k (ranking_id)";

    /** {@code found} are the entries wanted; the counts are taken for the best of them, {@code k}. */
    private static final String COUNTED = """
            , k AS (
                SELECT * FROM found ORDER BY sort_key, subscore_key, tie_key, participant_id LIMIT 1
            ), counted AS MATERIALIZED (
                SELECT <counts> FROM k
            )
            SELECT found.*, counted.* FROM counted, found
            ORDER BY sort_key, subscore_key, tie_key, participant_id
            """;

    private static final String PAGE = """
            WITH found AS MATERIALIZED (
                SELECT * FROM <entry>
                WHERE ranking_id = :ranking <beyond>
                ORDER BY sort_key <way>, subscore_key <way>, tie_key <way>, participant_id <way>
                LIMIT :limit
            )
            """ + COUNTED;
    private static final String BEYOND_DOWN = "AND (sort_key, subscore_key, tie_key, participant_id)"
            + " > (:p.sortKey, :p.subscoreKey, :p.tieKey, :p.participantId)";
    private static final String BEYOND_UP = "AND (sort_key, subscore_key, tie_key, participant_id)"
            + " < (:p.sortKey, :p.subscoreKey, :p.tieKey, :p.participantId)";

    private static final String STANDING = """
            SELECT k.*, <counts> FROM <entry> AS k
            WHERE k.ranking_id = :ranking
              AND k.participant_id = (SELECT p.id FROM participant AS p
                                      WHERE p.app_id = :app AND p.type = :type AND p.external_id = :externalId)
            """;
    private static final String AROUND = """
            WITH me AS MATERIALIZED (
                SELECT * FROM <entry> WHERE ranking_id = :ranking AND participant_id = :participant
            ), found AS MATERIALIZED (
                SELECT * FROM me
                UNION ALL
                SELECT a.* FROM me, LATERAL (
                    SELECT * FROM <entry> AS e
                    WHERE e.ranking_id = :ranking
                      AND (e.sort_key, e.subscore_key, e.tie_key, e.participant_id)
                        < (me.sort_key, me.subscore_key, me.tie_key, me.participant_id)
                    ORDER BY e.sort_key DESC, e.subscore_key DESC, e.tie_key DESC, e.participant_id DESC
                    LIMIT :above) AS a
                UNION ALL
                SELECT b.* FROM me, LATERAL (
                    SELECT * FROM <entry> AS e
                    WHERE e.ranking_id = :ranking
                      AND (e.sort_key, e.subscore_key, e.tie_key, e.participant_id)
                        > (me.sort_key, me.subscore_key, me.tie_key, me.participant_id)
                    ORDER BY e.sort_key, e.subscore_key, e.tie_key, e.participant_id
                    LIMIT :below) AS b
            )
            """ + COUNTED;

    List<Ranking> ofEveryone(Handle handle, int app, Collection<Long> windows) {
        return handle.createQuery(OF_EVERYONE)
                .bind("app", app)
                .bindArray("windows", Long.class, windows)
                .mapTo(Ranking.class)
                .list();
    }

    Optional<Ranking> byId(Handle handle, int app, long id) {
        Query query = handle.createQuery(BY_ID).bind("app", app).bind("id", id);
        return query.mapTo(Ranking.class).findOne();
    }

    /** How many stand in each of these rankings, by id. */
    Map<Long, Integer> totals(Handle handle, Collection<Ranking> rankings) {
        Map<String, List<Long>> byTable = rankings.stream()
                .collect(Collectors.groupingBy(
                        Ranking::entryTable, Collectors.mapping(Ranking::id, Collectors.toList())));
        String sql = byTable.keySet().stream()
                .map(table -> TOTALS.replace("<entry>", table))
                .collect(Collectors.joining(" UNION ALL "));
        Query query = handle.createQuery(sql);
        byTable.forEach((table, ids) -> query.bindArray(table, Long.class, ids));
        return query.mapTo(Total.class).list().stream().collect(Collectors.toMap(Total::rankingId, Total::total));
    }

    /** A row of {@link #TOTALS}. */
    record Total(long rankingId, int total) {}

    /** The entries of a page, best first. */
    List<StandingRow> page(Handle handle, Ranking ranking, Page page, Set<Count> counts) {
        String beyond = page.downwards() ? BEYOND_DOWN : BEYOND_UP;
        Query query = counting(query(handle, PAGE, ranking), ranking, Count.columns(counts, page.fromBest()))
                .define("beyond", page.from() == null ? "" : beyond)
                .define("way", page.downwards() ? "ASC" : "DESC")
                .bind("limit", page.size());
        if (page.from() != null) {
            query.bindMethods("p", page.from());
        }
        return query.mapTo(StandingRow.class).list();
    }

    Optional<StandingRow> standing(Handle handle, Ranking ranking, ParticipantRef who, Set<Count> counts) {
        return counting(query(handle, STANDING, ranking), ranking, Count.columns(counts, false))
                .bind("app", ranking.appId())
                .bind("type", who.type())
                .bind("externalId", who.externalId())
                .mapTo(StandingRow.class)
                .findOne();
    }

    /** The entry of one participant and as many neighbours as may be wanted, best first; none where it has no entry. */
    List<StandingRow> around(Handle handle, Ranking ranking, long participant, Neighbours wanted, Set<Count> counts) {
        return counting(query(handle, AROUND, ranking), ranking, Count.columns(counts, false))
                .bind("participant", participant)
                .bind("above", wanted.mostAbove())
                .bind("below", wanted.mostBelow())
                .mapTo(StandingRow.class)
                .list();
    }

    private static Query query(Handle handle, String sql, Ranking ranking) {
        return handle.createQuery(sql).define("entry", ranking.entryTable()).bind("ranking", ranking.id());
    }

    private static Query counting(Query query, Ranking ranking, String columns) {
        return query.define("counts", columns.replace("<entry>", ranking.entryTable()));
    }
}
