package laurel.webhook;

import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import laurel.database.Sql;
import laurel.outbox.Outbox;
import laurel.webhook.Signalled.Where;
import org.jspecify.annotations.Nullable;

/** How far webhooks have been told of the events and of each board's changes. */
@Singleton
class PositionRepository {
    /** The boards that a webhook is told of, the furthest behind first; one without a place is followed from its beginning. */
    private static final String BOARDS = """
            SELECT l.id, l.key, l.decimals, p.sequence IS NOT NULL AS followed, coalesce(p.sequence, 0) AS sequence,
                   coalesce(p.anew, false) AS anew
            FROM leaderboard AS l
            LEFT JOIN webhook_position AS p ON p.webhook_id = :webhook AND p.leaderboard_id = l.id
            WHERE l.app_id = :app AND (cardinality(:keys) = 0 OR l.key = ANY (:keys))
              AND (:everywhere OR l.id = ANY (:boards))
            ORDER BY coalesce(p.sequence, 0), l.id
            """;

    private static final String FORGET = """
            DELETE FROM webhook_position WHERE webhook_id = :webhook AND leaderboard_id <> ALL (:boards)
            """;
    private static final String REACH = """
            INSERT INTO webhook_position (webhook_id, leaderboard_id, sequence, anew)
            SELECT :webhook, reached.*
            FROM unnest(:boards, :sequences, :anews) AS reached (board, sequence, anew)
            ON CONFLICT (webhook_id, leaderboard_id) DO UPDATE SET sequence = excluded.sequence, anew = excluded.anew
            """;
    private static final String ADVANCE =
            "UPDATE webhook SET event_position = :event, ranked_at = coalesce(:ranked, ranked_at) WHERE id = :webhook";

    private final Sql sql;
    private final Outbox outbox;

    PositionRepository(Sql sql, Outbox outbox) {
        this.sql = sql;
        this.outbox = outbox;
    }

    /**
     * A board that a webhook is told of.
     *
     * @param followed whether it has a place
     * @param sequence its place; 0 where it has none
     * @param anew     as in {@link Reached}
     */
    @Introspected
    record Board(int id, String key, int decimals, boolean followed, long sequence, boolean anew) {}

    /**
     * How far a webhook has been told of a board.
     *
     * @param anew whether what it was told leaves out the ranks, so that they are to be told as they stand
     */
    @Introspected
    record Reached(int board, long sequence, boolean anew) {}

    /** Those where something may have changed. */
    List<Board> boards(Webhook webhook, Where where) {
        return sql.of(BOARDS)
                .bind("webhook", webhook.id())
                .bind("app", webhook.appId())
                .bindArray("keys", String.class, webhook.interest().leaderboards())
                .bind("everywhere", where.everywhere())
                .bindArray("boards", Integer.class, where.boards())
                .list(Board.class);
    }

    /** Has a webhook follow the boards that it shall be told of from here on, those that it follows already from where it was. */
    void follow(Webhook webhook) {
        List<Board> boards = webhook.interest().inRankings() ? boards(webhook, Where.EVERYWHERE) : List.of();
        sql.of(FORGET)
                .bind("webhook", webhook.id())
                .bindArray("boards", Integer.class, column(boards, Board::id))
                .execute();
        List<Integer> fresh = boards.stream()
                .filter(board -> !board.followed())
                .map(Board::id)
                .toList();
        List<Reached> reached = outbox.positions(fresh).entrySet().stream()
                .map(at -> new Reached(at.getKey(), at.getValue(), false))
                .toList();
        reach(webhook.id(), reached);
    }

    /** Notes that a webhook has been told of these boards' changes up to these sequences. */
    void reach(long webhook, List<Reached> reached) {
        if (!reached.isEmpty()) {
            sql.of(REACH)
                    .bind("webhook", webhook)
                    .bindArray("boards", Integer.class, column(reached, Reached::board))
                    .bindArray("sequences", Long.class, column(reached, Reached::sequence))
                    .bindArray("anews", Boolean.class, column(reached, Reached::anew))
                    .execute();
        }
    }

    /** @param ranked when all its boards were looked through; null where they were not */
    void advance(long webhook, long event, @Nullable Instant ranked) {
        sql.of(ADVANCE)
                .bind("webhook", webhook)
                .bind("event", event)
                .bind("ranked", ranked)
                .execute();
    }
}
