package laurel.score.backfill;

import java.time.Instant;
import java.util.Collection;
import java.util.stream.Stream;
import laurel.leaderboard.WindowKind;
import laurel.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of time in which all lies that may count in some windows.
 *
 * @param startsAt null is since ever
 * @param endsAt   exclusive; null is for ever
 */
public record TimeRange(
        @Nullable Instant startsAt, @Nullable Instant endsAt) {
    /** A season may have been ended before what has counted in it. */
    static TimeRange of(Collection<Window> windows) {
        return over(windows.stream()
                .map(window ->
                        new TimeRange(window.startsAt(), window.kind() == WindowKind.SEASON ? null : window.endsAt())));
    }

    /** From the first start to the last end of these; all time where there are none. */
    public static TimeRange over(Stream<TimeRange> all) {
        return all.reduce(TimeRange::and).orElse(new TimeRange(null, null));
    }

    private TimeRange and(TimeRange other) {
        return new TimeRange(first(startsAt, other.startsAt), last(endsAt, other.endsAt));
    }

    private static @Nullable Instant first(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return null;
        }
        return one.isBefore(other) ? one : other;
    }

    private static @Nullable Instant last(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return null;
        }
        return one.isAfter(other) ? one : other;
    }
}
