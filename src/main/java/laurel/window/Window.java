package laurel.window;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.time.ZoneId;
import laurel.leaderboard.WindowKind;
import laurel.request.SchemaTyped;
import org.jspecify.annotations.Nullable;

/**
 * A window of a leaderboard that was opened.
 *
 * @param sliceId        the partition of its entries
 * @param definition     key of its window definition
 * @param startsAt       start, inclusive; null for no start
 * @param endsAt         end, exclusive; null for no end
 * @param finalizesAt    when it stops accepting late submissions; null if it does not end
 * @param requestedRevision revision that its final standings must reach; 0 before it is closed
 * @param revision       last stored revision; 0 before the first
 * @param finalizedAt    when the last revision was stored; null before the first
 * @param expiredAt      when it expired; null if it has not
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
        int requestedRevision,
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

    /** Returns the name of the partition with its entries. */
    public String entryTable() {
        return RankingId.entryTable(sliceId);
    }

    /**
     * Whether it accepts submissions at a time of the leaderboard. Depends on the grace period at the time when it was opened.
     */
    public boolean accepts(Instant time) {
        WindowState state = state(time);
        return state == WindowState.OPEN || state == WindowState.GRACE;
    }

    /** Returns the state at a time of the leaderboard. */
    public WindowState state(Instant time) {
        if (expiredAt != null) {
            return WindowState.EXPIRED;
        }
        if (requestedRevision > 0) {
            return WindowState.FINAL;
        }
        if (endsAt == null || finalizesAt == null || time.isBefore(endsAt)) {
            return WindowState.OPEN;
        }
        return time.isBefore(finalizesAt) ? WindowState.GRACE : WindowState.FINAL;
    }

    /** States of a window, in order. */
    public enum WindowState {
        /** Accepts submissions. */
        OPEN,
        /** Has ended; still accepts submissions that were achieved in it. */
        GRACE,
        /** Accepts no submissions; its ranks are stored, or are about to be. */
        FINAL,
        /** Is no longer retained: its standings are deleted. */
        EXPIRED
    }

    /**
     * A window with the ID of the ranking of everyone in it.
     *
     * @param rankingId its high bits are the number of the slice, see {@link RankingId}
     */
    @Introspected
    public record OpenWindow(Window window, long rankingId) {}
}
