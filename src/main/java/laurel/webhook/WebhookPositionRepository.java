package laurel.webhook;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import laurel.change.LeaderboardSignals.Where;
import laurel.change.Outbox;
import laurel.database.sql.SqlRepository;
import org.jspecify.annotations.Nullable;

/** Up to which event, and which change of each board, messages have been made for webhooks. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public abstract class WebhookPositionRepository implements SqlRepository {
    private final Outbox outbox;

    WebhookPositionRepository(Outbox outbox) {
        this.outbox = outbox;
    }

    /**
     * The boards of a webhook's messages where something may have changed, the furthest behind first; one without a place is
     * followed from its beginning.
     */
    @Query("""
            SELECT l.id, l.key, l.decimals, p.sequence IS NOT NULL AS followed, coalesce(p.sequence, 0) AS sequence,
                   coalesce(p.anew, false) AS anew
            FROM leaderboard AS l
            LEFT JOIN webhook_position AS p ON p.webhook_id = :webhook.id AND p.leaderboard_id = l.id
            WHERE l.app_id = :webhook.appId
              AND (:webhook.interest.leaderboardKeys::text[] IS NULL OR l.key = ANY (:webhook.interest.leaderboardKeys))
              AND (:where.everywhere OR l.id = ANY (:where.boards))
            ORDER BY coalesce(p.sequence, 0), l.id
            """)
    public abstract List<Board> boards(Webhook webhook, Where where);

    /**
     * A board of a webhook's messages.
     *
     * @param followed whether it has a place
     * @param sequence its place; 0 where it has none
     * @param anew     as in {@link Reached}
     */
    @Introspected
    public record Board(int id, String key, int decimals, boolean followed, long sequence, boolean anew) {}

    /** Has a webhook follow the boards of its messages from here on, those that it follows already from where it was. */
    public void follow(Webhook webhook) {
        List<Board> boards = webhook.interest().inRankings() ? boards(webhook, Where.EVERYWHERE) : List.of();
        forgetOthers(webhook.id(), boards);
        List<Integer> fresh = boards.stream()
                .filter(board -> !board.followed())
                .map(Board::id)
                .toList();
        List<Reached> reached = outbox.positions(fresh).entrySet().stream()
                .map(at -> new Reached(at.getKey(), at.getValue(), false))
                .toList();
        reach(webhook.id(), reached);
    }

    @Query("DELETE FROM webhook_position WHERE webhook_id = :webhook AND leaderboard_id <> ALL (:boards.id)")
    abstract void forgetOthers(long webhook, Collection<Board> boards);

    /** Notes that the messages of these boards' changes up to these sequences are made. */
    public void reach(long webhook, List<Reached> reached) {
        if (!reached.isEmpty()) {
            setReached(webhook, reached);
        }
    }

    @Query("""
            INSERT INTO webhook_position (webhook_id, leaderboard_id, sequence, anew)
            SELECT :webhook, given.*
            FROM unnest(:reached.board, :reached.sequence, :reached.anew) AS given (board, sequence, anew)
            ON CONFLICT (webhook_id, leaderboard_id) DO UPDATE SET sequence = excluded.sequence, anew = excluded.anew
            """)
    abstract void setReached(long webhook, List<Reached> reached);

    /**
     * Up to which change of a board messages are made.
     *
     * @param anew whether they leave out the ranks, so that those are to be sent as they stand
     */
    public record Reached(int board, long sequence, boolean anew) {}

    /**
     * Stores how far messages have been made for a webhook.
     *
     * @param ranked when all its boards were looked through; null where they were not
     */
    @Query("UPDATE webhook SET event_position = :event, ranked_at = coalesce(:ranked, ranked_at) WHERE id = :webhook")
    public abstract void advance(long webhook, long event, @Nullable Instant ranked);
}
