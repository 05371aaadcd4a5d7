package laurel.badge;

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

    private final Sql sql;
    private final BadgeRuleColumn rules;

    BadgeRepository(Sql sql, BadgeRuleColumn rules) {
        this.sql = sql;
        this.rules = rules;
    }

    /** Which badges, in the order in which they were made. */
    record Page(int after, int size) {}

    /** A row of {@link #LISTED}: for the n-th of the lists, from 1. */
    @Introspected
    record Listed(long n, Badge badge) {}

    /** Waits for those who make badges of this app, and gives how many there are. */
    int countLocked(int app) {
        sql.of(LOCK).bind("app", app).one(Long.class);
        return sql.of(COUNT).bind("app", app).one(Integer.class);
    }

    /** The app's last event; 0 before the first. */
    long lastEvent(int app) {
        return sql.of(LAST_EVENT).bind("app", app).one(Long.class);
    }

    Badge insert(int app, BadgeDefinition definition, long from, Instant now) {
        return sql.of(INSERT)
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
                .one(Badge.class);
    }

    Badge update(int id, BadgeDefinition definition, long from, Instant now) {
        return sql.of(UPDATE)
                .bind("id", id)
                .bind("name", definition.name())
                .bind("description", definition.description())
                .bind("imageUrl", definition.imageUrl())
                .bind("enabled", definition.enabled())
                .bind("from", from)
                .bind("now", now)
                .one(Badge.class);
    }

    Optional<Badge> byKey(int app, String key) {
        return byKeys(app, List.of(key)).stream().findFirst();
    }

    List<Badge> byKeys(int app, Collection<String> keys) {
        return sql.of(BY_KEYS)
                .bind("app", app)
                .bindArray("keys", String.class, keys)
                .list(Badge.class);
    }

    List<Badge> byIds(int app, Collection<Integer> ids) {
        return sql.of(BY_IDS)
                .bind("app", app)
                .bindArray("ids", Integer.class, ids)
                .list(Badge.class);
    }

    /** Waits for others who award and take away several of these at once: they lock the awards in other orders. */
    void hold(Collection<Integer> ids) {
        sql.of(HOLD).bindArray("ids", Integer.class, ids).list(Integer.class);
    }

    /** The badges of these kinds that are awarded. */
    List<Badge> awarded(int app, Collection<RuleKind> kinds) {
        return sql.of(AWARDED)
                .bind("app", app)
                .bindArray("kinds", String.class, column(kinds, Enum::name))
                .list(Badge.class);
    }

    /** Whether there is a badge that scores of the board of this key earn, be it awarded or not. */
    boolean scored(int app, String leaderboard) {
        return sql.of(SCORED).bind("app", app).bind("leaderboard", leaderboard).one(Boolean.class);
    }

    /** The badges of each of these pages; a page that has none is absent. */
    Map<Page, List<Badge>> listed(int app, List<Page> pages) {
        return sql
                .of(LISTED)
                .bind("app", app)
                .bindArray("afters", Integer.class, column(pages, Page::after))
                .bindArray("sizes", Integer.class, column(pages, Page::size))
                .list(Listed.class)
                .stream()
                .collect(groupingBy(row -> pages.get((int) row.n - 1), mapping(Listed::badge, toList())));
    }
}
