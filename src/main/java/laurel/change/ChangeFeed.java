package laurel.change;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Changes of leaderboards, as their consumers read them: live rankings, webhooks and badges.
 *
 * <p>A consumer has a position in each leaderboard: the sequence of the last change that it has processed. It claims
 * the position, reads the changes after it, and advances it. The feed reads; the position belongs to the consumer,
 * because the guarantees differ: a webhook and a badge advance it in the transaction that stores the messages or the
 * awards, under a row lock, so that each is made exactly once. A live ranking keeps it in memory, and clients send it
 * back in their cursors, so that any node can resume them.
 */
@Singleton
public class ChangeFeed {
    /** Changes that one statement reads. */
    private static final int CHANGES_AT_ONCE = 100;

    /** Entry moves that one statement reads. A single change may have more, up to {@code laurel.outbox.max-moves}. */
    private static final int MOVES_AT_ONCE = 10_000;

    /** Following more moves of one ranking costs more than reading the ranking. */
    private static final int MAX_FOLLOWED_MOVES = 5_000;

    private final Outbox outbox;
    private final EntryMoves moves;

    ChangeFeed(Outbox outbox, EntryMoves moves) {
        this.outbox = outbox;
        this.moves = moves;
    }

    /** The positions of these leaderboards in this snapshot, by leaderboard: where a new consumer starts. */
    public Map<Integer, Long> positions(Collection<Integer> leaderboards) {
        return outbox.positions(leaderboards);
    }

    /** The position of one leaderboard. */
    public long position(int leaderboard) {
        return positions(Set.of(leaderboard)).getOrDefault(leaderboard, 0L);
    }

    /** Changes up to this sequence may have been dropped; 0 if none has. A consumer before it has missed changes. */
    public long floor() {
        return outbox.floor();
    }

    /**
     * The next changes of a leaderboard after a position, as many as one statement reads; none if there are no more.
     */
    public LeaderboardChanges next(int leaderboard, long position) {
        List<Change> changes = outbox.since(Map.of(leaderboard, position), CHANGES_AT_ONCE, MOVES_AT_ONCE);
        return LeaderboardChanges.of(
                changes, changes.isEmpty() ? position : changes.getLast().sequence());
    }

    /**
     * The changes of a leaderboard after a position, up to another one.
     *
     * @param maxMoves entry moves after which no further change is added; a single change may have more
     */
    public LeaderboardChanges between(int leaderboard, long position, long end, int maxMoves) {
        List<Change> changes = new ArrayList<>();
        long reached = position;
        int moveCount = 0;
        boolean more = true;
        while (more) {
            List<Change> next = next(leaderboard, reached).changes();
            for (Change change : next) {
                int count = LeaderboardChanges.moveCount(change);
                if (moveCount > 0 && count > 0 && moveCount + count > maxMoves) {
                    return LeaderboardChanges.of(changes, reached);
                }
                changes.add(change);
                moveCount += count;
                reached = change.sequence();
            }
            more = !next.isEmpty() && reached < end;
        }
        return LeaderboardChanges.of(changes, end);
    }

    /**
     * The changes of leaderboards up to their present positions, with the moves of the given rankings only.
     *
     * @param positions by leaderboard, those that are asked about; the earliest that is not before the {@link #floor}
     *     is read
     */
    public Map<Integer, LeaderboardChanges> since(
            Map<Integer, ? extends Collection<Long>> positions, Collection<Long> rankings) {
        long floor = floor();
        Map<Integer, Long> starts = new HashMap<>();
        positions.forEach((leaderboard, known) -> known.stream()
                .filter(position -> position >= floor)
                .min(Comparator.naturalOrder())
                .ifPresent(earliest -> starts.put(leaderboard, earliest)));
        Map<Integer, Long> present = positions(positions.keySet());
        Map<Integer, List<Change>> found = moves.since(starts, rankings);
        Map<Integer, LeaderboardChanges> changes = new HashMap<>();
        present.forEach((leaderboard, position) -> changes.put(
                leaderboard,
                LeaderboardChanges.latest(
                        starts.getOrDefault(leaderboard, position),
                        position,
                        found.getOrDefault(leaderboard, List.of()),
                        MAX_FOLLOWED_MOVES)));
        return changes;
    }
}
