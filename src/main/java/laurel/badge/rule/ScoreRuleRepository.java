package laurel.badge.rule;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import laurel.badge.Badge;
import laurel.badge.award.BadgeAwardEvidence;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.ScoreFormat;
import laurel.leaderboard.SortOrder;
import laurel.rankindex.RankKey;
import laurel.window.RankingId;
import org.jspecify.annotations.Nullable;

/** Reads scores in windows, in the ranking of everyone. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class ScoreRuleRepository implements SqlRepository {
    /** In the order of the index. Sufficient scores are at its start, or at its end. */
    private static final String ENTRIES = """
            SELECT e.sort_key, e.subscore_key, e.tie_key, e.id_key, e.participant_id
            FROM <table> AS e
            WHERE e.ranking_id = :ranking AND e.sort_key BETWEEN :low AND :high
              AND (e.sort_key, e.subscore_key, e.tie_key, e.id_key) > (:sortKey, :subscoreKey, :tieKey, coalesce((
                  SELECT id_key(p.entity_type, p.external_id) FROM participant AS p WHERE p.id = :participant), ''))
            ORDER BY e.sort_key, e.subscore_key, e.tie_key, e.id_key
            LIMIT :limit
            """;

    private static final String RECEIVED = """
            SELECT e.sort_key, e.subscore_key, e.tie_key, e.id_key, e.participant_id
            FROM unnest(:participants) AS p (id)
            CROSS JOIN LATERAL (
                SELECT * FROM <table> AS q WHERE q.participant_id = p.id AND q.ranking_id = :ranking OFFSET 0) AS e
            CROSS JOIN LATERAL (SELECT received_at FROM score_submission AS q WHERE q.id = e.submission_id OFFSET 0) AS s
            WHERE e.sort_key BETWEEN :low AND :high AND s.received_at >= :since
            """;

    private final Sql sql;

    ScoreRuleRepository(Sql sql) {
        this.sql = sql;
    }

    /** The ranking of everyone in a window. */
    @Introspected
    record ScoreRanking(
            long id, long windowId, String windowName, SortOrder sortOrder, String definition, int decimals) {
        /** What a badge is won with by the score with this key. */
        BadgeAwardEvidence evidence(long sortKey, Badge badge) {
            String score = new ScoreFormat(decimals).format(sortOrder.score(sortKey));
            return BadgeAwardEvidence.ofScore(score, badge.rule().leaderboardKey(), windowName);
        }

        /** Whether the score with this key is sufficient for a badge. */
        boolean reaches(long sortKey, Badge badge) {
            return sortOrder.score(sortKey) >= badge.rule().minScore(decimals);
        }

        /** The lowest key of scores that are at least this one. */
        long low(long score) {
            return sortOrder == SortOrder.DESCENDING ? Long.MIN_VALUE : score;
        }

        /** The highest key of scores that are at least this one. */
        long high(long score) {
            return sortOrder == SortOrder.DESCENDING ? sortOrder.key(score) : Long.MAX_VALUE;
        }
    }

    @Introspected
    record ScoredLeaderboard(int id, int appId, String key, int decimals) {}

    /** The given rankings that are rankings of everyone, in windows that have not expired. */
    @Query("""
            SELECT r.id, r.window_id, w.name AS window_name, r.sort_order, w.definition, l.decimals
            FROM unnest(:ids) AS a (id)
            CROSS JOIN LATERAL (SELECT * FROM ranking AS q WHERE q.id = a.id AND q.group_values = '{}' OFFSET 0) AS r
            JOIN leaderboard_window AS w ON w.id = r.window_id AND w.expired_at IS NULL
            JOIN leaderboard AS l ON l.id = r.leaderboard_id
            """)
    abstract List<ScoreRanking> rankings(Collection<Long> ids);

    /**
     * The ranking of everyone in the next window that is not final, or that became final at {@code since} or later.
     *
     * @param after   the window before
     * @param include whether to start with that window itself
     */
    @Query("""
            SELECT r.id, r.window_id, w.name AS window_name, r.sort_order, w.definition, l.decimals
            FROM leaderboard AS l
            JOIN leaderboard_window AS w ON w.leaderboard_id = l.id
            JOIN ranking AS r ON r.window_id = w.id AND r.group_values = '{}'
            WHERE l.app_id = :badge.appId AND l.key = :badge.rule.leaderboardKey
              AND w.definition = :badge.rule.windowDefinitionKey
              AND w.expired_at IS NULL AND (w.finalized_at IS NULL OR w.finalized_at >= :since)
              AND (w.id > :after OR (w.id = :after AND :include))
            ORDER BY w.id
            LIMIT 1
            """)
    abstract Optional<ScoreRanking> next(Badge badge, long after, boolean include, Instant since);

    /** The entries of a ranking with at least this score, after an entry. */
    List<RankKey> entries(ScoreRanking ranking, long score, @Nullable RankKey after, int limit) {
        RankKey from = after == null ? RankKey.FIRST : after;
        return sql.of(ENTRIES.replace("<table>", RankingId.entryTable(ranking.id)))
                .bind("ranking", ranking.id)
                .bind("low", ranking.low(score))
                .bind("high", ranking.high(score))
                .bind("sortKey", from.sortKey())
                .bind("subscoreKey", from.subscoreKey())
                .bind("tieKey", from.tieKey())
                .bind("participant", from.participantId())
                .bind("limit", limit)
                .list(RankKey.class);
    }

    /**
     * The entries of these participants with at least this score if their submissions were received at {@code since} or later.
     * Entries are absent if their submissions are not stored any more.
     */
    List<RankKey> received(ScoreRanking ranking, long score, Collection<Long> participants, Instant since) {
        return sql.of(RECEIVED.replace("<table>", RankingId.entryTable(ranking.id)))
                .bind("ranking", ranking.id)
                .bind("low", ranking.low(score))
                .bind("high", ranking.high(score))
                .bindEach("participants", Long.class, participants)
                .bind("since", since)
                .list(RankKey.class);
    }

    @Query("SELECT l.id, l.app_id, l.key, l.decimals FROM leaderboard AS l WHERE l.id = :id")
    abstract Optional<ScoredLeaderboard> leaderboard(int id);
}
