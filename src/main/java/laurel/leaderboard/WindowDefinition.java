package laurel.leaderboard;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Windows that a board has.
 *
 * @param kind     the stretch of time
 * @param key      unique in its board; that of the kind, unless the kind is {@link WindowKind#CUSTOM}
 * @param retainCount   how many windows that have ended can be read, 1 or more; null is all, for ever
 * @param anchorTime   of {@link WindowKind#CUSTOM} alone: where window number 0 starts
 * @param interval of {@link WindowKind#CUSTOM} alone: how far apart windows start
 * @param length   of {@link WindowKind#CUSTOM} alone: how long each takes; longer than {@code interval}, they overlap
 */
@Serdeable
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WindowDefinition(
        WindowKind kind,
        String key,
        @Nullable Integer retainCount,
        @Nullable Instant anchorTime,
        @Nullable IsoDuration interval,
        @Nullable IsoDuration length) {

    /** Windows of a kind that needs no more saying, kept for ever. */
    public WindowDefinition(WindowKind kind) {
        this(kind, kind.key(), null, null, null, null);
    }

    /** How many of its windows there are at once in one zone, at most. */
    public long maxCurrentWindows() {
        return interval == null || length == null ? 1 : length.covers(interval);
    }

    /** Whether its windows follow the wall clock of a zone. */
    public boolean followsTimeZone() {
        return switch (kind) {
            case HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY -> true;
            case ALL_TIME, SEASON -> false;
            case CUSTOM -> interval != null && interval.ofCalendar();
        };
    }
}
