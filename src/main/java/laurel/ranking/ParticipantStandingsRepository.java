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
import laurel.ranking.ParticipantStandings.Item;
import laurel.ranking.ParticipantStandings.Place;
import org.jspecify.annotations.Nullable;

/** Finds where participants stand on all boards: one statement over the partitions that can hold the windows meant. */
@Singleton
class ParticipantStandingsRepository {
    private static final String KINDS =
            Stream.of(WindowKind.values()).map(Enum::name).collect(joining("', '", "ARRAY['", "']"));
    private static final String PLACE = "l.key, array_position(<kinds>, w.kind), w.definition,"
            + " coalesce(w.starts_at, '-infinity'), r.group_values";
    /** Days, where a board has them; else what is short. */
    private static final String DAILY = """
            (SELECT k.kind
             FROM unnest(ARRAY['DAILY', 'HOURLY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'SEASON', 'ALL_TIME', 'CUSTOM'])
                  WITH ORDINALITY AS k (kind, n)
             WHERE l.window_definitions @> jsonb_build_array(jsonb_build_object('kind', k.kind))
             ORDER BY k.n LIMIT 1)""";

    private static final String ENTRIES =
            "(SELECT <n> AS part, e.* FROM <entry> AS e WHERE e.participant_id = a.participant)";

    /**
     * Lateral and with OFFSET, so that it is index look-ups for each entry whatever the planner believes of a table. What is
     * counted is counted for the page alone, in the partition of each of its entries. On the first page the place to start
     * behind is all null but its board: every key of a board is greater than an empty one, so nothing else is compared.
     */
    private static final String PAGES =
            """
            WITH page AS MATERIALIZED (
                SELECT a.ask, s.*
                FROM unnest(:ask, :asked.app, :asked.participant, :asked.kindNames, :asked.daily, :asked.at, :asked.now,
                            :asked.size, :asked.after.board, :asked.after.kind, :asked.after.definition,
                            :asked.after.startsAt, :asked.after.group)
                     AS a (ask, app, participant, kinds, daily, at, now,
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
                        SELECT coalesce(a.at, greatest(coalesce(CASE l.clock WHEN 'SUBMISSIONS' THEN l.clock_at END, a.now),
                                                       l.finalized_through)) AS at) AS present
                    WHERE l.app_id = a.app AND l.visibility = 'PUBLIC' AND l.archived_at IS NULL
                      AND w.expired_at IS NULL AND w.kind = ANY (string_to_array(a.kinds, ' '))
                      AND (w.starts_at IS NULL OR w.starts_at <= present.at)
                      AND (w.ends_at IS NULL OR w.ends_at > present.at)
                      AND (NOT a.daily OR (r.group_values = '{}' AND w.kind = <daily>))
                      AND (<place>)
                        > (coalesce(a.after_board, ''), array_position(<kinds>, a.after_kind), a.after_definition,
                           coalesce(a.after_start, '-infinity'), a.after_group)
                    ORDER BY <place>
                    LIMIT a.size + 1) AS s
            )
            """.replace("<daily>", DAILY).replace("<place>", PLACE).replace("<kinds>", KINDS);

    private static final String PART = "SELECT k.*, FALSE AS marked, <figures> FROM page AS k WHERE k.part = <n>\n";

    private final Sql sql;

    ParticipantStandingsRepository(Sql sql) {
        this.sql = sql;
    }

    /** A row of these. */
    @Introspected
    record Row(
            StandingRow standing,
            Ranking ranking,
            String board,
            WindowKind kind,
            String definition,
            @Nullable Instant startsAt,
            long place) {
        Item item() {
            return new Item(
                    Standing.of(ranking, standing), new Place(board, kind, definition, startsAt, ranking.group()));
        }
    }

    /**
     * What answers these questions, in order, and the item behind it; no item for those without any. The figures that one of
     * them wants are found for all, because the text of the statement says which.
     */
    Map<ParticipantStandings, List<Item>> answer(List<ParticipantStandings> asked, List<String> tables) {
        Set<RankMetric> figures = asked.stream()
                .flatMap(of -> of.figures().stream())
                .collect(toCollection(() -> EnumSet.noneOf(RankMetric.class)));
        String text = PAGES.replace("<entries>", numbered(tables, ENTRIES, "\nUNION ALL "))
                + numbered(
                        tables,
                        PART.replace("<figures>", RankMetric.columns(figures, RankSource.COUNTED)),
                        "UNION ALL ");
        var query = new PartitionedQuery().ask(asked, of -> text);
        Map<ParticipantStandings, List<Item>> answers = new HashMap<>();
        query.list(sql, Row.class).stream()
                .sorted(Comparator.comparingLong(Row::place))
                .forEach(row -> answers.computeIfAbsent(asked.get(row.standing.ask()), of -> new ArrayList<>())
                        .add(row.item()));
        return answers;
    }

    private static String numbered(List<String> tables, String part, String separator) {
        return IntStream.range(0, tables.size())
                .mapToObj(n -> part.replace("<n>", Integer.toString(n)).replace("<entry>", tables.get(n)))
                .collect(joining(separator));
    }
}
