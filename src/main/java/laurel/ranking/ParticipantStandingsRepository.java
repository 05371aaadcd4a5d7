package laurel.ranking;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toList;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
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
import laurel.request.ListRequest;
import org.jspecify.annotations.Nullable;

/** Reads the standings of participants on all leaderboards, with one statement over the partitions of the possible windows. */
@Singleton
class ParticipantStandingsRepository {
    private static final String KINDS = array(Stream.of(WindowKind.values()));
    private static final String DAILY_KINDS = array(Stream.of(WindowKind.values())
            .sorted(Comparator.comparingInt(ParticipantStandingsRepository::distanceFromDay)));
    private static final String LIST_KEY = "l.key, array_position(<kinds>, w.kind), w.definition,"
            + " coalesce(w.starts_at, '-infinity'), r.group_values";
    /** The window kind of a leaderboard that is closest to a day. */
    private static final String DAILY = """
            (SELECT k.kind
             FROM unnest(<daily kinds>) WITH ORDINALITY AS k (kind, n)
             WHERE l.window_definitions @> jsonb_build_array(jsonb_build_object('kind', k.kind))
             ORDER BY k.n LIMIT 1)""";

    private static final String ENTRIES =
            "(SELECT <n> AS part, e.* FROM <entry> AS e WHERE e.participant_id = input.participant)";

    /**
     * LATERAL with OFFSET 0 makes it index look-ups per entry, regardless of statistics. Metrics are computed for the entries
     * of the page only. On the first page all columns of the start key are null except for an empty leaderboard key, which
     * is before all others.
     */
    private static final String PAGES = """
            WITH page AS MATERIALIZED (
                SELECT input.query_number, s.*
                FROM unnest(:queryNumber, :input.query.app, :input.query.participant, :input.query.kindNames, :input.query.daily,
                            :input.query.at, :input.query.now, :input.limit, :input.after.board, :input.after.kind,
                            :input.after.definition, :input.after.startsAt, :input.after.group)
                     AS input (query_number, app, participant, kinds, daily, at, now,
                           size, after_board, after_kind, after_definition, after_start, after_group)
                CROSS JOIN LATERAL (
                    SELECT m.*, r.id, r.app_id, r.leaderboard_id, r.window_id, r.sort_order, r.revision, r.group_values AS "group",
                           l.decimals, l.key AS board, w.kind, w.definition, w.starts_at,
                           row_number() OVER (ORDER BY <list key>) AS item_number
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
                      AND (<list key>)
                        > (coalesce(input.after_board, ''), array_position(<kinds>, input.after_kind), input.after_definition,
                           coalesce(input.after_start, '-infinity'), input.after_group)
                    ORDER BY <list key>
                    LIMIT input.size) AS s
            )
            """.replace("<daily>", DAILY)
            .replace("<daily kinds>", DAILY_KINDS)
            .replace("<list key>", LIST_KEY)
            .replace("<kinds>", KINDS);

    private static final String PART = "SELECT k.*, FALSE AS marked, <metrics> FROM page AS k WHERE k.part = <n>\n";

    private final Sql sql;

    ParticipantStandingsRepository(Sql sql) {
        this.sql = sql;
    }

    private static String array(Stream<WindowKind> kinds) {
        return kinds.map(Enum::name).collect(joining("', '", "ARRAY['", "']"));
    }

    /** Returns the place of a kind among those that represent a day, from 0 for the best. */
    private static int distanceFromDay(WindowKind kind) {
        return switch (kind) {
            case DAILY -> 0;
            case HOURLY -> 1;
            case WEEKLY -> 2;
            case MONTHLY -> 3;
            case YEARLY -> 4;
            case SEASON -> 5;
            case ALL_TIME -> 6;
            case CUSTOM -> 7;
        };
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
            long itemNumber) {
        StandingItem item() {
            return new StandingItem(
                    Standing.of(ranking, standing),
                    new StandingListKey(board, kind, definition, startsAt, ranking.group()));
        }
    }

    /** A list to read, with the types that the parameters of the statement have. */
    private record ListInput(
            ParticipantStandingsQuery query, @Nullable StandingListKey after, int limit) {
        static ListInput of(ListRequest<ParticipantStandingsQuery, StandingListKey> list) {
            return new ListInput(requireNonNull(list.filter()), list.after(), list.limit());
        }
    }

    /**
     * Returns the items of each list; lists without items are absent. All metrics that any query requests are computed for
     * all, because they are part of the text of the statement.
     */
    Map<ListRequest<ParticipantStandingsQuery, StandingListKey>, List<StandingItem>> list(
            List<ListRequest<ParticipantStandingsQuery, StandingListKey>> lists, List<String> tables) {
        List<ListInput> inputs = lists.stream().map(ListInput::of).toList();
        Set<RankMetric> metrics = inputs.stream()
                .flatMap(input -> input.query.metrics().stream())
                .collect(toCollection(() -> EnumSet.noneOf(RankMetric.class)));
        String text = PAGES.replace("<entries>", numbered(tables, ENTRIES, "\nUNION ALL "))
                + numbered(
                        tables,
                        PART.replace("<metrics>", RankMetric.columns(metrics, RankSource.COUNTED)),
                        "UNION ALL ");
        return new PartitionedQuery()
                .add(inputs, input -> text).list(sql, ParticipantStandingRow.class).stream()
                        .sorted(Comparator.comparingLong(ParticipantStandingRow::itemNumber))
                        .collect(groupingBy(
                                row -> lists.get(row.standing.queryNumber()),
                                mapping(ParticipantStandingRow::item, toList())));
    }

    private static String numbered(List<String> tables, String part, String separator) {
        return IntStream.range(0, tables.size())
                .mapToObj(n -> part.replace("<n>", Integer.toString(n)).replace("<entry>", tables.get(n)))
                .collect(joining(separator));
    }
}
