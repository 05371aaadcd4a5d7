package laurel.badge.rule;

import jakarta.inject.Singleton;
import java.time.Instant;
import laurel.badge.BadgePositionRepository;
import laurel.badge.BadgeRepository;
import laurel.change.ChangeFeed;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardListener;

/**
 * Badges name leaderboards by key. If a leaderboard is deleted and created again with the same key, scores on the new one
 * earn its badges: the new leaderboard is followed from its creation. The old position was deleted with the old leaderboard.
 */
@Singleton
class RecreatedLeaderboards implements LeaderboardListener {
    private final BadgeRepository badges;
    private final BadgePositionRepository positions;
    private final ChangeFeed feed;

    RecreatedLeaderboards(BadgeRepository badges, BadgePositionRepository positions, ChangeFeed feed) {
        this.badges = badges;
        this.positions = positions;
        this.feed = feed;
    }

    /** Disabled badges count, too: they may be enabled later. */
    @Override
    public void created(Leaderboard leaderboard, Instant now) {
        if (badges.existsForScores(leaderboard.appId(), leaderboard.key())) {
            positions.followLeaderboard(leaderboard.id(), feed.position(leaderboard.id()), now);
        }
    }
}
