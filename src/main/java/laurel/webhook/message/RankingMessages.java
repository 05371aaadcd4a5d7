package laurel.webhook.message;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.change.ChangeFeed;
import laurel.change.LeaderboardSignals.Scope;
import laurel.rankindex.RankIndexes;
import laurel.webhook.Webhook;
import laurel.webhook.WebhookMessage;
import laurel.webhook.WebhookPositionRepository;
import laurel.webhook.WebhookPositionRepository.FollowedLeaderboard;
import laurel.webhook.WebhookPositionRepository.WebhookPosition;
import laurel.webhook.message.RankingMessageBuilder.ReportedChanges;

/** Creates the messages about rankings: the net change of each ranking since the webhook's last message. */
@Singleton
class RankingMessages {
    /** Leaderboards that one transaction reports. */
    private static final int LEADERBOARDS_AT_ONCE = 20;

    private final MessageSourceRepository repository;
    private final WebhookPositionRepository positions;
    private final ChangeFeed feed;
    private final RankIndexes indexes;
    private final Duration surelyKept;

    /** @param keep how long changes are kept; a webhook that has read all within half of that has missed none */
    RankingMessages(
            MessageSourceRepository repository,
            WebhookPositionRepository positions,
            ChangeFeed feed,
            RankIndexes indexes,
            @Value("${laurel.outbox.retention:24h}") Duration keep) {
        this.repository = repository;
        this.positions = positions;
        this.feed = feed;
        this.indexes = indexes;
        this.surelyKept = keep.dividedBy(2);
    }

    /**
     * Messages of one transaction.
     *
     * @param positions the webhook's new position in each leaderboard that has changed
     * @param more      whether further changes wait for the next transaction
     */
    record RankingBatch(List<WebhookMessage> messages, List<WebhookPosition> positions, boolean more) {
        static final RankingBatch EMPTY = new RankingBatch(List.of(), List.of(), false);
    }

    RankingBatch next(Webhook webhook, Scope scope, Instant now) {
        if (!webhook.filter().includesRankings()) {
            return RankingBatch.EMPTY;
        }
        List<FollowedLeaderboard> followed = positions.leaderboards(webhook, scope);
        Map<Integer, Long> present =
                feed.positions(followed.stream().map(FollowedLeaderboard::id).toList());
        List<FollowedLeaderboard> behind = followed.stream()
                .filter(one -> one.snapshotDue() || at(present, one) > one.sequence())
                .toList();
        long floor = webhook.rankedAt().plus(surelyKept).isAfter(now) ? 0 : feed.floor();
        return report(new RankingMessageBuilder(repository, feed, indexes, webhook, now), behind, present, floor);
    }

    private static long at(Map<Integer, Long> positions, FollowedLeaderboard leaderboard) {
        return Objects.requireNonNull(positions.get(leaderboard.id()));
    }

    /** Reports the first of these leaderboards, until the transaction has enough messages. */
    private static RankingBatch report(
            RankingMessageBuilder builder, List<FollowedLeaderboard> behind, Map<Integer, Long> present, long floor) {
        List<WebhookPosition> reached = new ArrayList<>();
        for (FollowedLeaderboard leaderboard : behind) {
            if (reached.size() == LEADERBOARDS_AT_ONCE || builder.isFull()) {
                break;
            }
            long end = at(present, leaderboard);
            boolean reported = !leaderboard.snapshotDue() || leaderboard.snapshotAfter() != null;
            boolean complete = reported && leaderboard.sequence() >= floor;
            ReportedChanges changes = builder.read(leaderboard, end, complete);
            if (changes.more() && !reached.isEmpty()) {
                // Too much together with the others; alone it may fit.
                break;
            }
            reached.add(builder.add(leaderboard, changes));
        }
        boolean more = reached.size() < behind.size() || reached.stream().anyMatch(WebhookPosition::snapshotDue);
        return new RankingBatch(builder.messages(), reached, more);
    }
}
