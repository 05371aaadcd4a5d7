package laurel.window;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.time.ZoneId;
import laurel.leaderboard.WindowKind;
import laurel.request.SchemaTyped;
import org.jspecify.annotations.Nullable;

/**
 * A window of a board that has been opened.
 *
 * @param sliceId     the partition of its entries
 * @param definition  which of the board's window definitions it comes from
 * @param startsAt    inclusive; null if it has no start
 * @param endsAt      exclusive; null if it has no end
 * @param finalizesAt when it stops accepting late submissions; null if it has no end
 * @param wantedRevision required revision of its final standings; 0 before it is closed
 * @param revision    last stored revision; 0 before the first
 * @param finalizedAt when the last was stored; null before the first
 * @param expiredAt   when it expired; null where it has not
 */
@Introspected
public record Window(
        long id,
        int appId,
        int leaderboardId,
        int sliceId,
        WindowKind kind,
        String definition,
        String name,
        ZoneId timeZone,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt,
        @Nullable Instant finalizesAt,
        int wantedRevision,
        int revision,
        @Nullable Instant finalizedAt,
        @Nullable Instant expiredAt)
        implements SchemaTyped {
    /** Its type in the schema. */
    public static final String TYPE = "LeaderboardWindow";

    @Override
    public String typeName() {
        return TYPE;
    }

    /** The name of the partition that holds its entries. */
    public String entryTable() {
        return RankingId.entryTable(sliceId);
    }

    /**
     * Whether it accepts submissions at a time of the leaderboard. Its row determines this, not the present grace period of the
     * leaderboard.
     */
    public boolean takes(Instant time) {
        WindowState state = state(time);
        return state == WindowState.OPEN || state == WindowState.GRACE;
    }

    /** The state at a moment of the board's time. */
    public WindowState state(Instant time) {
        if (expiredAt != null) {
            return WindowState.EXPIRED;
        }
        if (wantedRevision > 0) {
            return WindowState.FINAL;
        }
        if (endsAt == null || finalizesAt == null || time.isBefore(endsAt)) {
            return WindowState.OPEN;
        }
        return time.isBefore(finalizesAt) ? WindowState.GRACE : WindowState.FINAL;
    }

    /** The life of a window. */
    public enum WindowState {
        /** Takes submissions. */
        OPEN,
        /** Has ended; still takes submissions that were achieved in it. */
        GRACE,
        /** Takes nothing more; its ranks stand. */
        FINAL,
        /** Its board keeps no more windows of its kind: what stood in it is gone. */
        EXPIRED
    }

    /**
     * A window with the id of the ranking of everyone in it.
     *
     * @param rankingId its high part is the number of the slice, see {@link RankingId}
     */
    @Introspected
    public record OpenWindow(Window window, long rankingId) {}
}
