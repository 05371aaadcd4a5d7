package laurel.webhook.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.change.Change;
import laurel.change.Outbox;
import laurel.rankindex.EntryMove;
import laurel.webhook.WebhookPositionRepository.Board;

/**
 * What has changed in a board since a webhook was told of it.
 *
 * @param shifts  those that were noted, in their order
 * @param whole   whether nothing else has changed
 * @param reached the sequence that they reach to
 * @param more    whether there are more after that, which are too many to be told at once
 */
record LeaderboardChanges(List<EntryMove> shifts, boolean whole, long reached, boolean more) {
    /** Read in one statement. */
    private static final int AT_ONCE = 100;

    /** Of these together; a change by itself may be as many as {@code laurel.outbox.max-moves} allows. */
    private static final int SHIFTS_AT_ONCE = 10_000;

    /**
     * Reads from where the webhook was.
     *
     * @param present where the board is now
     * @param whole   whether all that has changed since is kept
     * @param most    shifts; of one change there may be more
     */
    static LeaderboardChanges read(Outbox outbox, Board board, long present, boolean whole, int most) {
        List<EntryMove> shifts = new ArrayList<>();
        boolean all = whole;
        long reached = board.sequence();
        boolean more = true;
        while (more) {
            List<Change> changes = outbox.since(Map.of(board.id(), reached), AT_ONCE, SHIFTS_AT_ONCE);
            for (Change change : changes) {
                List<EntryMove> some = change.shifts();
                all &= some != null;
                if (some != null && !shifts.isEmpty() && shifts.size() + some.size() > most) {
                    return new LeaderboardChanges(shifts, all, reached, true);
                }
                shifts.addAll(some == null ? List.of() : some);
                reached = change.sequence();
            }
            more = !changes.isEmpty() && reached < present;
        }
        return new LeaderboardChanges(shifts, all, present, false);
    }

    /** What is known where the shifts are passed over. */
    static LeaderboardChanges unknown(long present) {
        return new LeaderboardChanges(List.of(), false, present, false);
    }
}
