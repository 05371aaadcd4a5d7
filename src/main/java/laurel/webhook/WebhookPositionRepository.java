package laurel.webhook;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import laurel.change.ChangeFeed;
import laurel.change.LeaderboardSignals.Scope;
import laurel.database.sql.SqlRepository;
import org.jspecify.annotations.Nullable;

/** Positions of webhooks in the event log and in the change feed: up to where their messages are created. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public abstract class WebhookPositionRepository implements SqlRepository {
    private final ChangeFeed feed;

    WebhookPositionRepository(ChangeFeed feed) {
        this.feed = feed;
    }

    /**
     * The leaderboards of a webhook's filter in which something may have changed, the furthest behind first. A leaderboard
     * without a position was created after the webhook and is followed from its first change.
     */
    @Query("""
            SELECT l.id, l.key, l.decimals, p.sequence IS NOT NULL AS followed, coalesce(p.sequence, 0) AS sequence,
                   coalesce(p.snapshot_due, false) AS snapshot_due, p.snapshot_after
            FROM leaderboard AS l
            LEFT JOIN webhook_position AS p ON p.webhook_id = :webhook.id AND p.leaderboard_id = l.id
            WHERE l.app_id = :webhook.appId
              AND (:webhook.filter.leaderboardKeys::text[] IS NULL OR l.key = ANY (:webhook.filter.leaderboardKeys))
              AND l.id = ANY (CASE WHEN :scope.all THEN ARRAY(SELECT b.id FROM leaderboard AS b WHERE b.app_id = :webhook.appId)
                                   ELSE :scope.leaderboardIds END)
            ORDER BY coalesce(p.sequence, 0), l.id
            """)
    public abstract List<FollowedLeaderboard> leaderboards(Webhook webhook, Scope scope);

    /**
     * A leaderboard of a webhook's filter.
     *
     * @param followed      whether it has a position
     * @param sequence      the position; 0 without one
     * @param snapshotDue   as in {@link WebhookPosition}
     * @param snapshotAfter as in {@link WebhookPosition}
     */
    @Introspected
    public record FollowedLeaderboard(
            int id,
            String key,
            int decimals,
            boolean followed,
            long sequence,
            boolean snapshotDue,
            @Nullable Long snapshotAfter) {}

    /** Follows the leaderboards of a webhook's filter from now on. Those that it already follows keep their position. */
    public void follow(Webhook webhook) {
        List<FollowedLeaderboard> leaderboards =
                webhook.filter().includesRankings() ? leaderboards(webhook, Scope.ALL) : List.of();
        deleteOthers(webhook.id(), leaderboards);
        List<Integer> added = leaderboards.stream()
                .filter(leaderboard -> !leaderboard.followed())
                .map(FollowedLeaderboard::id)
                .toList();
        List<WebhookPosition> positions = feed.positions(added).entrySet().stream()
                .map(at -> new WebhookPosition(at.getKey(), at.getValue(), false, null))
                .toList();
        advance(webhook.id(), positions);
    }

    @Query("DELETE FROM webhook_position WHERE webhook_id = :webhook AND leaderboard_id <> ALL (:leaderboards.id)")
    abstract void deleteOthers(long webhook, Collection<FollowedLeaderboard> leaderboards);

    /** Stores that the messages about changes up to these positions are created. */
    public void advance(long webhook, List<WebhookPosition> positions) {
        if (!positions.isEmpty()) {
            upsert(webhook, positions);
        }
    }

    @Query("""
            INSERT INTO webhook_position (webhook_id, leaderboard_id, sequence, snapshot_due, snapshot_after)
            SELECT :webhook, given.*
            FROM unnest(:positions.leaderboardId, :positions.sequence, :positions.snapshotDue, :positions.snapshotAfter)
                 AS given (leaderboard_id, sequence, snapshot_due, snapshot_after)
            ON CONFLICT (webhook_id, leaderboard_id) DO UPDATE
            SET sequence = excluded.sequence, snapshot_due = excluded.snapshot_due, snapshot_after = excluded.snapshot_after
            """)
    abstract void upsert(long webhook, List<WebhookPosition> positions);

    /**
     * The position of a webhook in the changes of a leaderboard.
     *
     * @param snapshotDue   whether tops were left out of the messages up to here, so that a snapshot is due
     * @param snapshotAfter the last ranking that the snapshot has reported; null before the first
     */
    public record WebhookPosition(
            int leaderboardId,
            long sequence,
            boolean snapshotDue,
            @Nullable Long snapshotAfter) {}

    /**
     * Stores the position up to which the messages of a webhook are created.
     *
     * @param rankedAt when all leaderboards of the webhook were read; null if not all were
     */
    @Query("UPDATE webhook SET event_position = :event, ranked_at = coalesce(:rankedAt, ranked_at) WHERE id = :webhook")
    public abstract void advance(long webhook, long event, @Nullable Instant rankedAt);
}
