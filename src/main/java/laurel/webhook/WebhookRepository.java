package laurel.webhook;

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

/** Stores and lists webhooks. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface WebhookRepository extends SqlRepository {
    /** Serializes the creation of webhooks in an app, so that {@link #count} sees all of them. */
    @Query("SELECT count(pg_advisory_xact_lock(hashtext('webhook'), :app))")
    void lock(int app);

    @Query("SELECT count(*) FROM webhook WHERE app_id = :app AND deleted_at IS NULL")
    int count(int app);

    @Query("""
            INSERT INTO webhook (app_id, url, event_types, leaderboard_keys, window_kinds, window_definition_keys, groups,
                                 top_count, state, failures, secret,
                                 event_position, ranked_at, last_due, served_at, created_at, updated_at)
            SELECT :app, :url, :filter.eventTypes::text[], :filter.leaderboardKeys::text[], :filter.windowKinds::text[],
                   :filter.windowDefinitionKeys::text[], :filter.groups, :filter.topCount, 'ENABLED', 0, :secret,
                   coalesce(max(e.id), 0), :now, :now, :now, :now, :now
            FROM event AS e WHERE e.app_id = :app
            RETURNING *
            """)
    Webhook insert(int app, String url, WebhookFilter filter, String secret, Instant now);

    @Query("""
            UPDATE webhook
            SET url = :url, event_types = :filter.eventTypes, leaderboard_keys = :filter.leaderboardKeys,
                window_kinds = :filter.windowKinds, window_definition_keys = :filter.windowDefinitionKeys,
                groups = :filter.groups, top_count = :filter.topCount,
                state = :state, updated_at = :now, version = version + 1,
                failure_started_at = CASE WHEN state = :state THEN failure_started_at END,
                failures = CASE WHEN state = :state THEN failures ELSE 0 END,
                resume_at = CASE WHEN state = :state THEN resume_at END
            WHERE id = :id
            RETURNING *
            """)
    Webhook update(long id, String url, WebhookFilter filter, Webhook.WebhookState state, Instant now);

    @Query("""
            UPDATE webhook
            SET secret = :secrets.secret, old_secret = :secrets.oldSecret, old_until = :secrets.oldUntil, updated_at = :now
            WHERE id = :id
            RETURNING *
            """)
    Webhook rotate(long id, SigningSecrets secrets, Instant now);

    /** Locks a webhook until the transaction ends. */
    @Query("SELECT * FROM webhook WHERE app_id = :app AND id = :id AND deleted_at IS NULL FOR UPDATE")
    Optional<Webhook> lockById(int app, long id);

    /** Marks a webhook as deleted. It may have millions of deliveries: the sweeper deletes them in parts, and then the row. */
    @Query("UPDATE webhook SET state = 'DISABLED', deleted_at = :now WHERE id = :id")
    void delete(long id, Instant now);

    /** Ends the wait after failed attempts. */
    @Query("UPDATE webhook SET resume_at = NULL WHERE id = :id")
    void resume(long id);

    @Query("SELECT * FROM webhook WHERE app_id = :app AND id = ANY (:ids) AND deleted_at IS NULL")
    List<Webhook> byIds(int app, Collection<Long> ids);

    @Query("""
            SELECT input.n, h.*
            FROM unnest(:lists.after, :lists.limit) WITH ORDINALITY AS input (after, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM webhook AS l
                WHERE l.app_id = :app AND l.id > input.after AND l.deleted_at IS NULL ORDER BY l.id LIMIT input.size) AS h
            ORDER BY input.n, h.id
            """)
    List<Numbered<Webhook>> list(int app, List<ListRequest<Void, Long>> lists);

    /** The webhooks of each of these lists. Lists without webhooks are absent. */
    default Map<ListRequest<Void, Long>, List<Webhook>> listed(int app, List<ListRequest<Void, Long>> lists) {
        return Numbered.lists(lists, list(app, lists));
    }
}
