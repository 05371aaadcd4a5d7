package laurel.webhook;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.database.Sql;
import laurel.database.Statement;

@Singleton
class WebhookRepository {
    /** In turn: whoever makes one sees those that others have made. */
    private static final String LOCK = "SELECT count(pg_advisory_xact_lock(hashtext('webhook'), :app))";

    private static final String COUNT = "SELECT count(*) FROM webhook WHERE app_id = :app AND deleted_at IS NULL";
    private static final String INSERT = """
            INSERT INTO webhook (app_id, url, types, leaderboards, kinds, definitions, every_group, top, state, failures, secret,
                                 event_position, ranked_at, last_due, served_at, created_at, updated_at)
            SELECT :app, :url, :types, :leaderboards, :kinds, :definitions, :everyGroup, :top, 'ENABLED', 0, :secret,
                   coalesce(max(e.id), 0), :now, :now, :now, :now, :now
            FROM event AS e WHERE e.app_id = :app
            RETURNING *
            """;
    private static final String UPDATE = """
            UPDATE webhook
            SET url = :url, types = :types, leaderboards = :leaderboards, kinds = :kinds, definitions = :definitions,
                every_group = :everyGroup, top = :top, state = :state, updated_at = :now,
                failing_since = CASE WHEN state = :state THEN failing_since END,
                failures = CASE WHEN state = :state THEN failures ELSE 0 END,
                resume_at = CASE WHEN state = :state THEN resume_at END
            WHERE id = :id
            RETURNING *
            """;
    private static final String ROTATE = """
            UPDATE webhook SET secret = :secret, old_secret = :oldSecret, old_until = :oldUntil, updated_at = :now
            WHERE id = :id
            RETURNING *
            """;
    private static final String HOLD =
            "SELECT * FROM webhook WHERE app_id = :app AND id = :id AND deleted_at IS NULL FOR UPDATE";

    /** Its messages may be millions: they go in parts, and it goes last. */
    private static final String DELETE = """
            UPDATE webhook SET state = 'DISABLED', deleted_at = :now
            WHERE app_id = :app AND id = :id AND deleted_at IS NULL
            """;

    private static final String RESUME = "UPDATE webhook SET resume_at = NULL WHERE id = :id";
    private static final String BY_IDS =
            "SELECT * FROM webhook WHERE app_id = :app AND id = ANY (:ids) AND deleted_at IS NULL";
    private static final String LISTED = """
            SELECT wanted.n, h.*
            FROM unnest(:afters, :sizes) WITH ORDINALITY AS wanted (after, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM webhook AS l
                WHERE l.app_id = :app AND l.id > wanted.after AND l.deleted_at IS NULL ORDER BY l.id LIMIT wanted.size) AS h
            ORDER BY wanted.n, h.id
            """;

    private final Sql sql;

    WebhookRepository(Sql sql) {
        this.sql = sql;
    }

    /** Waits for those who make webhooks of this app, and gives how many there are. */
    int countLocked(int app) {
        sql.of(LOCK).bind("app", app).one(Long.class);
        return sql.of(COUNT).bind("app", app).one(Integer.class);
    }

    Webhook insert(int app, String url, Interest interest, String secret, Instant now) {
        return bind(sql.of(INSERT), url, interest, now)
                .bind("app", app)
                .bind("secret", secret)
                .one(Webhook.class);
    }

    Webhook update(long id, String url, Interest interest, WebhookState state, Instant now) {
        return bind(sql.of(UPDATE), url, interest, now)
                .bind("id", id)
                .bind("state", state.name())
                .one(Webhook.class);
    }

    private static Statement bind(Statement statement, String url, Interest interest, Instant now) {
        return statement
                .bind("url", url)
                .bindArray("types", String.class, column(interest.types(), WebhookType::name))
                .bindArray("leaderboards", String.class, interest.leaderboards())
                .bindArray("kinds", String.class, column(interest.kinds(), Enum::name))
                .bindArray("definitions", String.class, interest.definitions())
                .bind("everyGroup", interest.everyGroup())
                .bind("top", interest.top())
                .bind("now", now);
    }

    Webhook rotate(long id, Secrets secrets, Instant now) {
        return sql.of(ROTATE)
                .bind("id", id)
                .bind("secret", secrets.secret())
                .bind("oldSecret", secrets.oldSecret())
                .bind("oldUntil", secrets.oldUntil())
                .bind("now", now)
                .one(Webhook.class);
    }

    /** The webhook of this id, which nobody else changes until the transaction ends. */
    Optional<Webhook> hold(int app, long id) {
        return sql.of(HOLD).bind("app", app).bind("id", id).find(Webhook.class);
    }

    boolean delete(int app, long id, Instant now) {
        return sql.of(DELETE).bind("app", app).bind("id", id).bind("now", now).execute() > 0;
    }

    /** Has a webhook sent to at once, whatever has failed. */
    void resume(long id) {
        sql.of(RESUME).bind("id", id).execute();
    }

    List<Webhook> byIds(int app, Collection<Long> ids) {
        return sql.of(BY_IDS).bind("app", app).bindArray("ids", Long.class, ids).list(Webhook.class);
    }

    /** The webhooks of each of these lists; a list that has none is absent. */
    Map<WebhookList, List<Webhook>> listed(int app, List<WebhookList> lists) {
        return sql
                .of(LISTED)
                .bind("app", app)
                .bindArray("afters", Long.class, column(lists, WebhookList::after))
                .bindArray("sizes", Integer.class, column(lists, WebhookList::size))
                .list(Listed.class)
                .stream()
                .collect(groupingBy(row -> lists.get((int) row.n - 1), mapping(Listed::webhook, toList())));
    }

    /** A row of {@link #LISTED}: for the n-th of the lists, from 1. */
    @Introspected
    record Listed(long n, Webhook webhook) {}
}
