package laurel.score.backfill;

import java.time.Instant;
import java.util.Collection;
import java.util.stream.Stream;
import laurel.leaderboard.WindowKind;
import laurel.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * A range of time that contains all submissions of some windows.
 *
 * @param startsAt inclusive; null for no start
 * @param endsAt   exclusive; null for no end
 */
record TimeRange(@Nullable Instant startsAt, @Nullable Instant endsAt) {
    /** A season may end before a submission that has counted in it. */
    static TimeRange of(Collection<Window> windows) {
        return over(windows.stream()
                .map(window ->
                        new TimeRange(window.startsAt(), window.kind() == WindowKind.SEASON ? null : window.endsAt())));
    }

    /** The range from the first start to the last end; all time if there are no ranges. */
    static TimeRange over(Stream<TimeRange> all) {
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
