package laurel.change;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankKey;
import org.jspecify.annotations.Nullable;

@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class OutboxRepository implements SqlRepository {
    /** Inserts nothing if the day has no partition. A leaderboard takes its part of the moves, which are bound once. */
    private static final String INSERT = """
            INSERT INTO change_outbox (sequence, leaderboard_id, at, new_scores, rankings, participants,
                                before_sort_keys, before_subscore_keys, before_tie_keys,
                                after_sort_keys, after_subscore_keys, after_tie_keys)
            SELECT nextval('change_outbox_sequence'), c.board, :at, c.new_scores,
                   m.rankings[c.start : c.last], m.participants[c.start : c.last],
                   m.before_sort_keys[c.start : c.last], m.before_subscore_keys[c.start : c.last],
                   m.before_tie_keys[c.start : c.last],
                   m.after_sort_keys[c.start : c.last], m.after_subscore_keys[c.start : c.last],
                   m.after_tie_keys[c.start : c.last]
            FROM (SELECT :moves.rankingId::bigint[] AS rankings, :moves.participantId::bigint[] AS participants,
                         :moves.before.sortKey::bigint[] AS before_sort_keys,
                         :moves.before.subscoreKey::bigint[] AS before_subscore_keys,
                         :moves.before.tieKey::bigint[] AS before_tie_keys,
                         :moves.after.sortKey::bigint[] AS after_sort_keys,
                         :moves.after.subscoreKey::bigint[] AS after_subscore_keys,
                         :moves.after.tieKey::bigint[] AS after_tie_keys
                  OFFSET 0) AS m
            CROSS JOIN unnest(:changes.board, :changes.newScores, :changes.start, :changes.last)
                       AS c (board, new_scores, start, last)
            WHERE to_regclass(:partition) IS NOT NULL
            """;

    private final Sql sql;

    OutboxRepository(Sql sql) {
        this.sql = sql;
    }

    /** The row of a leaderboard. Without moves if there were too many. */
    record NewChange(int board, boolean newScores, @Nullable List<EntryMove> moves) {}

    /** The row of a leaderboard, with the positions of its first and last move, from 1. Both are null without moves. */
    private record MovesPart(
            int board,
            boolean newScores,
            @Nullable Integer start,
            @Nullable Integer last) {}

    /**
     * Inserts these rows together with the next statement of the transaction. Returns their number; 0, and inserts nothing, if the
     * day has no partition.
     */
    Supplier<Integer> insert(List<NewChange> boards, Instant now) {
        List<EntryMove> moves = new ArrayList<>();
        List<MovesPart> changes = new ArrayList<>();
        for (NewChange change : boards) {
            if (change.moves() == null) {
                changes.add(new MovesPart(change.board(), change.newScores(), null, null));
            } else {
                int start = moves.size() + 1;
                moves.addAll(change.moves());
                changes.add(new MovesPart(change.board(), change.newScores(), start, moves.size()));
            }
        }
        return sql.of(INSERT)
                .bind("at", now)
                .bind("partition", OutboxDay.of(now).partition())
                .bindEach("moves", EntryMove.class, moves)
                .bindEach("changes", MovesPart.class, changes)
                .executeLater();
    }

    Map<Integer, Long> positions(Collection<Integer> boards) {
        return last(boards).stream().collect(toMap(Position::board, Position::sequence));
    }

    @Query("""
            SELECT input.board, greatest(last.sequence, (SELECT max(sequence) FROM change_dropped_day), 0) AS sequence
            FROM unnest(:boards) AS input (board)
            LEFT JOIN LATERAL (
                SELECT o.sequence FROM change_outbox AS o WHERE o.leaderboard_id = input.board
                ORDER BY o.sequence DESC LIMIT 1) AS last ON true
            """)
    abstract List<Position> last(Collection<Integer> boards);

    /** The sequence of the last change of a leaderboard. */
    @Introspected
    record Position(int board, long sequence) {}

    List<Change> since(Map<Integer, Long> after, int limit, int maxMoves) {
        return rows(after, limit, maxMoves).stream().map(OutboxRow::change).toList();
    }

    /** Computes the length of an array from its stored size, because {@code cardinality} would read the array. */
    @Query("""
            SELECT o.*, ARRAY(SELECT coalesce(id_key(p.entity_type, p.external_id), '')
                              FROM unnest(o.participants) WITH ORDINALITY AS u (id, n)
                              LEFT JOIN LATERAL (SELECT * FROM participant AS q WHERE q.id = u.id OFFSET 0) AS p ON true
                              ORDER BY u.n) AS id_keys
            FROM (
                SELECT s.*, row_number() OVER first AS place,
                       sum(coalesce((pg_column_size(s.rankings) - 20) / 8, 0)) OVER first AS moves
                FROM (
                    SELECT o.*
                    FROM unnest(:after.key, :after.value) AS input (board, after)
                    CROSS JOIN LATERAL (
                        SELECT * FROM change_outbox AS o WHERE o.leaderboard_id = input.board AND o.sequence > input.after
                        ORDER BY o.sequence LIMIT :limit) AS o
                    ORDER BY o.sequence
                    LIMIT :limit) AS s
                WINDOW first AS (ORDER BY s.sequence ROWS UNBOUNDED PRECEDING)) AS o
            WHERE o.place = 1 OR o.moves <= :maxMoves
            ORDER BY o.sequence
            """)
    abstract List<OutboxRow> rows(Map<Integer, Long> after, int limit, int maxMoves);

    @Query("SELECT coalesce(max(sequence), 0) FROM change_dropped_day")
    abstract long floor();

    /** A row of the outbox. */
    @Introspected
    record OutboxRow(
            long sequence,
            int leaderboardId,
            Instant at,
            boolean newScores,
            @Nullable List<Long> rankings,
            @Nullable List<Long> participants,
            List<String> idKeys,
            @Nullable List<@Nullable Long> beforeSortKeys,
            @Nullable List<@Nullable Long> beforeSubscoreKeys,
            @Nullable List<@Nullable Long> beforeTieKeys,
            @Nullable List<@Nullable Long> afterSortKeys,
            @Nullable List<@Nullable Long> afterSubscoreKeys,
            @Nullable List<@Nullable Long> afterTieKeys) {
        Change change() {
            return new Change(sequence, leaderboardId, at, newScores, rankings == null ? null : moves(rankings));
        }

        private List<EntryMove> moves(List<Long> rankingOfMove) {
            List<EntryMove> moves = new ArrayList<>();
            for (int n = 0; n < rankingOfMove.size(); n++) {
                long participant = requireNonNull(participants).get(n);
                moves.add(new EntryMove(
                        rankingOfMove.get(n),
                        key(beforeSortKeys, beforeSubscoreKeys, beforeTieKeys, n, idKeys.get(n), participant),
                        key(afterSortKeys, afterSubscoreKeys, afterTieKeys, n, idKeys.get(n), participant)));
            }
            return moves;
        }

        private static @Nullable RankKey key(
                @Nullable List<@Nullable Long> sortKeys,
                @Nullable List<@Nullable Long> subscoreKeys,
                @Nullable List<@Nullable Long> tieKeys,
                int n,
                String idKey,
                long participant) {
            return RankKey.ofColumns(
                    requireNonNull(sortKeys).get(n),
                    requireNonNull(subscoreKeys).get(n),
                    requireNonNull(tieKeys).get(n),
                    idKey,
                    participant);
        }
    }
}
