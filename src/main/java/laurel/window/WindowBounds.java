package laurel.window;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import laurel.leaderboard.Season;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of time [startsAt, endsAt), and its name.
 *
 * @param startsAt inclusive; null if it has no start
 * @param endsAt   exclusive; null if it has no end
 */
public record WindowBounds(
        WindowKind kind,
        String name,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt) {
    /** All of time. */
    public static final WindowBounds ALL_TIME = new WindowBounds(WindowKind.ALL_TIME, "ALL-TIME", null, null);

    /** What the names of seasons begin with. */
    static final String SEASON = "SEASON-";

    /** Moments are of the years 1 to 9999; in zones west of Greenwich the first of them lies in the year before. */
    private static final Instant BEGINNING = Instant.parse("0000-01-01T00:00:00Z");

    private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

    /** Those of a season, which is one of these. */
    public static WindowBounds of(Season season, List<Season> seasons) {
        return new WindowBounds(WindowKind.SEASON, SEASON + season.number(), season.startsAt(), season.end(seasons));
    }

    /**
     * When a window of these bounds stops taking submissions; null where it does not end.
     *
     * @param gracePeriod how long after its end it takes what was achieved in it
     */
    public @Nullable Instant finalizesAt(Duration gracePeriod) {
        return endsAt == null ? null : endsAt.plus(gracePeriod);
    }

    /** Whether it starts later than another. */
    boolean startsAfter(WindowBounds other) {
        return startsAt != null && (other.startsAt == null || startsAt.isAfter(other.startsAt));
    }

    /** Whether there can be windows that start at this moment. */
    public static boolean withinCalendar(Instant startsAt) {
        return !startsAt.isBefore(BEGINNING) && startsAt.isBefore(END);
    }

    /** Whether there can be windows that start when this does. */
    public boolean withinCalendar() {
        return startsAt == null || withinCalendar(startsAt);
    }

    public boolean contains(Instant at) {
        return (startsAt == null || !at.isBefore(startsAt)) && (endsAt == null || at.isBefore(endsAt));
    }
}
