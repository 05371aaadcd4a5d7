package laurel.score;

import static java.util.stream.Collectors.toMap;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.Json;
import laurel.database.Numbered;
import laurel.database.SqlRepository;
import laurel.index.RankIndex;
import laurel.leaderboard.Group;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import laurel.score.Scores.RankAt;
import org.jspecify.annotations.Nullable;

/** Asks the ledger what stands, or stood. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface DerivationRepository extends SqlRepository {
    @Query("WITH asked AS (" + Derivation.AT_PRESENT + ")" + Derivation.OF_PARTICIPANTS)
    List<Numbered<Derived>> find(List<Counting> counting, Collection<Long> participants);

    /** What stands for these participants; where nothing does it is absent. */
    default Map<Counting, List<Derived>> derive(List<Counting> counting, Collection<Long> participants) {
        return Numbered.lists(counting, find(counting, participants));
    }

    /** As {@link RankIndex} counts: better is a lower sort key, which of sums beyond 64 bits is their negative. */
    @Query("""
            WITH wanted AS MATERIALIZED (
                SELECT w.*, r.group_values, CASE r.sort_order WHEN 'DESCENDING' THEN -1 ELSE 1 END AS sign,
                       -- Windows in which everything counts in each grouping are derived once for all of them.
                       CASE WHEN t.of_zone AND jsonb_path_exists(b.group_overrides, '$[*].zone')
                            THEN ARRAY(SELECT jsonb_object_keys(r.group_values)) END AS grouping
                FROM unnest(:asked.windowId, :asked.moment, :asked.rankingId, :asked.participantId) WITH ORDINALITY
                     AS w (window_id, moment, ranking_id, participant_id, m)
                JOIN ranking AS r ON r.id = w.ranking_id
                JOIN leaderboard_window AS t ON t.id = w.window_id
                JOIN leaderboard AS b ON b.id = t.leaderboard_id
            ), asked AS MATERIALIZED (
                SELECT row_number() OVER () AS n, one.*
                FROM (SELECT DISTINCT window_id, moment, grouping FROM wanted) AS one
            ), derived AS MATERIALIZED (""" + Derivation.OF_ALL + """
            ), stood AS (
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
            """)
    List<Ranked> findRanks(List<RankAt> asked);

    /** RANK() then; absent where it did not stand. */
    default Map<RankAt, Integer> ranks(List<RankAt> asked) {
        return findRanks(asked).stream()
                .collect(toMap(row -> asked.get((int) row.m - 1), Ranked::rank, (rank, same) -> rank));
    }

    /** For the m-th of the questions, from 1. */
    @Introspected
    record Ranked(long m, int rank) {}

    /** What stands for a participant in a window, as it follows from the ledger: a row of {@link Derivation}. */
    @Introspected
    record Derived(
            long windowId,
            long participantId,
            Group groupValues,
            BigDecimal score,
            BigDecimal subscore,
            Instant achievedAt,
            long submissionId,
            @Nullable Json metadata) {

        /** This as an entry; refuses a sum that leaves 64 bits as SCORE_OUT_OF_RANGE. */
        Entry entry() {
            try {
                return new Entry(score.longValueExact(), subscore.longValueExact(), achievedAt, submissionId, metadata);
            } catch (ArithmeticException e) {
                throw new RefusedException(
                        ErrorCode.SCORE_OUT_OF_RANGE,
                        "The sum of the submissions that are left leaves 64 bits.",
                        "submissionId");
            }
        }
    }
}
