package laurel.leaderboard;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One kind of window that a board has.
 *
 * @param kind   the stretch of time
 * @param keep   how many windows that have ended can be read, 1 or more; null is all, for ever
 * @param name   of {@link WindowKind#CUSTOM} alone: what tells it from the board's others
 * @param anchor of {@link WindowKind#CUSTOM} alone: where window number 0 starts
 * @param every  of {@link WindowKind#CUSTOM} alone: how far apart windows start
 * @param length of {@link WindowKind#CUSTOM} alone: how long each takes; longer than {@code every}, they overlap
 */
@Serdeable
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WindowDefinition(
        WindowKind kind,
        @Nullable Integer keep,
        @Nullable String name,
        @Nullable Instant anchor,
        @Nullable Span every,
        @Nullable Span length) {

    /** Windows of a kind that needs no more saying, kept for ever. */
    public WindowDefinition(WindowKind kind) {
        this(kind, null, null, null, null, null);
    }

    /** What tells it from the other definitions of its board: its name, or else its kind's. */
    public String id() {
        return name == null ? kind.name() : name;
    }

    /** How many of its windows there are at once in one zone, at most. */
    public long atOnce() {
        return every == null || length == null ? 1 : length.covers(every);
    }

    /** Whether its windows follow the wall clock of a zone. */
    public boolean ofZone() {
        return switch (kind) {
            case HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY -> true;
            case ALL_TIME, SEASON -> false;
            case CUSTOM -> every != null && every.ofCalendar();
        };
    }
}
