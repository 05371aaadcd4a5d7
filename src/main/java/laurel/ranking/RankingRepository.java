package laurel.ranking;

import static java.util.stream.Collectors.joining;
import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.database.Json;
import laurel.database.Sql;
import laurel.database.Statement;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.window.RankingKey;
import org.jspecify.annotations.Nullable;

/**
 * Finds rankings, but none of expired windows. Lateral and with OFFSET, so that it is index look-ups whatever the planner
 * believes of a table.
 */
@Singleton
class RankingRepository {
    private static final String FOUND = """
            SELECT wanted.n, r.*, r.group_values AS "group", l.decimals
            FROM <wanted>
            CROSS JOIN LATERAL (<rankings>) AS r
            CROSS JOIN LATERAL (
                SELECT FROM leaderboard_window AS q WHERE q.id = r.window_id AND q.expired_at IS NULL OFFSET 0) AS w
            CROSS JOIN LATERAL (SELECT decimals FROM leaderboard AS q WHERE q.id = r.leaderboard_id OFFSET 0) AS l
            ORDER BY wanted.n, r.group_values
            """;
    private static final String BY_KEYS = FOUND.replace(
                    "<wanted>", "unnest(:windows, :groups) WITH ORDINALITY AS wanted (window_id, group_values, n)")
            .replace("<rankings>", """
                    SELECT * FROM ranking AS q
                    WHERE coalesce(q.app_id = :app, true)
                      AND q.window_id = wanted.window_id AND q.group_values = wanted.group_values
                    OFFSET 0""");

    /**
     * The shape of a group has a null for each value. jsonb's order puts it before all groups of its attributes, and behind
     * them what has a truth for each, so the index has them in one stretch; of those in it, a group has no other attributes
     * where the shape, put over it, hides it.
     */
    private static final String OF_GROUPING = FOUND.replace(
                    "<wanted>",
                    "unnest(:windows, :shapes, :afters, :starts, :befores, :sizes) WITH ORDINALITY"
                            + " AS wanted (window_id, shape, after, start, before, size, n)")
            .replace("<rankings>", """
                    SELECT * FROM ranking AS q
                    WHERE q.app_id = :app AND q.window_id = wanted.window_id
                      AND q.group_values > coalesce(wanted.after, wanted.start) AND q.group_values < wanted.before
                      AND q.group_values || wanted.shape = wanted.shape
                    ORDER BY q.group_values
                    LIMIT wanted.size""");

    private static final String BY_IDS = """
            SELECT r.*, r.group_values AS "group", l.decimals
            FROM ranking AS r
            JOIN leaderboard_window AS w ON w.id = r.window_id AND w.expired_at IS NULL
            JOIN leaderboard AS l ON l.id = r.leaderboard_id
            WHERE r.app_id = :app AND r.id = ANY (:ids)
            """;

    /**
     * The window before, of the same definition in the same zone, and its ranking of the same group. In the calendar it ends where
     * this one starts; between seasons there may be time; and where windows overlap or leave gaps it is the one whose number is
     * one less. An expired one tells nothing any more.
     */
    private static final String PREVIOUS = """
            SELECT wanted.n, p.id AS window_id, r.id AS ranking_id, coalesce(r.revision, 0) AS revision
            FROM unnest(:windows, :groups) WITH ORDINALITY AS wanted (window_id, group_values, n)
            CROSS JOIN LATERAL (SELECT * FROM leaderboard_window AS q WHERE q.id = wanted.window_id OFFSET 0) AS w
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS q
                WHERE q.leaderboard_id = w.leaderboard_id AND q.definition = w.definition AND q.zone = w.zone
                  AND coalesce(q.starts_at, '-infinity') < coalesce(w.starts_at, '-infinity')
                ORDER BY coalesce(q.starts_at, '-infinity') DESC
                LIMIT 1) AS p
            LEFT JOIN LATERAL (
                SELECT * FROM ranking AS q
                WHERE q.window_id = p.id AND q.group_values = wanted.group_values
                OFFSET 0) AS r ON TRUE
            WHERE p.expired_at IS NULL
              AND CASE w.kind
                  WHEN 'SEASON' THEN TRUE
                  WHEN 'CUSTOM' THEN split_part(p.name, '#', 2)::bigint = split_part(w.name, '#', 2)::bigint - 1
                  ELSE p.ends_at = w.starts_at END
            """;

    /** Before every group: arrays come before objects. */
    private static final Json FIRST = new Json("[]");

    /** Behind the group of everyone, before all others: empty names come before others. */
    private static final Json SECOND = new Json("{\"\": null}");

    private final Sql sql;

    RankingRepository(Sql sql) {
        this.sql = sql;
    }

    /** A row of these: a ranking for the n-th that is wanted, from 1. */
    @Introspected
    record Row(long n, Ranking ranking) {}

    /** Those of these rankings that exist, of one app; of any where it is null. */
    Map<RankingKey, Ranking> byKeys(@Nullable Integer app, List<RankingKey> keys) {
        Map<RankingKey, Ranking> found = new HashMap<>();
        sql.of(BY_KEYS)
                .bind("app", app)
                .bindArray("windows", Long.class, column(keys, RankingKey::windowId))
                .bindArray("groups", Group.class, column(keys, key -> key.group()))
                .list(Row.class)
                .forEach(row -> found.put(keys.get((int) row.n - 1), row.ranking));
        return found;
    }

    /** The rankings of each of these lists, in their order; none for those that are empty. */
    Map<GroupList, List<Ranking>> ofGroupings(int app, List<GroupList> lists) {
        Map<GroupList, List<Ranking>> found = new HashMap<>();
        sql.of(OF_GROUPING)
                .bind("app", app)
                .bindArray("windows", Long.class, column(lists, GroupList::windowId))
                .bindArray("shapes", Json.class, column(lists, list -> shape(list.grouping())))
                .bindArray("afters", Group.class, column(lists, GroupList::after))
                .bindArray("starts", Json.class, column(lists, list -> start(list.grouping())))
                .bindArray("befores", Json.class, column(lists, list -> before(list.grouping())))
                .bindArray("sizes", Integer.class, column(lists, GroupList::size))
                .list(Row.class)
                .forEach(row -> found.computeIfAbsent(lists.get((int) row.n - 1), list -> new ArrayList<>())
                        .add(row.ranking));
        return found;
    }

    private static Json start(Grouping grouping) {
        return grouping.attributes().isEmpty() ? FIRST : shape(grouping);
    }

    private static Json before(Grouping grouping) {
        return grouping.attributes().isEmpty() ? SECOND : each(grouping, "true");
    }

    private static Json shape(Grouping grouping) {
        return each(grouping, "null");
    }

    private static Json each(Grouping grouping, String value) {
        return new Json(grouping.attributes().stream()
                .map(attribute -> "\"" + attribute + "\": " + value)
                .collect(joining(", ", "{", "}")));
    }

    List<Ranking> byIds(int app, Collection<Long> ids) {
        Statement query = sql.of(BY_IDS).bind("app", app).bindArray("ids", Long.class, ids);
        return query.list(Ranking.class);
    }

    /** The rankings before these, those of the same group in the window before; absent where there was no such window. */
    Map<Ranking, Previous> previous(List<Ranking> rankings) {
        Map<Ranking, Previous> found = new HashMap<>();
        sql.of(PREVIOUS)
                .bindArray("windows", Long.class, column(rankings, Ranking::windowId))
                .bindArray("groups", Group.class, column(rankings, ranking -> ranking.group()))
                .list(FoundPrevious.class)
                .forEach(row -> {
                    Ranking ranking = rankings.get((int) row.n - 1);
                    found.put(
                            ranking,
                            new Previous(
                                    row.rankingId == null
                                            ? null
                                            : ranking.in(row.windowId, row.rankingId, row.revision)));
                });
        return found;
    }

    /** A row of {@link #PREVIOUS}. */
    @Introspected
    record FoundPrevious(long n, long windowId, @Nullable Long rankingId, int revision) {}
}
