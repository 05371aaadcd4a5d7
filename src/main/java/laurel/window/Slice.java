package laurel.window;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import laurel.leaderboard.BoardClock;
import laurel.leaderboard.Leaderboard;

/**
 * A partition of the entries: windows of like kinds that start in one stretch of time, of all boards. By the UTC date
 * of the start, hours and days share a day's slice, weeks a month's, months and years a year's; windows without end are
 * spread over sixteen. A year of every kind is so some four hundred partitions.
 *
 * @param name such as {@code day-2025-07-13}, {@code month-2025-07}, {@code year-2025}, {@code ever-07}
 */
record Slice(String name) {
    private static final int EVER = 16;

    /** The slice of what does not end, and of boards whose time leaps about as history is replayed into them. */
    static Slice ever(Leaderboard leaderboard) {
        return new Slice(String.format(Locale.ROOT, "ever-%02d", leaderboard.id() % EVER));
    }

    static Slice of(Leaderboard leaderboard, Bounds bounds) {
        if (bounds.startsAt() == null || leaderboard.clock() == BoardClock.SUBMISSIONS) {
            return ever(leaderboard);
        }
        LocalDate start = LocalDate.ofInstant(bounds.startsAt(), ZoneOffset.UTC);
        return new Slice(
                switch (bounds.kind()) {
                    case HOURLY, DAILY -> "day-" + start;
                    case WEEKLY -> String.format(Locale.ROOT, "month-%tY-%<tm", start);
                    case MONTHLY, YEARLY, ALL_TIME -> String.format(Locale.ROOT, "year-%tY", start);
                });
    }
}
