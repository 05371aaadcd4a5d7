package laurel.ranking;

import static java.util.Comparator.comparingInt;
import static java.util.stream.Collectors.groupingBy;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.database.Json;
import laurel.database.PartitionedQuery;
import laurel.database.Sql;
import laurel.graphql.Held;
import laurel.leaderboard.SortOrder;
import laurel.ranking.FinalQuestion.Around;
import laurel.ranking.FinalQuestion.InPositions;
import laurel.ranking.FinalQuestion.Of;
import laurel.ranking.FinalQuestion.Revision;
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
            SELECT a.ask, found.revision, found.total, coalesce(told.occurred_at, w.finalized_at) AS finalized_at
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
                LIMIT 1) AS told ON TRUE
            WHERE found.total IS NOT NULL
            """;

    private static final String IN_POSITIONS = """
            SELECT a.ask, f.*
            FROM unnest(:ask, :asked.ranking.ranking.id, :asked.ranking.revision, :asked.first, :asked.last)
                 AS a (ask, ranking_id, revision, low, high)
            CROSS JOIN LATERAL (
                SELECT * FROM <final> AS q
                WHERE q.ranking_id = a.ranking_id AND q.revision = a.revision AND q.position BETWEEN a.low AND a.high
                OFFSET 0) AS f
            """;

    private static final String AROUND = """
            SELECT a.ask, f.*
            FROM unnest(:ask, :asked.ranking.ranking.id, :asked.ranking.revision, :asked.ranking.ranking.appId,
                        :asked.who.id, :asked.who.entityType, :asked.who.externalId, :asked.above, :asked.below)
                 AS a (ask, ranking_id, revision, app_id, participant, type, external_id, above, below)
            CROSS JOIN LATERAL (
                SELECT q.id FROM participant AS q
                WHERE q.app_id = a.app_id AND q.type = a.type AND q.external_id = a.external_id
                UNION ALL
                SELECT q.id FROM participant AS q WHERE q.id = a.participant AND q.app_id = a.app_id
                OFFSET 0) AS who
            CROSS JOIN LATERAL (
                SELECT q.position FROM <final> AS q
                WHERE q.participant_id = who.id AND q.ranking_id = a.ranking_id AND q.revision = a.revision
                OFFSET 0) AS middle
            CROSS JOIN LATERAL (
                SELECT * FROM <final> AS q
                WHERE q.ranking_id = a.ranking_id AND q.revision = a.revision
                  AND q.position BETWEEN middle.position - a.above AND middle.position + a.below
                OFFSET 0) AS f
            """;

    private static final String OF = """
            SELECT a.ask, f.*
            FROM unnest(:ask, :asked.ranking.ranking.id, :asked.ranking.revision, :asked.participant)
                 AS a (ask, ranking_id, revision, participant_id)
            CROSS JOIN LATERAL (
                SELECT * FROM <final> AS q
                WHERE q.participant_id = a.participant_id AND q.ranking_id = a.ranking_id AND q.revision = a.revision
                OFFSET 0) AS f
            """;

    private final Sql sql;

    FinalStandingRepository(Sql sql) {
        this.sql = sql;
    }

    /**
     * A ranking as it ended.
     *
     * @param revision    from 1
     * @param finalizedAt when this revision was stored
     * @param entryCount  how many stood in it
     */
    record FinalRanking(Ranking ranking, int revision, Instant finalizedAt, int entryCount) {
        /** The name that its list has in cursors. */
        String list() {
            return "final:" + ranking.id() + ":" + revision;
        }
    }

    /** A row of {@link #RANKINGS}. */
    @Introspected
    record RankingRow(int ask, int revision, int total, Instant finalizedAt) {}

    /** A row of the others. */
    @Introspected
    record Row(
            int ask,
            long participantId,
            long sortKey,
            long subscoreKey,
            Instant achievedAt,
            @Nullable Json metadata,
            int rank,
            int denseRank,
            int position,
            double percentRank,
            double cumeDist) {

        FinalStanding of(FinalRanking ranking) {
            SortOrder order = ranking.ranking().sortOrder();
            return new FinalStanding(
                    ranking,
                    participantId,
                    order.score(sortKey),
                    order.score(subscoreKey),
                    achievedAt,
                    metadata,
                    rank,
                    denseRank,
                    position,
                    percentRank,
                    cumeDist);
        }
    }

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

    /** Who answers these questions, best first; each has an answer. */
    Map<FinalQuestion, List<FinalStanding>> standings(Collection<FinalQuestion> questions) {
        List<FinalQuestion> asked =
                questions.stream().filter(FinalQuestion::possible).toList();
        var query = new PartitionedQuery()
                .ask(asked, question -> text(question, question.ranking().ranking()));
        Map<FinalQuestion, List<Row>> rows =
                query.list(sql, Row.class).stream().collect(groupingBy(row -> asked.get(row.ask)));
        Map<FinalQuestion, List<FinalStanding>> found = new HashMap<>();
        for (FinalQuestion question : questions) {
            List<FinalStanding> standings = rows.getOrDefault(question, List.of()).stream()
                    .map(row -> row.of(question.ranking()))
                    .sorted(comparingInt(FinalStanding::position))
                    .toList();
            found.put(question, standings);
        }
        return found;
    }

    private static String text(FinalQuestion question, Ranking ranking) {
        return switch (question) {
            case InPositions in -> text(IN_POSITIONS, ranking);
            case Around around -> text(AROUND, ranking);
            case Of of -> text(OF, ranking);
        };
    }

    private static String text(String sql, Ranking ranking) {
        return sql.replace("<final>", ranking.finalTable());
    }

    /**
     * An entry and its place when the window became final.
     *
     * @param score       fixed-point
     * @param rank        RANK()
     * @param denseRank   DENSE_RANK()
     * @param position    ROW_NUMBER()
     * @param percentRank PERCENT_RANK()
     * @param cumeDist    CUME_DIST()
     */
    record FinalStanding(
            FinalRanking ranking,
            long participantId,
            long score,
            long subscore,
            Instant achievedAt,
            @Nullable Json metadata,
            int rank,
            int denseRank,
            int position,
            double percentRank,
            double cumeDist)
            implements Held {

        @Override
        public long heldBytes() {
            return metadata == null ? 0 : metadata.text().length();
        }
    }
}
