package laurel.score;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.database.Sql;
import laurel.index.RankIndex;

/** Asks the ledger what stands, or stood. */
@Singleton
class DerivationRepository {
    private static final String DERIVE = Derivation.sql("""
            (SELECT n, window_id, :present::timestamptz AS moment, string_to_array(attributes, ',') AS grouping
             FROM unnest(:windows, :groupings) WITH ORDINALITY AS counting (window_id, attributes, n))
            """, Derivation.OF_PARTICIPANTS);

    /** As {@link RankIndex} counts: better is a lower sort key, which of sums beyond 64 bits is their negative. */
    private static final String RANKS = """
            WITH wanted AS MATERIALIZED (
                SELECT w.*, r.group_values, CASE r.sort_order WHEN 'DESCENDING' THEN -1 ELSE 1 END AS sign,
                       -- Windows in which everything counts in each grouping are derived once for all of them.
                       CASE WHEN t.of_zone AND jsonb_path_exists(b.group_overrides, '$[*].zone')
                            THEN ARRAY(SELECT jsonb_object_keys(r.group_values)) END AS grouping
                FROM unnest(:windows, :moments, :rankings, :whose) WITH ORDINALITY
                     AS w (window_id, moment, ranking_id, participant_id, m)
                JOIN ranking AS r ON r.id = w.ranking_id
                JOIN leaderboard_window AS t ON t.id = w.window_id
                JOIN leaderboard AS b ON b.id = t.leaderboard_id
            ), asked AS MATERIALIZED (
                SELECT row_number() OVER () AS n, one.*
                FROM (SELECT DISTINCT window_id, moment, grouping FROM wanted) AS one
            ), derived AS MATERIALIZED (<derived>),
            stood AS (
                SELECT a.ranking_id, a.moment, d.participant_id,
                       rank() OVER (PARTITION BY a.n, a.ranking_id ORDER BY d.score * a.sign, d.subscore * a.sign) AS rank
                FROM (
                    SELECT DISTINCT asked.n, w.ranking_id, w.moment, w.group_values, w.sign
                    FROM wanted AS w
                    JOIN asked ON asked.window_id = w.window_id AND asked.moment = w.moment
                              AND asked.grouping IS NOT DISTINCT FROM w.grouping
                ) AS a
                JOIN derived AS d ON d.n = a.n AND d.group_values @> a.group_values
            )
            SELECT wanted.m, stood.rank
            FROM wanted
            JOIN stood ON stood.ranking_id = wanted.ranking_id AND stood.moment = wanted.moment
                      AND stood.participant_id = wanted.participant_id
            """.replace("<derived>", Derivation.sql("asked", Derivation.OF_ALL));

    private final Sql sql;

    DerivationRepository(Sql sql) {
        this.sql = sql;
    }

    /** What stands for these participants; where nothing does it is absent. */
    Map<Counting, List<Derived>> derive(List<Counting> counting, Collection<Long> participants) {
        return sql
                .of(DERIVE)
                .bind("present", Derivation.PRESENT)
                .bindArray("windows", Long.class, column(counting, Counting::windowId))
                .bindArray("groupings", String.class, column(counting, Counting::attributes))
                .bindArray("participants", Long.class, participants)
                .list(Found.class)
                .stream()
                .collect(groupingBy(found -> counting.get((int) found.n - 1), mapping(Found::derived, toList())));
    }

    /** A row of {@link #DERIVE}: for the n-th of the windows, from 1. */
    @Introspected
    record Found(long n, Derived derived) {}

    /** RANK() then; absent where it did not stand. */
    Map<RankAt, Integer> ranks(List<RankAt> asked) {
        Map<RankAt, Integer> ranks = new HashMap<>();
        sql.of(RANKS)
                .bindArray("windows", Long.class, column(asked, RankAt::windowId))
                .bindArray("moments", Instant.class, column(asked, RankAt::moment))
                .bindArray("rankings", Long.class, column(asked, RankAt::rankingId))
                .bindArray("whose", Long.class, column(asked, RankAt::participantId))
                .list(Ranked.class)
                .forEach(row -> ranks.put(asked.get((int) row.m - 1), row.rank));
        return ranks;
    }

    /** A row of {@link #RANKS}: the m-th of the questions, from 1. */
    @Introspected
    record Ranked(long m, int rank) {}
}
