package laurel.ranking;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.leaderboard.WindowKind;
import laurel.ranking.ParticipantStandingsQuery.StandingItem;
import laurel.ranking.ParticipantStandingsQuery.StandingListKey;
import org.jspecify.annotations.Nullable;

/** Reads the standings of participants on all leaderboards, with one statement over the partitions of the possible windows. */
@Singleton
class ParticipantStandingsRepository {
    private static final String KINDS =
            Stream.of(WindowKind.values()).map(Enum::name).collect(joining("', '", "ARRAY['", "']"));
    private static final String PLACE = "l.key, array_position(<kinds>, w.kind), w.definition,"
            + " coalesce(w.starts_at, '-infinity'), r.group_values";
    /** The window kind of a leaderboard that is closest to a day. */
    private static final String DAILY = """
            (SELECT k.kind
             FROM unnest(ARRAY['DAILY', 'HOURLY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'SEASON', 'ALL_TIME', 'CUSTOM'])
                  WITH ORDINALITY AS k (kind, n)
             WHERE l.windows @> jsonb_build_array(jsonb_build_object('kind', k.kind))
             ORDER BY k.n LIMIT 1)""";

    private static final String ENTRIES =
            "(SELECT <n> AS part, e.* FROM <entry> AS e WHERE e.participant_id = input.participant)";

    /**
     * LATERAL with OFFSET 0 makes it index look-ups per entry, regardless of statistics. Metrics are computed for the entries
     * of the page only. On the first page all columns of the start key are null except for an empty leaderboard key, which
     * is before all others.
     */
    private static final String PAGES =
            """
            WITH page AS MATERIALIZED (
                SELECT input.query_number, s.*
                FROM unnest(:queryNumber, :input.app, :input.participant, :input.kindNames, :input.daily, :input.at, :input.now,
                            :input.size, :input.after.board, :input.after.kind, :input.after.definition,
                            :input.after.startsAt, :input.after.group)
                     AS input (query_number, app, participant, kinds, daily, at, now,
                           size, after_board, after_kind, after_definition, after_start, after_group)
                CROSS JOIN LATERAL (
                    SELECT m.*, r.id, r.app_id, r.leaderboard_id, r.window_id, r.sort_order, r.revision, r.group_values AS "group",
                           l.decimals, l.key AS board, w.kind, w.definition, w.starts_at,
                           row_number() OVER (ORDER BY <place>) AS place
                    FROM (<entries>) AS m
                    CROSS JOIN LATERAL (SELECT * FROM ranking AS q WHERE q.id = m.ranking_id OFFSET 0) AS r
                    CROSS JOIN LATERAL (SELECT * FROM leaderboard_window AS q WHERE q.id = r.window_id OFFSET 0) AS w
                    CROSS JOIN LATERAL (SELECT * FROM leaderboard AS q WHERE q.id = r.leaderboard_id OFFSET 0) AS l
                    CROSS JOIN LATERAL (
                        SELECT coalesce(input.at, greatest(
                            coalesce(CASE l.clock WHEN 'SUBMISSIONS' THEN l.clock_at END, input.now),
                            l.finalized_through)) AS at) AS present
                    WHERE l.app_id = input.app AND l.visibility = 'PUBLIC' AND l.archived_at IS NULL
                      AND w.expired_at IS NULL AND w.kind = ANY (string_to_array(input.kinds, ' '))
                      AND (w.starts_at IS NULL OR w.starts_at <= present.at)
                      AND (w.ends_at IS NULL OR w.ends_at > present.at)
                      AND (NOT input.daily OR (r.group_values = '{}' AND w.kind = <daily>))
                      AND (<place>)
                        > (coalesce(input.after_board, ''), array_position(<kinds>, input.after_kind), input.after_definition,
                           coalesce(input.after_start, '-infinity'), input.after_group)
                    ORDER BY <place>
                    LIMIT input.size + 1) AS s
            )
            """.replace("<daily>", DAILY).replace("<place>", PLACE).replace("<kinds>", KINDS);

    private static final String PART = "SELECT k.*, FALSE AS marked, <metrics> FROM page AS k WHERE k.part = <n>\n";

    private final Sql sql;

    ParticipantStandingsRepository(Sql sql) {
        this.sql = sql;
    }

    /** A row of the statement. */
    @Introspected
    record ParticipantStandingRow(
            StandingRow standing,
            Ranking ranking,
            String board,
            WindowKind kind,
            String definition,
            @Nullable Instant startsAt,
            long place) {
        StandingItem item() {
            return new StandingItem(
                    Standing.of(ranking, standing),
                    new StandingListKey(board, kind, definition, startsAt, ranking.group()));
        }
    }

    /**
     * The items of each page, and one more if there is a next page; absent if there are none. All metrics that any query
     * requests are computed for all, because they are part of the text of the statement.
     */
    Map<ParticipantStandingsQuery, List<StandingItem>> list(
            List<ParticipantStandingsQuery> queries, List<String> tables) {
        Set<RankMetric> metrics = queries.stream()
                .flatMap(of -> of.metrics().stream())
                .collect(toCollection(() -> EnumSet.noneOf(RankMetric.class)));
        String text = PAGES.replace("<entries>", numbered(tables, ENTRIES, "\nUNION ALL "))
                + numbered(
                        tables,
                        PART.replace("<metrics>", RankMetric.columns(metrics, RankSource.COUNTED)),
                        "UNION ALL ");
        var query = new PartitionedQuery().add(queries, of -> text);
        Map<ParticipantStandingsQuery, List<StandingItem>> found = new HashMap<>();
        query.list(sql, ParticipantStandingRow.class).stream()
                .sorted(Comparator.comparingLong(ParticipantStandingRow::place))
                .forEach(row -> found.computeIfAbsent(queries.get(row.standing.queryNumber()), of -> new ArrayList<>())
                        .add(row.item()));
        return found;
    }

    private static String numbered(List<String> tables, String part, String separator) {
        return IntStream.range(0, tables.size())
                .mapToObj(n -> part.replace("<n>", Integer.toString(n)).replace("<entry>", tables.get(n)))
                .collect(joining(separator));
    }
}
