package laurel.badge;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.request.ListRequest;

/** Stores and lists badges. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface BadgeRepository extends SqlRepository {
    /** Serializes the creation of badges in an app, so that {@link #count} and {@link #byKey} see all of them. */
    @Query("SELECT count(pg_advisory_xact_lock(hashtext('badge'), :app))")
    void lock(int app);

    @Query("SELECT count(*) FROM badge WHERE app_id = :app")
    int count(int app);

    @Query("""
            INSERT INTO badge (app_id, key, name, description, image_url, enabled, recurrence, rule, follows_from,
                               enabled_at, created_at, updated_at)
            VALUES (:app, :badge.key, :badge.name, :badge.description, :badge.imageUrl, :badge.enabled, :badge.recurrence,
                    :badge.rule, :from, :now, :now, :now) RETURNING *
            """)
    Badge insert(int app, BadgeDefinition badge, long from, Instant now);

    /** Events and changes before {@code from}, and scores before now, do not count for a badge that was disabled until now. */
    @Query("""
            UPDATE badge
            SET name = :badge.name, description = :badge.description, image_url = :badge.imageUrl, enabled = :badge.enabled,
                follows_from = CASE WHEN enabled THEN follows_from ELSE greatest(follows_from, :from) END,
                enabled_at = CASE WHEN enabled THEN enabled_at ELSE :now END, updated_at = :now, version = version + 1
            WHERE id = :id RETURNING *
            """)
    Badge update(int id, BadgeDefinition badge, long from, Instant now);

    @Query("SELECT * FROM badge WHERE app_id = :app AND key = :key")
    Optional<Badge> byKey(int app, String key);

    @Query("SELECT * FROM badge WHERE app_id = :app AND key = ANY (:keys)")
    List<Badge> byKeys(int app, Collection<String> keys);

    @Query("SELECT * FROM badge WHERE app_id = :app AND id = ANY (:ids)")
    List<Badge> byIds(int app, Collection<Integer> ids);

    @Query("SELECT * FROM badge WHERE app_id = :app AND key = :key FOR UPDATE")
    Optional<Badge> lockByKey(int app, String key);

    /** 0 if it has awards. */
    @Query("DELETE FROM badge WHERE id = :id AND NOT EXISTS (SELECT FROM badge_award AS a WHERE a.badge_id = :id)")
    int delete(int id);

    /** Locks badges, in order: transactions that grant and revoke several awards lock those in different orders. */
    @Query("SELECT id FROM badge WHERE id = ANY (:ids) ORDER BY id FOR NO KEY UPDATE")
    void lock(Collection<Integer> ids);

    /** The enabled badges of these kinds. */
    @Query("SELECT * FROM badge WHERE app_id = :app AND enabled AND rule ->> 'kind' = ANY (:kinds) ORDER BY id")
    List<Badge> awarded(int app, Collection<RuleKind> kinds);

    /** Whether scores of the leaderboard with this key earn a badge, enabled or not. */
    @Query("""
            SELECT EXISTS (SELECT FROM badge
                           WHERE app_id = :app AND rule ->> 'kind' = 'SCORE' AND rule ->> 'leaderboardKey' = :leaderboard)
            """)
    boolean existsForScores(int app, String leaderboard);

    @Query("""
            SELECT input.n, b.*
            FROM unnest(:lists.filter, :lists.after, :lists.limit) WITH ORDINALITY AS input (state, after, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM badge AS l
                WHERE l.app_id = :app AND l.key > input.after
                  AND (input.state IS NULL OR l.enabled = (input.state = 'ENABLED'))
                ORDER BY l.key LIMIT input.size) AS b
            ORDER BY input.n, b.key
            """)
    List<Numbered<Badge>> list(int app, List<ListRequest<BadgeState, String>> lists);

    /** The badges of each of these lists; lists without badges are absent. */
    default Map<ListRequest<BadgeState, String>, List<Badge>> listed(
            int app, List<ListRequest<BadgeState, String>> lists) {
        return Numbered.lists(lists, list(app, lists));
    }
}
