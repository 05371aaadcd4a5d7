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
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.SortOrder;
import laurel.rankindex.RankKey;
import laurel.window.RankingId;
import org.jspecify.annotations.Nullable;

/** Which scores stand in windows: in the ranking of everyone, where each has one. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class ScoreRuleRepository implements SqlRepository {
    /** In the order of the index: those who reach the score are its first, or its last. */
    private static final String ENTRIES = """
            SELECT e.sort_key, e.subscore_key, e.tie_key, e.participant_id
            FROM <table> AS e
            WHERE e.ranking_id = :ranking AND e.sort_key BETWEEN :low AND :high
              AND (e.sort_key, e.subscore_key, e.tie_key, e.participant_id) > (:sortKey, :subscoreKey, :tieKey, :participant)
            ORDER BY e.sort_key, e.subscore_key, e.tie_key, e.participant_id
            LIMIT :most
            """;

    private final Sql sql;

    ScoreRuleRepository(Sql sql) {
        this.sql = sql;
    }

    /** A ranking of everyone. */
    @Introspected
    record Ranked(long id, long windowId, SortOrder sortOrder, String definition, int decimals) {
        /** Whether what has this key is at least so much. */
        boolean reaches(long sortKey, Badge badge) {
            return sortOrder.score(sortKey) >= badge.rule().leastScore(decimals);
        }

        /** The least key of what is at least so much. */
        long low(long score) {
            return sortOrder == SortOrder.DESCENDING ? Long.MIN_VALUE : score;
        }

        /** The greatest key of what is at least so much. */
        long high(long score) {
            return sortOrder == SortOrder.DESCENDING ? sortOrder.key(score) : Long.MAX_VALUE;
        }
    }

    @Introspected
    record Board(int id, int appId, String key, int decimals) {}

    /** Those of these that are rankings of everyone, in windows that are kept. */
    @Query("""
            SELECT r.id, r.window_id, r.sort_order, w.definition, l.decimals
            FROM unnest(:ids) AS a (id)
            CROSS JOIN LATERAL (SELECT * FROM ranking AS q WHERE q.id = a.id AND q.group_values = '{}' OFFSET 0) AS r
            JOIN leaderboard_window AS w ON w.id = r.window_id AND w.expired_at IS NULL
            JOIN leaderboard AS l ON l.id = r.leaderboard_id
            """)
    abstract List<Ranked> rankings(Collection<Long> ids);

    /**
     * The ranking of everyone in the window of this id, or else in the next, of those that are not final or became so since.
     *
     * @param again whether in the window itself
     * @param since of those that are final, only those that are so since then
     */
    @Query("""
            SELECT r.id, r.window_id, r.sort_order, w.definition, l.decimals
            FROM leaderboard AS l
            JOIN leaderboard_window AS w ON w.leaderboard_id = l.id
            JOIN ranking AS r ON r.window_id = w.id AND r.group_values = '{}'
            WHERE l.app_id = :badge.appId AND l.key = :badge.rule.leaderboard AND w.definition = :badge.rule.definition
              AND w.expired_at IS NULL AND (w.finalized_at IS NULL OR w.finalized_at >= :since)
              AND (w.id > :after OR (w.id = :after AND :again))
            ORDER BY w.id
            LIMIT 1
            """)
    abstract Optional<Ranked> next(Badge badge, long after, boolean again, Instant since);

    /** Those who reach a badge's score in a ranking, after this one. */
    List<RankKey> entries(Ranked ranking, long score, @Nullable RankKey after, int most) {
        RankKey from = after == null ? RankKey.FIRST : after;
        return sql.of(ENTRIES.replace("<table>", RankingId.entryTable(ranking.id)))
                .bind("ranking", ranking.id)
                .bind("low", ranking.low(score))
                .bind("high", ranking.high(score))
                .bind("sortKey", from.sortKey())
                .bind("subscoreKey", from.subscoreKey())
                .bind("tieKey", from.tieKey())
                .bind("participant", from.participantId())
                .bind("most", most)
                .list(RankKey.class);
    }

    @Query("SELECT l.id, l.app_id, l.key, l.decimals FROM leaderboard AS l WHERE l.id = :id")
    abstract Optional<Board> board(int id);
}
