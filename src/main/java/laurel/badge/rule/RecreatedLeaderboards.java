package laurel.badge.rule;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Set;
import laurel.badge.BadgePositionRepository;
import laurel.badge.BadgeRepository;
import laurel.change.Outbox;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardListener;

/**
 * Badges name leaderboards by key: of one that is deleted and made again, the new one's scores earn them. How far a board
 * was looked through goes with it.
 */
@Singleton
class RecreatedLeaderboards implements LeaderboardListener {
    private final BadgeRepository badges;
    private final BadgePositionRepository positions;
    private final Outbox outbox;

    RecreatedLeaderboards(BadgeRepository badges, BadgePositionRepository positions, Outbox outbox) {
        this.badges = badges;
        this.positions = positions;
        this.outbox = outbox;
    }

    /** Also for badges that are not enabled: they may be again. */
    @Override
    public void created(Leaderboard leaderboard, Instant now) {
        if (badges.scored(leaderboard.appId(), leaderboard.key())) {
            int board = leaderboard.id();
            long from = outbox.positions(Set.of(board)).getOrDefault(board, 0L);
            positions.followBoard(board, from, now);
        }
    }
}
