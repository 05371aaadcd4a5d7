package laurel.window;

import java.time.Duration;
import java.time.Instant;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of time [startsAt, endsAt), and its name.
 *
 * @param startsAt first moment; null is since ever
 * @param endsAt   first moment after it; null is for ever
 */
public record Bounds(
        WindowKind kind,
        String name,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt) {
    /** All of time. */
    public static final Bounds ALL_TIME = new Bounds(WindowKind.ALL_TIME, "ALL-TIME", null, null);

    /** A day before the year 1, whose first windows start the day before in zones east of Greenwich. */
    private static final Instant BEGINNING = Instant.parse("0000-12-30T00:00:00Z");

    /** How long after its end a window takes submissions that were achieved in it. */
    public static final Duration GRACE = Duration.ofMinutes(5);

    /** When a window of these bounds stops taking submissions; null where it does not end. */
    public @Nullable Instant finalizesAt() {
        return endsAt == null ? null : endsAt.plus(GRACE);
    }

    /** Whether a window of these bounds takes submissions at this moment of the board's time. */
    public boolean takes(Instant time) {
        Instant finalizesAt = finalizesAt();
        return finalizesAt == null || time.isBefore(finalizesAt);
    }

    /** Whether it starts in a year from 1 on, as far back as moments can be named. */
    boolean withinCalendar() {
        return startsAt == null || startsAt.isAfter(BEGINNING);
    }

    public boolean contains(Instant at) {
        return (startsAt == null || !at.isBefore(startsAt)) && (endsAt == null || at.isBefore(endsAt));
    }
}
