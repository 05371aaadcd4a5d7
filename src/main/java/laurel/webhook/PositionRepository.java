package laurel.webhook;

import static laurel.database.Columns.column;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.outbox.Outbox;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** How far webhooks have been told of the events and of each board's changes. */
@Singleton
class PositionRepository {
    /** The boards that a webhook is told of; one without a place is followed from its beginning. */
    private static final String BOARDS = """
            SELECT l.id, l.key, l.decimals, p.sequence IS NOT NULL AS followed, coalesce(p.sequence, 0) AS sequence
            FROM leaderboard AS l
            LEFT JOIN webhook_position AS p ON p.webhook_id = :webhook AND p.leaderboard_id = l.id
            WHERE l.app_id = :app AND (cardinality(:keys) = 0 OR l.key = ANY (:keys))
            """;

    private static final String FORGET = """
            DELETE FROM webhook_position WHERE webhook_id = :webhook AND leaderboard_id <> ALL (:boards)
            """;
    private static final String REACH = """
            INSERT INTO webhook_position (webhook_id, leaderboard_id, sequence)
            SELECT :webhook, board, sequence FROM unnest(:boards, :sequences) AS reached (board, sequence)
            ON CONFLICT (webhook_id, leaderboard_id) DO UPDATE SET sequence = excluded.sequence
            """;
    private static final String ADVANCE =
            "UPDATE webhook SET event_position = :event, ranked_at = coalesce(:ranked, ranked_at) WHERE id = :webhook";

    private final Outbox outbox;

    PositionRepository(Outbox outbox) {
        this.outbox = outbox;
    }

    /**
     * A board that a webhook is told of.
     *
     * @param followed whether it has a place
     * @param sequence its place; 0 where it has none
     */
    record Board(int id, String key, int decimals, boolean followed, long sequence) {}

    List<Board> boards(Handle transaction, Webhook webhook) {
        return transaction
                .createQuery(BOARDS)
                .bind("webhook", webhook.id())
                .bind("app", webhook.appId())
                .bindArray("keys", String.class, webhook.interest().leaderboards())
                .mapTo(Board.class)
                .list();
    }

    /** Has a webhook follow the boards that it shall be told of from here on, those that it follows already from where it was. */
    void follow(Handle transaction, Webhook webhook) {
        List<Board> boards = webhook.interest().inRankings() ? boards(transaction, webhook) : List.of();
        transaction
                .createUpdate(FORGET)
                .bind("webhook", webhook.id())
                .bindArray("boards", Integer.class, column(boards, Board::id))
                .execute();
        List<Integer> fresh = boards.stream()
                .filter(board -> !board.followed())
                .map(Board::id)
                .toList();
        reach(transaction, webhook.id(), outbox.positions(transaction, fresh));
    }

    /** Notes that a webhook has been told of these boards' changes up to these sequences. */
    void reach(Handle transaction, long webhook, Map<Integer, Long> sequences) {
        if (!sequences.isEmpty()) {
            List<Map.Entry<Integer, Long>> reached = sequences.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .collect(Collectors.toList());
            transaction
                    .createUpdate(REACH)
                    .bind("webhook", webhook)
                    .bindArray("boards", Integer.class, column(reached, Map.Entry::getKey))
                    .bindArray("sequences", Long.class, column(reached, Map.Entry::getValue))
                    .execute();
        }
    }

    /** @param ranked when all its boards were looked through; null where they were not */
    void advance(Handle transaction, long webhook, long event, @Nullable Instant ranked) {
        transaction
                .createUpdate(ADVANCE)
                .bind("webhook", webhook)
                .bind("event", event)
                .bind("ranked", ranked)
                .execute();
    }
}
