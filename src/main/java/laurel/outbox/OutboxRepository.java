package laurel.outbox;

import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import laurel.database.Sql;
import laurel.database.Statement;
import laurel.index.EntryPlace;
import laurel.index.Shift;
import org.jspecify.annotations.Nullable;

@Singleton
class OutboxRepository {
    private static final String FLOOR = "SELECT coalesce(max(sequence), 0) FROM dropped_outbox";

    /** Notes nothing where the day has no partition yet. */
    private static final String INSERT = """
            INSERT INTO outbox (sequence, leaderboard_id, at, rankings, participants,
                                before_sort_keys, before_subscore_keys, before_tie_keys,
                                after_sort_keys, after_subscore_keys, after_tie_keys)
            SELECT nextval('outbox_sequence'), n.*
            FROM (VALUES <rows>) AS n
            WHERE to_regclass(:partition) IS NOT NULL
            """;
    /** Of the n-th board. */
    private static final String ROW = """
            (:board<n>::integer, :at::timestamptz, :rankings<n>::bigint[], :participants<n>::bigint[],
             :beforeSortKeys<n>::bigint[], :beforeSubscoreKeys<n>::bigint[], :beforeTieKeys<n>::bigint[],
             :afterSortKeys<n>::bigint[], :afterSubscoreKeys<n>::bigint[], :afterTieKeys<n>::bigint[])
            """;

    private static final String ROW_ANEW = "(:board<n>::integer, :at::timestamptz" + ", NULL::bigint[]".repeat(8) + ")";
    private static final String POSITIONS = """
            SELECT asked.board, greatest(last.sequence, (SELECT max(sequence) FROM dropped_outbox), 0) AS sequence
            FROM unnest(:boards) AS asked (board)
            LEFT JOIN LATERAL (
                SELECT o.sequence FROM outbox AS o WHERE o.leaderboard_id = asked.board
                ORDER BY o.sequence DESC LIMIT 1) AS last ON true
            """;

    /** The size of a bigint array as it is stored tells its length, and unlike {@code cardinality} does not read it. */
    private static final String SINCE = """
            SELECT o.*
            FROM (
                SELECT s.*, row_number() OVER first AS place,
                       sum(coalesce((pg_column_size(s.rankings) - 20) / 8, 0)) OVER first AS shifts
                FROM (
                    SELECT o.*
                    FROM unnest(:boards, :afters) AS asked (board, after)
                    CROSS JOIN LATERAL (
                        SELECT * FROM outbox AS o WHERE o.leaderboard_id = asked.board AND o.sequence > asked.after
                        ORDER BY o.sequence LIMIT :most) AS o
                    ORDER BY o.sequence
                    LIMIT :most) AS s
                WINDOW first AS (ORDER BY s.sequence ROWS UNBOUNDED PRECEDING)) AS o
            WHERE o.place = 1 OR o.shifts <= :mostShifts
            ORDER BY o.sequence
            """;

    private final Sql sql;

    OutboxRepository(Sql sql) {
        this.sql = sql;
    }

    /** What a board's row says; without shifts, that more changed than is told. */
    record Noted(int board, @Nullable List<Shift> shifts) {}

    /** False, and nothing is noted, where the day has no partition. */
    boolean insert(List<Noted> boards, Instant now) {
        String rows = IntStream.range(0, boards.size())
                .mapToObj(n -> row(boards.get(n)).replace("<n>", Integer.toString(n)))
                .collect(Collectors.joining(","));
        Statement update = sql.of(INSERT.replace("<rows>", rows))
                .bind("at", now)
                .bind("partition", OutboxDay.of(now).partition());
        for (int n = 0; n < boards.size(); n++) {
            Noted noted = boards.get(n);
            update.bind("board" + n, noted.board());
            if (noted.shifts() != null) {
                bind(update, n, noted.shifts());
            }
        }
        return update.execute() > 0;
    }

    private static String row(Noted noted) {
        return noted.shifts() == null ? ROW_ANEW : ROW;
    }

    private static void bind(Statement update, int n, List<Shift> shifts) {
        update.bindArray("rankings" + n, Long.class, column(shifts, Shift::rankingId))
                .bindArray("participants" + n, Long.class, column(shifts, Shift::participantId))
                .bindArray("beforeSortKeys" + n, Long.class, keys(shifts, Shift::before, EntryPlace::sortKey))
                .bindArray("beforeSubscoreKeys" + n, Long.class, keys(shifts, Shift::before, EntryPlace::subscoreKey))
                .bindArray("beforeTieKeys" + n, Long.class, keys(shifts, Shift::before, EntryPlace::tieKey))
                .bindArray("afterSortKeys" + n, Long.class, keys(shifts, Shift::after, EntryPlace::sortKey))
                .bindArray("afterSubscoreKeys" + n, Long.class, keys(shifts, Shift::after, EntryPlace::subscoreKey))
                .bindArray("afterTieKeys" + n, Long.class, keys(shifts, Shift::after, EntryPlace::tieKey));
    }

    Map<Integer, Long> positions(Collection<Integer> boards) {
        return sql.of(POSITIONS).bindArray("boards", Integer.class, boards).list(Position.class).stream()
                .collect(Collectors.toMap(Position::board, Position::sequence));
    }

    /** A row of {@link #POSITIONS}. */
    @Introspected
    record Position(int board, long sequence) {}

    List<Change> since(Map<Integer, Long> after, int most, int mostShifts) {
        List<Map.Entry<Integer, Long>> asked = List.copyOf(after.entrySet());
        return sql
                .of(SINCE)
                .bindArray("boards", Integer.class, column(asked, Map.Entry::getKey))
                .bindArray("afters", Long.class, column(asked, Map.Entry::getValue))
                .bind("most", most)
                .bind("mostShifts", mostShifts)
                .list(Row.class)
                .stream()
                .map(Row::change)
                .toList();
    }

    long floor() {
        return sql.of(FLOOR).one(Long.class);
    }

    private static @Nullable Object[] keys(
            List<Shift> shifts, Function<Shift, @Nullable EntryPlace> side, ToLongFunction<EntryPlace> key) {
        return column(shifts, shift -> {
            EntryPlace place = side.apply(shift);
            return place == null ? null : key.applyAsLong(place);
        });
    }

    /** A row of {@link #SINCE}. */
    @Introspected
    record Row(
            long sequence,
            int leaderboardId,
            Instant at,
            @Nullable List<Long> rankings,
            @Nullable List<Long> participants,
            @Nullable List<@Nullable Long> beforeSortKeys,
            @Nullable List<@Nullable Long> beforeSubscoreKeys,
            @Nullable List<@Nullable Long> beforeTieKeys,
            @Nullable List<@Nullable Long> afterSortKeys,
            @Nullable List<@Nullable Long> afterSubscoreKeys,
            @Nullable List<@Nullable Long> afterTieKeys) {
        Change change() {
            return new Change(sequence, leaderboardId, at, rankings == null ? null : shifts(rankings));
        }

        private List<Shift> shifts(List<Long> of) {
            List<Shift> shifts = new ArrayList<>();
            for (int n = 0; n < of.size(); n++) {
                shifts.add(new Shift(
                        of.get(n),
                        place(n, beforeSortKeys, beforeSubscoreKeys, beforeTieKeys),
                        place(n, afterSortKeys, afterSubscoreKeys, afterTieKeys)));
            }
            return shifts;
        }

        private @Nullable EntryPlace place(
                int n,
                @Nullable List<@Nullable Long> sortKeys,
                @Nullable List<@Nullable Long> subscoreKeys,
                @Nullable List<@Nullable Long> tieKeys) {
            Long sortKey = Objects.requireNonNull(sortKeys).get(n);
            return sortKey == null
                    ? null
                    : new EntryPlace(
                            sortKey,
                            Objects.requireNonNull(
                                    Objects.requireNonNull(subscoreKeys).get(n)),
                            Objects.requireNonNull(
                                    Objects.requireNonNull(tieKeys).get(n)),
                            Objects.requireNonNull(participants).get(n));
        }
    }
}
