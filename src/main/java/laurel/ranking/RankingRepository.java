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
import laurel.database.sql.Versioned;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.request.ListRequest;
import laurel.window.RankingKey;
import org.jspecify.annotations.Nullable;

/**
 * Finds rankings of windows that have not expired. LATERAL with OFFSET 0 makes the statements index look-ups, regardless of
 * statistics.
 */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface RankingRepository extends SqlRepository {
    String FOUND = "SELECT input.n, r.*, r.group_values AS \"group\", l.decimals\n";

    /** Joins the rankings {@code r} with their windows and leaderboards. */
    String NOT_EXPIRED = """
            CROSS JOIN LATERAL (
                SELECT FROM leaderboard_window AS q WHERE q.id = r.window_id AND q.expired_at IS NULL OFFSET 0) AS w
            CROSS JOIN LATERAL (SELECT decimals FROM leaderboard AS q WHERE q.id = r.leaderboard_id OFFSET 0) AS l
            ORDER BY input.n, r.group_values
            """;

    @Query(FOUND + """
            FROM unnest(:keys.windowId, :keys.group) WITH ORDINALITY AS input (window_id, group_values, n)
            CROSS JOIN LATERAL (
                SELECT *,
            """ + Versioned.ROW_VERSION + """
                       AS row_version FROM ranking AS r
                WHERE coalesce(r.app_id = :app, true)
                  AND r.window_id = input.window_id AND r.group_values = input.group_values
                OFFSET 0) AS r
            """ + NOT_EXPIRED)
    List<Numbered<Versioned<Ranking>>> listByKeys(@Nullable Integer app, List<RankingKey> keys);

    /**
     * The rankings that exist in the app, or in any app if it is null. Besides their own row they depend on whether the window
     * has expired. When the decimals of a leaderboard change, its rankings are written again.
     */
    default Map<RankingKey, Versioned<Ranking>> byKeys(@Nullable Integer app, List<RankingKey> keys) {
        return Numbered.map(keys, listByKeys(app, keys));
    }

    /**
     * Empty rankings in existing windows, as they are before their first entry. Their id is the number 0 of the slice.
     */
    @Query("""
            SELECT input.n, w.slice_id::bigint << 40 AS id, w.app_id, w.leaderboard_id, w.id AS window_id,
                   input.group_values AS "group", 0 AS revision, l.decimals,
                   coalesce(group_override(l.group_overrides, input.group_values, 'sortOrder'), l.sort_order) AS sort_order
            FROM unnest(:keys.windowId, :keys.group) WITH ORDINALITY AS input (window_id, group_values, n)
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS q
                WHERE q.app_id = :app AND q.id = input.window_id AND q.expired_at IS NULL
                OFFSET 0) AS w
            CROSS JOIN LATERAL (SELECT * FROM leaderboard AS q WHERE q.id = w.leaderboard_id OFFSET 0) AS l
            """)
    List<Numbered<Ranking>> listEmpty(int app, List<RankingKey> keys);

    /**
     * The shape of a grouping has a null for each attribute. In the order of jsonb it comes before all groups with these
     * attributes, and an object with true for each attribute comes after them, so they are one range of the index. A group in
     * that range has no other attributes if the shape overwrites all of it.
     */
    @Query(FOUND + """
            FROM unnest(:lists.filter.windowId, :lists.filter.shape, :lists.after, :lists.filter.start,
                        :lists.filter.before, :lists.limit) WITH ORDINALITY
                 AS input (window_id, shape, after, start, before, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM ranking AS q
                WHERE q.app_id = :app AND q.window_id = input.window_id
                  AND q.group_values > coalesce(input.after, input.start) AND q.group_values < input.before
                  AND q.group_values || input.shape = input.shape
                ORDER BY q.group_values
                LIMIT input.size) AS r
            """ + NOT_EXPIRED)
    List<Numbered<Ranking>> listOfGroupings(int app, List<ListRequest<WindowGrouping, Group>> lists);

    /** The rankings of each list, in order. Absent if it has none. */
    default Map<ListRequest<WindowGrouping, Group>, List<Ranking>> ofGroupings(
            int app, List<ListRequest<WindowGrouping, Group>> lists) {
        return Numbered.lists(lists, listOfGroupings(app, lists));
    }

    @Query("""
            SELECT r.*, r.group_values AS "group", l.decimals,
            """ + Versioned.ROW_VERSION + """
                   AS row_version
            FROM ranking AS r
            JOIN leaderboard_window AS w ON w.id = r.window_id AND w.expired_at IS NULL
            JOIN leaderboard AS l ON l.id = r.leaderboard_id
            WHERE r.app_id = :app AND r.id = ANY (:ids)
            """)
    List<Versioned<Ranking>> byIds(int app, Collection<Long> ids);

    /**
     * The previous window of the same definition and time zone, and its ranking of the same group. A calendar window must end
     * when the next one starts, seasons may have a pause between them, and custom windows have consecutive numbers. Expired
     * windows are left out.
     */
    @Query("""
            SELECT input.n, p.id AS window_id, r.id AS ranking_id, coalesce(r.revision, 0) AS revision
            FROM unnest(:rankings.windowId, :rankings.group) WITH ORDINALITY AS input (window_id, group_values, n)
            CROSS JOIN LATERAL (SELECT * FROM leaderboard_window AS q WHERE q.id = input.window_id OFFSET 0) AS w
            CROSS JOIN LATERAL (
                SELECT * FROM leaderboard_window AS q
                WHERE q.leaderboard_id = w.leaderboard_id AND q.definition = w.definition AND q.time_zone = w.time_zone
                  AND coalesce(q.starts_at, '-infinity') < coalesce(w.starts_at, '-infinity')
                ORDER BY coalesce(q.starts_at, '-infinity') DESC
                LIMIT 1) AS p
            LEFT JOIN LATERAL (
                SELECT * FROM ranking AS q
                WHERE q.window_id = p.id AND q.group_values = input.group_values
                OFFSET 0) AS r ON TRUE
            WHERE p.expired_at IS NULL
              AND CASE w.kind
                  WHEN 'SEASON' THEN TRUE
                  WHEN 'CUSTOM' THEN split_part(p.name, '#', 2)::bigint = split_part(w.name, '#', 2)::bigint - 1
                  ELSE p.ends_at = w.starts_at END
            """)
    List<Numbered<PreviousRow>> listPrevious(List<Ranking> rankings);

    /** The rankings of the same groups in the previous windows. Absent if there is no previous window. */
    default Map<Ranking, PreviousRanking> previous(List<Ranking> rankings) {
        Map<Ranking, PreviousRanking> previous = new HashMap<>();
        Numbered.map(rankings, listPrevious(rankings))
                .forEach((ranking, found) -> previous.put(ranking, found.of(ranking)));
        return previous;
    }

    @Introspected
    record PreviousRow(long windowId, @Nullable Long rankingId, int revision) {
        PreviousRanking of(Ranking ranking) {
            return new PreviousRanking(rankingId == null ? null : ranking.in(windowId, rankingId, revision));
        }
    }

    /** The groups of a grouping in a window, ordered by their values. */
    record WindowGrouping(long windowId, Grouping grouping) {
        /** Before every group: arrays come before objects. */
        private static final Json FIRST = new Json("[]");

        /** After the group of everyone and before all others: empty names come first. */
        private static final Json SECOND = new Json("{\"\": null}");

        /** A group of the grouping with a null for each value. */
        Json shape() {
            return each("null");
        }

        /** Before all groups of the grouping. */
        Json start() {
            return grouping.attributes().isEmpty() ? FIRST : shape();
        }

        /** After all groups of the grouping. */
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
     * The ranking that movement is relative to.
     *
     * @param ranking the ranking of the same group in the previous window; null if it had no entry
     */
    record PreviousRanking(@Nullable Ranking ranking) {}
}
