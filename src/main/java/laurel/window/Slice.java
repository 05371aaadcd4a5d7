package laurel.window;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
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
        return ever(leaderboard.id() % EVER);
    }

    static Slice of(Leaderboard leaderboard, Bounds bounds) {
        if (bounds.startsAt() == null || leaderboard.clock() == BoardClock.SUBMISSIONS) {
            return ever(leaderboard);
        }
        LocalDate start = LocalDate.ofInstant(bounds.startsAt(), ZoneOffset.UTC);
        return switch (bounds.kind()) {
            case HOURLY, DAILY -> day(start);
            case WEEKLY -> month(start);
            case MONTHLY, YEARLY, ALL_TIME -> year(start);
            case SEASON, CUSTOM -> ever(leaderboard);
        };
    }

    /**
     * Every slice that can hold a window that contains this moment, on whatever board in whatever zone. Clocks that go back
     * make a window longer, the date line's by a day.
     */
    static Set<Slice> around(Instant moment) {
        LocalDate date = LocalDate.ofInstant(moment, ZoneOffset.UTC);
        Set<Slice> slices = new LinkedHashSet<>();
        IntStream.rangeClosed(0, 2).forEach(back -> slices.add(day(date.minusDays(back))));
        slices.add(month(date));
        slices.add(month(date.minusDays(8)));
        slices.add(year(date));
        slices.add(year(date.minusYears(1)));
        IntStream.range(0, EVER).forEach(number -> slices.add(ever(number)));
        return slices;
    }

    private static Slice day(LocalDate start) {
        return new Slice("day-" + start);
    }

    private static Slice month(LocalDate start) {
        return new Slice(String.format(Locale.ROOT, "month-%tY-%<tm", start));
    }

    private static Slice year(LocalDate start) {
        return new Slice(String.format(Locale.ROOT, "year-%tY", start));
    }

    private static Slice ever(int number) {
        return new Slice(String.format(Locale.ROOT, "ever-%02d", number));
    }
}
