package laurel.window;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import laurel.leaderboard.Season;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/**
 * The bounds [startsAt, endsAt) of a window, and its name.
 *
 * @param startsAt start, inclusive; null for no start
 * @param endsAt   end, exclusive; null for no end
 */
public record WindowBounds(
        WindowKind kind,
        String name,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt) {
    /** All of time. */
    public static final WindowBounds ALL_TIME = new WindowBounds(WindowKind.ALL_TIME, "ALL-TIME", null, null);

    /** Prefix of the names of seasons. */
    static final String SEASON = "SEASON-";

    /** Instants are of the years 1 to 9999. In time zones west of Greenwich the first window starts in the year before. */
    private static final Instant BEGINNING = Instant.parse("0000-01-01T00:00:00Z");

    private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

    /** Returns the bounds of a season, which is one of these. */
    public static WindowBounds of(Season season, List<Season> seasons) {
        return new WindowBounds(WindowKind.SEASON, SEASON + season.number(), season.startsAt(), season.end(seasons));
    }

    /**
     * Returns when a window with these bounds stops accepting submissions; null if it does not end.
     *
     * @param gracePeriod how long after its end it accepts late submissions
     */
    public @Nullable Instant finalizesAt(Duration gracePeriod) {
        return endsAt == null ? null : endsAt.plus(gracePeriod);
    }

    /** Whether it starts later than another. */
    boolean startsAfter(WindowBounds other) {
        return startsAt != null && (other.startsAt == null || startsAt.isAfter(other.startsAt));
    }

    /** Whether windows can start at this instant. */
    public static boolean withinCalendar(Instant startsAt) {
        return !startsAt.isBefore(BEGINNING) && startsAt.isBefore(END);
    }

    /** Whether windows can start when this one starts. */
    public boolean withinCalendar() {
        return startsAt == null || withinCalendar(startsAt);
    }

    public boolean contains(Instant at) {
        return (startsAt == null || !at.isBefore(startsAt)) && (endsAt == null || at.isBefore(endsAt));
    }
}
