package laurel.window;

import java.time.Instant;
import java.time.ZoneId;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/**
 * A window of a board that has been opened.
 *
 * @param sliceId     the partition of its entries
 * @param startsAt    first moment; null is since ever
 * @param endsAt      first moment after it; null is for ever
 * @param finalizesAt when it stops taking late submissions; null where it does not end
 */
public record Window(
        long id,
        int appId,
        int leaderboardId,
        int sliceId,
        WindowKind kind,
        String name,
        ZoneId zone,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt,
        @Nullable Instant finalizesAt) {

    /** The name of the partition that holds its entries. */
    public String entryTable() {
        return RankingId.entryTable(sliceId);
    }

    /** The state at a moment of the board's time. */
    public WindowState state(Instant time) {
        if (endsAt == null || finalizesAt == null || time.isBefore(endsAt)) {
            return WindowState.OPEN;
        }
        return time.isBefore(finalizesAt) ? WindowState.GRACE : WindowState.FINAL;
    }
}
