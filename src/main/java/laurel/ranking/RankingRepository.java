package laurel.ranking;

import static java.util.stream.Collectors.joining;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Json;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.request.ListRequest;
import laurel.window.RankingKey;
import org.jspecify.annotations.Nullable;

/**
 * Finds rankings, but none of expired windows. Lateral and with OFFSET, so that it is index look-ups whatever the planner
 * believes of a table.
 */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface RankingRepository extends SqlRepository {
    String FOUND = "SELECT wanted.n, r.*, r.group_values AS \"group\", l.decimals\n";

    /** Of the rankings {@code r}. */
    String NOT_EXPIRED = """
            CROSS JOIN LATERAL (
                SELECT FROM leaderboard_window AS q WHERE q.id = r.window_id AND q.expired_at IS NULL OFFSET 0) AS w
            CROSS JOIN LATERAL (SELECT decimals FROM leaderboard AS q WHERE q.id = r.leaderboard_id OFFSET 0) AS l
            ORDER BY wanted.n, r.group_values
            """;

    @Query(FOUND + """
            FROM unnest(:keys.windowId, :keys.group) WITH ORDINALITY AS wanted (window_id, group_values, n)
            CROSS JOIN LATERAL (
                SELECT * FROM ranking AS q
                WHERE coalesce(q.app_id = :app, true)
                  AND q.window_id = wanted.window_id AND q.group_values = wanted.group_values
                OFFSET 0) AS r
            """ + NOT_EXPIRED)
    List<Numbered<Ranking>> listByKeys(@Nullable Integer app, List<RankingKey> keys);

    /** Those of these rankings that exist, of one app; of any where it is null. */
    default Map<RankingKey, Ranking> byKeys(@Nullable Integer app, List<RankingKey> keys) {
        return Numbered.map(keys, listByKeys(app, keys));
    }

    /**
     * Those of these rankings whose windows there are, as they are before their first entries: the number 0 of the
     * slice.
     */
    @Query("""
            SELECT wanted.n, w.slice_id::bigint << 40 AS id, w.app_id, w.leaderboard_id, w.id AS window_id,
                   wanted.group_values AS "group", 0 AS revision, l.decimals,
                   coalesce(group_override(l.group_overrides, wanted.group_values, 'sortOrder'), l.sort_order) AS sort_order
            FROM unnest(:keys.windowId, :keys.group) WITH ORDINALITY AS wanted (window_id, group_values, n)
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS q
                WHERE q.app_id = :app AND q.id = wanted.window_id AND q.expired_at IS NULL
                OFFSET 0) AS w
            CROSS JOIN LATERAL (SELECT * FROM leaderboard AS q WHERE q.id = w.leaderboard_id OFFSET 0) AS l
            """)
    List<Numbered<Ranking>> listEmpty(int app, List<RankingKey> keys);

    /**
     * jsonb's order puts the shape of groups before all groups of its attributes, and behind them what has a truth for
     * each, so the index has them in one stretch; of those in it, a group has no other attributes where the shape, put
     * over it, hides it.
     */
    @Query(FOUND + """
            FROM unnest(:lists.filter.windowId, :lists.filter.shape, :lists.after, :lists.filter.start,
                        :lists.filter.before, :lists.limit) WITH ORDINALITY
                 AS wanted (window_id, shape, after, start, before, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM ranking AS q
                WHERE q.app_id = :app AND q.window_id = wanted.window_id
                  AND q.group_values > coalesce(wanted.after, wanted.start) AND q.group_values < wanted.before
                  AND q.group_values || wanted.shape = wanted.shape
                ORDER BY q.group_values
                LIMIT wanted.size) AS r
            """ + NOT_EXPIRED)
    List<Numbered<Ranking>> listOfGroupings(int app, List<ListRequest<WindowGrouping, @Nullable Group>> lists);

    /** The rankings of each of these lists, in their order; a list that has none is absent. */
    default Map<ListRequest<WindowGrouping, @Nullable Group>, List<Ranking>> ofGroupings(
            int app, List<ListRequest<WindowGrouping, @Nullable Group>> lists) {
        return Numbered.lists(lists, listOfGroupings(app, lists));
    }

    @Query("""
            SELECT r.*, r.group_values AS "group", l.decimals
            FROM ranking AS r
            JOIN leaderboard_window AS w ON w.id = r.window_id AND w.expired_at IS NULL
            JOIN leaderboard AS l ON l.id = r.leaderboard_id
            WHERE r.app_id = :app AND r.id = ANY (:ids)
            """)
    List<Ranking> byIds(int app, Collection<Long> ids);

    /**
     * The window before, of the same definition in the same zone, and its ranking of the same group. In the calendar it
     * ends where this one starts; between seasons there may be time; and where windows overlap or leave gaps it is the
     * one whose number is one less. An expired one does not count.
     */
    @Query("""
            SELECT wanted.n, p.id AS window_id, r.id AS ranking_id, coalesce(r.revision, 0) AS revision
            FROM unnest(:rankings.windowId, :rankings.group) WITH ORDINALITY AS wanted (window_id, group_values, n)
            CROSS JOIN LATERAL (SELECT * FROM leaderboard_window AS q WHERE q.id = wanted.window_id OFFSET 0) AS w
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS q
                WHERE q.leaderboard_id = w.leaderboard_id AND q.definition = w.definition AND q.time_zone = w.time_zone
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
            """)
    List<Numbered<FoundPrevious>> listPrevious(List<Ranking> rankings);

    /** The rankings before these, those of the same group in the window before; absent where there was no such window. */
    default Map<Ranking, Previous> previous(List<Ranking> rankings) {
        Map<Ranking, Previous> previous = new HashMap<>();
        Numbered.map(rankings, listPrevious(rankings))
                .forEach((ranking, found) -> previous.put(ranking, found.of(ranking)));
        return previous;
    }

    @Introspected
    record FoundPrevious(long windowId, @Nullable Long rankingId, int revision) {
        Previous of(Ranking ranking) {
            return new Previous(rankingId == null ? null : ranking.in(windowId, rankingId, revision));
        }
    }

    /** The groups of one grouping in a window; lists have them in order of their values. */
    record WindowGrouping(long windowId, Grouping grouping) {
        /** Before every group: arrays come before objects. */
        private static final Json FIRST = new Json("[]");

        /** Behind the group of everyone, before all others: empty names come before others. */
        private static final Json SECOND = new Json("{\"\": null}");

        /** A group of the grouping with a null for each value. */
        Json shape() {
            return each("null");
        }

        /** What jsonb's order puts before all groups of the grouping. */
        Json start() {
            return grouping.attributes().isEmpty() ? FIRST : shape();
        }

        /** What jsonb's order puts behind all groups of the grouping. */
        Json before() {
            return grouping.attributes().isEmpty() ? SECOND : each("true");
        }

        private Json each(String value) {
            return new Json(grouping.attributes().stream()
                    .map(attribute -> "\"" + attribute + "\": " + value)
                    .collect(joining(", ", "{", "}")));
        }
    }

    /**
     * What a ranking's movement is measured against.
     *
     * @param ranking that of the same group in the window before; null where nobody stood in that group then
     */
    record Previous(@Nullable Ranking ranking) {}
}
