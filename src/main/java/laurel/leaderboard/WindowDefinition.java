package laurel.leaderboard;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Defines windows of a leaderboard: when they start and how long they are.
 *
 * @param key         unique in the leaderboard; the kind's key, unless the kind is {@link WindowKind#CUSTOM}
 * @param retainCount number of ended windows to retain, at least 1; null for all
 * @param anchorTime  start of window number 0; only for CUSTOM
 * @param interval    time from the start of one window to the start of the next; only for CUSTOM
 * @param length      length of each window; only for CUSTOM. If it is longer than {@code interval}, windows overlap
 * @param count       number of windows, which start with number 0; only for CUSTOM. Null for no limit
 * @param endTime     windows start before it; only for CUSTOM. Null for no end. Not both {@code count} and {@code endTime}
 */
@Serdeable
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WindowDefinition(
        WindowKind kind,
        String key,
        @Nullable Integer retainCount,
        @Nullable Instant anchorTime,
        @Nullable IsoDuration interval,
        @Nullable IsoDuration length,
        @Nullable Integer count,
        @Nullable Instant endTime) {

    /**
     * Number of the windows that are of the present at an instant, if several contain it: the oldest, which is the window at that
     * instant, and the next one.
     */
    public static final int PRESENT_WINDOWS = 2;

    /** A definition whose windows go on without end. */
    public WindowDefinition(
            WindowKind kind,
            String key,
            @Nullable Integer retainCount,
            @Nullable Instant anchorTime,
            @Nullable IsoDuration interval,
            @Nullable IsoDuration length) {
        this(kind, key, retainCount, anchorTime, interval, length, null, null);
    }

    /** A definition of a kind other than CUSTOM that retains all windows. */
    public WindowDefinition(WindowKind kind) {
        this(kind, kind.key(), null, null, null, null);
    }

    /** The refusal of a key that no window definition of a leaderboard has. */
    public static RefusedException unknown(@Nullable String key, String... path) {
        return new RefusedException(
                ErrorCode.WINDOW_DEFINITION_NOT_FOUND,
                "The leaderboard has no window definition with the key `" + key + "`.",
                path);
    }

    /** Maximum number of its windows at the same time in one time zone. */
    public long maxCurrentWindows() {
        return interval == null || length == null ? 1 : length.countOf(interval);
    }

    /** Whether its windows follow the wall clock of a time zone. */
    public boolean followsTimeZone() {
        return switch (kind) {
            case HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY -> true;
            case ALL_TIME, SEASON -> false;
            case CUSTOM -> interval != null && interval.isCalendar();
        };
    }
}
