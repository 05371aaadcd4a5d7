package laurel.badge;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static laurel.database.Columns.column;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.Nested;

/** What can be earned. */
@Singleton
class BadgeRepository {
    /** In turn: whoever makes one sees those that others have made. */
    private static final String LOCK = "SELECT count(pg_advisory_xact_lock(hashtext('badge'), :app))";

    private static final String COUNT = "SELECT count(*) FROM badge WHERE app_id = :app";
    private static final String LAST_EVENT = "SELECT coalesce(max(id), 0) FROM event WHERE app_id = :app";
    private static final String INSERT = """
            INSERT INTO badge (app_id, key, name, description, image_url, enabled, recurrence, rule, follows_from,
                               created_at, updated_at)
            VALUES (:app, :key, :name, :description, :imageUrl, :enabled, :recurrence, :rule, :from, :now, :now)
            RETURNING *
            """;
    /** What happened while it was not awarded does not count for it. */
    private static final String UPDATE = """
            UPDATE badge
            SET name = :name, description = :description, image_url = :imageUrl, enabled = :enabled,
                follows_from = CASE WHEN enabled THEN follows_from ELSE greatest(follows_from, :from) END, updated_at = :now
            WHERE id = :id
            RETURNING *
            """;

    private static final String BY_KEYS = "SELECT * FROM badge WHERE app_id = :app AND key = ANY (:keys)";
    private static final String BY_IDS = "SELECT * FROM badge WHERE app_id = :app AND id = ANY (:ids)";
    private static final String HOLD = "SELECT id FROM badge WHERE id = ANY (:ids) ORDER BY id FOR NO KEY UPDATE";
    private static final String AWARDED =
            "SELECT * FROM badge WHERE app_id = :app AND enabled AND rule ->> 'kind' = ANY (:kinds) ORDER BY id";
    private static final String SCORED = """
            SELECT EXISTS (SELECT FROM badge
                           WHERE app_id = :app AND rule ->> 'kind' = 'SCORE' AND rule ->> 'leaderboard' = :leaderboard)
            """;
    private static final String LISTED = """
            SELECT wanted.n, b.*
            FROM unnest(:afters, :sizes) WITH ORDINALITY AS wanted (after, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM badge AS l WHERE l.app_id = :app AND l.id > wanted.after ORDER BY l.id LIMIT wanted.size) AS b
            ORDER BY wanted.n, b.id
            """;

    private final BadgeRuleColumn rules;

    BadgeRepository(BadgeRuleColumn rules) {
        this.rules = rules;
    }

    /** Which badges, in the order in which they were made. */
    record Page(int after, int size) {}

    /** A row of {@link #LISTED}: for the n-th of the lists, from 1. */
    record Listed(long n, @Nested Badge badge) {}

    /** Waits for those who make badges of this app, and gives how many there are. */
    int countLocked(Handle transaction, int app) {
        transaction.createQuery(LOCK).bind("app", app).mapTo(Long.class).one();
        return transaction
                .createQuery(COUNT)
                .bind("app", app)
                .mapTo(Integer.class)
                .one();
    }

    /** The app's last event; 0 before the first. */
    long lastEvent(Handle handle, int app) {
        return handle.createQuery(LAST_EVENT).bind("app", app).mapTo(Long.class).one();
    }

    Badge insert(Handle transaction, int app, BadgeDefinition definition, long from, Instant now) {
        return transaction
                .createQuery(INSERT)
                .bind("app", app)
                .bind("key", definition.key())
                .bind("name", definition.name())
                .bind("description", definition.description())
                .bind("imageUrl", definition.imageUrl())
                .bind("enabled", definition.enabled())
                .bind("recurrence", definition.recurrence().name())
                .bind("rule", rules.write(definition.rule()))
                .bind("from", from)
                .bind("now", now)
                .mapTo(Badge.class)
                .one();
    }

    Badge update(Handle transaction, int id, BadgeDefinition definition, long from, Instant now) {
        return transaction
                .createQuery(UPDATE)
                .bind("id", id)
                .bind("name", definition.name())
                .bind("description", definition.description())
                .bind("imageUrl", definition.imageUrl())
                .bind("enabled", definition.enabled())
                .bind("from", from)
                .bind("now", now)
                .mapTo(Badge.class)
                .one();
    }

    Optional<Badge> byKey(Handle handle, int app, String key) {
        return byKeys(handle, app, List.of(key)).stream().findFirst();
    }

    List<Badge> byKeys(Handle handle, int app, Collection<String> keys) {
        return handle.createQuery(BY_KEYS)
                .bind("app", app)
                .bindArray("keys", String.class, keys)
                .mapTo(Badge.class)
                .list();
    }

    List<Badge> byIds(Handle handle, int app, Collection<Integer> ids) {
        return handle.createQuery(BY_IDS)
                .bind("app", app)
                .bindArray("ids", Integer.class, ids)
                .mapTo(Badge.class)
                .list();
    }

    /** Waits for others who award and take away several of these at once: they lock the awards in other orders. */
    void hold(Handle transaction, Collection<Integer> ids) {
        transaction
                .createQuery(HOLD)
                .bindArray("ids", Integer.class, ids)
                .mapTo(Integer.class)
                .list();
    }

    /** The badges of these kinds that are awarded. */
    List<Badge> awarded(Handle handle, int app, Collection<RuleKind> kinds) {
        return handle.createQuery(AWARDED)
                .bind("app", app)
                .bindArray("kinds", String.class, column(kinds, Enum::name))
                .mapTo(Badge.class)
                .list();
    }

    /** Whether there is a badge that scores of the board of this key earn, be it awarded or not. */
    boolean scored(Handle handle, int app, String leaderboard) {
        return handle.createQuery(SCORED)
                .bind("app", app)
                .bind("leaderboard", leaderboard)
                .mapTo(Boolean.class)
                .one();
    }

    /** The badges of each of these pages; a page that has none is absent. */
    Map<Page, List<Badge>> listed(Handle handle, int app, List<Page> pages) {
        return handle.createQuery(LISTED)
                .bind("app", app)
                .bindArray("afters", Integer.class, column(pages, Page::after))
                .bindArray("sizes", Integer.class, column(pages, Page::size))
                .mapTo(Listed.class)
                .collect(groupingBy(row -> pages.get((int) row.n - 1), mapping(Listed::badge, toList())));
    }
}
