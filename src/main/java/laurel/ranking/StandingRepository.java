package laurel.ranking;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.participant.ParticipantRef;
import laurel.ranking.RankSource.RankSql;
import laurel.ranking.StandingQuery.AroundQuery;
import laurel.ranking.StandingQuery.PageQuery;
import laurel.ranking.StandingQuery.ParticipantQuery;
import laurel.ranking.StandingQuery.ParticipantsQuery;
import laurel.ranking.StandingQuery.PercentileQuery;
import laurel.ranking.StandingQuery.PositionQuery;

/**
 * Reads standings. One statement runs all queries; each of its parts reads one partition. LATERAL with OFFSET 0 makes
 * the parts index look-ups per query, regardless of statistics. The files {@code src/test/resources/sql/ranking/*.sql} show
 * the composed statements.
 */
@Singleton
public class StandingRepository {
    /** Returns consecutive entries {@code found}, with the metrics of the best of them, {@code k}. */
    private static final String FOUND = """
                ), k AS (
                    SELECT * FROM found ORDER BY sort_key, subscore_key, tie_key, id_key LIMIT 1
                ), counted AS MATERIALIZED (
                    SELECT <metrics> FROM k
                )
                SELECT found.*, counted.* FROM counted, found
                OFFSET 0) AS s
            """;

    /**
     * Resolves the participant that the query names, by id or external id, as {@code named}. The input has the components of a
     * {@link ParticipantRef}.
     */
    public static final String NAMED_PARTICIPANT = """
            CROSS JOIN LATERAL (
                SELECT q.id FROM participant AS q
                WHERE q.app_id = input.app_id AND q.entity_type = input.entity_type AND q.external_id = input.external_id
                  AND (input.sees_pseudonymous OR q.pseudonym IS NULL)
                UNION ALL
                SELECT q.id FROM participant AS q WHERE q.id = input.participant_id AND q.app_id = input.app_id
                  AND q.erased_at IS NULL
                OFFSET 0) AS named
            """;

    private static final String PAGE = KeyRangeBounds.in("""
            SELECT input.query_number, s.*
            FROM unnest(:queryNumber, :input.ranking.id, :input.page.size, <keys>)
                 AS input (query_number, ranking_id, size, <key names>)
            CROSS JOIN LATERAL (
                WITH found AS MATERIALIZED (
                    SELECT e.*, FALSE AS marked FROM <entry> AS e
                    WHERE e.ranking_id = input.ranking_id
                      AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key)
                        > (input.low_sort, input.low_subscore, input.low_tie, input.low_id)
                      AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key)
                        < (input.high_sort, input.high_subscore, input.high_tie, input.high_id)
                    ORDER BY e.sort_key <way>, e.subscore_key <way>, e.tie_key <way>, e.id_key <way>
                    LIMIT input.size + 1
            """ + FOUND);

    private static final RankSql PAGE_DOWN = RankSql.of(PAGE.replace("<way>", "ASC"));
    private static final RankSql PAGE_UP = RankSql.of(PAGE.replace("<way>", "DESC"));

    /** The page, and the entry before it, marked, if the page starts at a position. */
    private static final String PAGE_BY_RANK = KeyRangeBounds.in("""
            SELECT input.query_number, s.*
            FROM unnest(:queryNumber, :input.ranking.id, :input.page.size, :input.page.fromPosition, <keys>,
                        :input.keyRange.rankAtLeast, :input.keyRange.rankAtMost)
                 AS input (query_number, ranking_id, size, from_position, <key names>, rank_at_least, rank_at_most)
            CROSS JOIN LATERAL <low> AS low
            CROSS JOIN LATERAL <high> AS high
            CROSS JOIN LATERAL <start> AS start
            CROSS JOIN LATERAL (
                WITH found AS MATERIALIZED (
                    (SELECT e.*, FALSE AS marked FROM <entry> AS e
                     WHERE e.ranking_id = input.ranking_id
                       AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key)
                         <beyond> (start.sort, start.subscore, start.tie, start.id)
                       AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key)
                         <before> (<end>.sort, <end>.subscore, <end>.tie, <end>.id)
                     ORDER BY e.sort_key <way>, e.subscore_key <way>, e.tie_key <way>, e.id_key <way>
                     LIMIT input.size + 1)
                    UNION ALL
                    (SELECT e.*, TRUE FROM <entry> AS e
                     WHERE e.ranking_id = input.ranking_id
                       AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key)
                         <before>= (start.sort, start.subscore, start.tie, start.id)
                       AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key)
                         <beyond> (<begin>.sort, <begin>.subscore, <begin>.tie, <begin>.id)
                       AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key)
                         <before> (<end>.sort, <end>.subscore, <end>.tie, <end>.id)
                     ORDER BY e.sort_key <back>, e.subscore_key <back>, e.tie_key <back>, e.id_key <back>
                     LIMIT 1)
            """ + FOUND);

    private static final RankSql PAGE_BY_RANK_DOWN = RankSql.of(PAGE_BY_RANK
            .replace("<start>", KeyRangeBounds.START_DOWN)
            .replace("<begin>", "low")
            .replace("<end>", "high")
            .replace("<beyond>", ">")
            .replace("<before>", "<")
            .replace("<way>", "ASC")
            .replace("<back>", "DESC"));
    private static final RankSql PAGE_BY_RANK_UP = RankSql.of(PAGE_BY_RANK
            .replace("<start>", KeyRangeBounds.START_UP)
            .replace("<begin>", "high")
            .replace("<end>", "low")
            .replace("<beyond>", "<")
            .replace("<before>", ">")
            .replace("<way>", "DESC")
            .replace("<back>", "ASC"));

    private static final RankSql AROUND = RankSql.of("""
            SELECT input.query_number, s.*
            FROM unnest(:queryNumber, :input.ranking.id, :input.ranking.appId, :input.participant.id,
                        :input.participant.entityType, :input.participant.externalId,
                        :input.participant.seesPseudonymous,
                        :input.neighbours.maxAbove, :input.neighbours.maxBelow)
                 AS input (query_number, ranking_id, app_id, participant_id, entity_type, external_id, sees_pseudonymous, above,
                           below)
            """ + NAMED_PARTICIPANT + """
            CROSS JOIN LATERAL (
                WITH me AS MATERIALIZED (
                    SELECT e.*, TRUE AS marked FROM <entry> AS e
                    WHERE e.ranking_id = input.ranking_id AND e.participant_id = named.id
                ), found AS MATERIALIZED (
                    SELECT * FROM me
                    UNION ALL
                    SELECT b.* FROM me, LATERAL (
                        SELECT e.*, FALSE FROM <entry> AS e
                        WHERE e.ranking_id = input.ranking_id
                          AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key)
                            < (me.sort_key, me.subscore_key, me.tie_key, me.id_key)
                        ORDER BY e.sort_key DESC, e.subscore_key DESC, e.tie_key DESC, e.id_key DESC
                        LIMIT input.above) AS b
                    UNION ALL
                    SELECT b.* FROM me, LATERAL (
                        SELECT e.*, FALSE FROM <entry> AS e
                        WHERE e.ranking_id = input.ranking_id
                          AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key)
                            > (me.sort_key, me.subscore_key, me.tie_key, me.id_key)
                        ORDER BY e.sort_key, e.subscore_key, e.tie_key, e.id_key
                        LIMIT input.below) AS b
            """ + FOUND);

    private static final RankSql PARTICIPANTS = RankSql.of("""
            SELECT input.query_number, k.*, FALSE AS marked, <metrics>
            FROM unnest(:queryNumber, :input.ranking.id, :input.ranking.appId, :input.participant.id,
                        :input.participant.entityType, :input.participant.externalId,
                        :input.participant.seesPseudonymous)
                 AS input (query_number, ranking_id, app_id, participant_id, entity_type, external_id, sees_pseudonymous)
            """ + NAMED_PARTICIPANT + """
            CROSS JOIN LATERAL (
                SELECT e.* FROM <entry> AS e
                WHERE e.ranking_id = input.ranking_id AND e.participant_id = named.id
                OFFSET 0) AS k
            """);

    private static final RankSql AT_POSITION = RankSql.of("""
            SELECT input.query_number, k.*, FALSE AS marked, <metrics>
            FROM unnest(:queryNumber, :input.ranking.id, :input.position) AS input (query_number, ranking_id, position)
            CROSS JOIN LATERAL (SELECT input.ranking_id, input.position) AS p
            CROSS JOIN LATERAL <entry at position> AS at
            CROSS JOIN LATERAL (
                SELECT e.* FROM <entry> AS e
                WHERE e.ranking_id = input.ranking_id AND e.participant_id = at.participant_id
                OFFSET 0) AS k
            """);

    /**
     * The last entry with at least this percentile. Its rank is computed, and then verified together with its neighbours,
     * because 64-bit floats do not divide exactly, and the result must agree with the percentile that a standing shows.
     */
    private static final RankSql AT_PERCENTILE = RankSql.of("""
            SELECT input.query_number, k.*, FALSE AS marked, <metrics>
            FROM unnest(:queryNumber, :input.ranking.id, :input.percentile) AS input (query_number, ranking_id, percentile)
            CROSS JOIN LATERAL (SELECT <entry count> AS total FROM (SELECT input.ranking_id) AS k OFFSET 0) AS t
            CROSS JOIN LATERAL (
                SELECT input.ranking_id, max(rank) AS position
                FROM generate_series(floor(t.total - t.total * input.percentile / 100)::bigint - 1,
                                     floor(t.total - t.total * input.percentile / 100)::bigint + 1) AS rank
                WHERE rank BETWEEN 1 AND t.total
                  AND (t.total = 1 OR (t.total - rank)::double precision * 100 / t.total >= input.percentile)) AS p
            CROSS JOIN LATERAL <entry at position> AS at
            CROSS JOIN LATERAL (
                SELECT e.* FROM <entry> AS e
                WHERE e.ranking_id = input.ranking_id AND (e.sort_key, e.subscore_key) <= (at.sort_key, at.subscore_key)
                ORDER BY e.sort_key DESC, e.subscore_key DESC, e.tie_key DESC, e.id_key DESC
                LIMIT 1) AS k
            """);

    private static final RankSql PARTICIPANT = RankSql.of("""
            SELECT input.query_number, k.*, FALSE AS marked, <metrics>
            FROM unnest(:queryNumber, :input.ranking.id, :input.participant) AS input (query_number, ranking_id, participant)
            CROSS JOIN LATERAL (
                SELECT e.* FROM <entry> AS e
                WHERE e.ranking_id = input.ranking_id AND e.participant_id = input.participant
                OFFSET 0) AS k
            """);

    private final Sql sql;

    StandingRepository(Sql sql) {
        this.sql = sql;
    }

    /** One participant of a query for several. */
    private record Member(Ranking ranking, ParticipantRef participant) {}

    /** The rows of the results, with the index of their query in the list, in no order. */
    List<StandingRow> list(List<StandingQuery> queries, PartitionedQuery statement) {
        for (int number = 0; number < queries.size(); number++) {
            StandingQuery query = queries.get(number);
            String text = sql(query);
            for (Object value : values(query)) {
                statement.add(text, number, value);
            }
        }
        return statement.list(sql, StandingRow.class);
    }

    /** Returns the SQL of a query. */
    static String sql(StandingQuery query) {
        return text(query).of(query.ranking(), StandingResult.metrics(query));
    }

    private static RankSql text(StandingQuery standingQuery) {
        return switch (standingQuery) {
            case PageQuery of -> {
                boolean down = of.page().downwards();
                yield of.isBoundedByRank() ? (down ? PAGE_BY_RANK_DOWN : PAGE_BY_RANK_UP) : down ? PAGE_DOWN : PAGE_UP;
            }
            case AroundQuery around -> AROUND;
            case ParticipantsQuery of -> PARTICIPANTS;
            case ParticipantQuery of -> PARTICIPANT;
            case PositionQuery at -> AT_POSITION;
            case PercentileQuery at -> AT_PERCENTILE;
        };
    }

    private static List<?> values(StandingQuery standingQuery) {
        return switch (standingQuery) {
            case AroundQuery query -> query.participant().possible() ? List.of(query) : List.of();
            case ParticipantsQuery query ->
                query.participants().stream()
                        .filter(ParticipantRef::possible)
                        .distinct()
                        .map(participant -> new Member(query.ranking(), participant))
                        .toList();
            default -> List.of(standingQuery);
        };
    }
}
