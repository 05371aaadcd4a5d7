package laurel.window;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.leaderboard.IsoDuration;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/**
 * A partition of the entries: windows of all leaderboards that have a similar length and start in the same period. By the UTC
 * date of the start, hours and days share the slice of a day, weeks that of a month, months and years that of a year. CUSTOM
 * windows use the slice of the kind with a similar length. Windows without end are distributed over sixteen slices. A year of
 * all kinds takes about four hundred partitions.
 *
 * <p>Windows with a {@code retainCount} are in other slices than windows that are retained, together with those that expire at
 * about the same time: a partition is dropped once all of its windows have expired.
 *
 * @param name such as {@code day-2025-07-13}, {@code month-2025-07}, {@code year-2025}, {@code ever-07}, or {@code
 *     day-2025-07-13-8d} for windows that expire within 8 days
 */
record WindowSlice(String name) {
    private static final int EVER = 16;
    /** Maximum lifetimes of windows that share a slice, in days. */
    private static final List<Integer> LIVES = List.of(2, 8, 32, 128, 512);

    /** What the windows of a slice have in common. */
    enum Period {
        /** Windows that start on a day. */
        DAY(2),
        /** Windows that start in a month. */
        MONTH(33),
        /** Windows that start in a year. */
        YEAR(368),
        /** Windows of any kind that start at any time. */
        EVER(0);

        private final int maxDays;

        Period(int maxDays) {
            this.maxDays = maxDays;
        }

        /** Maximum length of a window, if it has an end. Clocks may go back, and a time zone may move across the date line. */
        Duration maxLength() {
            return Duration.ofDays(maxDays);
        }

        boolean mayHave(WindowKind kind) {
            return switch (kind) {
                case HOURLY, DAILY -> this == DAY || this == EVER;
                case WEEKLY -> this == MONTH || this == EVER;
                case MONTHLY, YEARLY -> this == YEAR || this == EVER;
                case ALL_TIME, SEASON -> this == EVER;
                case CUSTOM -> true;
            };
        }

        /** Returns the first date (UTC) after the period that begins on a date; null for {@link #EVER}. */
        @Nullable
        LocalDate after(@Nullable LocalDate first) {
            if (first == null) {
                return null;
            }
            return switch (this) {
                case DAY -> first.plusDays(1);
                case MONTH -> first.plusMonths(1);
                case YEAR -> first.plusYears(1);
                case EVER -> null;
            };
        }
    }

    Period period() {
        return Period.valueOf(name.substring(0, name.indexOf('-')).toUpperCase(Locale.ROOT));
    }

    /** Returns the first date (UTC) on which a window of the slice may start; null if windows start at any time. */
    @Nullable
    LocalDate firstDate() {
        String rest = name.substring(name.indexOf('-') + 1);
        return switch (period()) {
            case DAY -> LocalDate.parse(rest.substring(0, "2025-07-13".length()));
            case MONTH -> YearMonth.parse(rest.substring(0, "2025-07".length())).atDay(1);
            case YEAR -> Year.parse(rest.substring(0, "2025".length())).atDay(1);
            case EVER -> null;
        };
    }

    /** Returns the slice of windows without end, and of leaderboards with the SUBMISSIONS clock, which may replay history. */
    static WindowSlice ever(Leaderboard leaderboard) {
        return ever(leaderboard.id() % EVER);
    }

    static WindowSlice of(Leaderboard leaderboard, WindowDefinition definition, WindowBounds bounds) {
        if (bounds.startsAt() == null
                || bounds.kind() == WindowKind.SEASON
                || leaderboard.clock() == LeaderboardClock.SUBMISSIONS) {
            return ever(leaderboard);
        }
        LocalDate start = LocalDate.ofInstant(bounds.startsAt(), ZoneOffset.UTC);
        String life = life(definition, leaderboard.definition().gracePeriod());
        return switch (bounds.kind()) {
            case HOURLY, DAILY -> day(start, life);
            case WEEKLY -> month(start, life);
            case MONTHLY, YEARLY, ALL_TIME, SEASON -> year(start, life);
            case CUSTOM -> ofLength(leaderboard, length(definition).estimate(), start, life);
        };
    }

    private static WindowSlice ofLength(Leaderboard leaderboard, Duration length, LocalDate start, String life) {
        if (length.compareTo(Duration.ofDays(1)) <= 0) {
            return day(start, life);
        }
        if (length.compareTo(Duration.ofDays(31)) <= 0) {
            return month(start, life);
        }
        return length.compareTo(Duration.ofDays(366)) <= 0 ? year(start, life) : ever(leaderboard);
    }

    /**
     * Returns all slices that can have a window that contains this instant, of any leaderboard in any time zone. Windows are
     * longer if clocks go back, and by a day if the time zone moves across the date line.
     */
    static Set<WindowSlice> around(Instant moment) {
        LocalDate date = LocalDate.ofInstant(moment, ZoneOffset.UTC);
        Stream<WindowSlice> dated = lives().flatMap(life -> Stream.of(
                        // The first day of the longest window may be this far back; the middle value covers the days
                        // between.
                        IntStream.of(0, 1, 2).mapToObj(back -> day(date.minusDays(back), life)),
                        IntStream.of(0, 16, 33).mapToObj(back -> month(date.minusDays(back), life)),
                        IntStream.of(0, 184, 368).mapToObj(back -> year(date.minusDays(back), life)))
                .flatMap(Function.identity()));
        return Stream.concat(dated, IntStream.range(0, EVER).mapToObj(WindowSlice::ever))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns all suffixes of names of slices. */
    private static Stream<String> lives() {
        return Stream.concat(Stream.of(""), LIVES.stream().map(WindowSlice::life));
    }

    private static String life(int days) {
        return "-" + days + "d";
    }

    /** Returns the suffix of the slice of a definition. Windows with a long lifetime share slices with retained ones. */
    private static String life(WindowDefinition definition, Duration gracePeriod) {
        if (definition.retainCount() == null) {
            return "";
        }
        IsoDuration interval = definition.interval() == null ? length(definition) : definition.interval();
        Duration kept = interval.estimate().multipliedBy(definition.retainCount());
        long days = length(definition).estimate().plus(gracePeriod).plus(kept).toDays();
        return LIVES.stream()
                .filter(life -> days <= life)
                .findFirst()
                .map(WindowSlice::life)
                .orElse("");
    }

    private static IsoDuration length(WindowDefinition definition) {
        return switch (definition.kind()) {
            case HOURLY -> IsoDuration.of(Duration.ofHours(1));
            case DAILY -> IsoDuration.ofDays(1);
            case WEEKLY -> IsoDuration.ofDays(7);
            case MONTHLY -> IsoDuration.ofMonths(1);
            case YEARLY -> IsoDuration.ofMonths(12);
            case CUSTOM -> requireNonNull(definition.length());
            case ALL_TIME, SEASON -> throw new IllegalArgumentException("has no fixed length: " + definition.kind());
        };
    }

    private static WindowSlice day(LocalDate start, String life) {
        return new WindowSlice("day-" + start + life);
    }

    private static WindowSlice month(LocalDate start, String life) {
        return new WindowSlice("month-" + YearMonth.from(start) + life);
    }

    private static WindowSlice year(LocalDate start, String life) {
        return new WindowSlice(String.format(Locale.ROOT, "year-%tY", start) + life);
    }

    private static WindowSlice ever(int number) {
        return new WindowSlice(String.format(Locale.ROOT, "ever-%02d", number));
    }
}
