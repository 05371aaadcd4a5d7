package laurel.ranking.model.leaderboard;

import static java.time.DayOfWeek.MONDAY;
import static java.time.temporal.ChronoUnit.DAYS;
import static java.time.temporal.ChronoUnit.HOURS;
import static java.time.temporal.TemporalAdjusters.previousOrSame;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/**
 * A window. Correct for time zones with a constant offset only.
 *
 * @param starts null for the all-time window
 * @param ends   null for the all-time window
 */
public record ModelWindow(
        WindowKind kind,
        String name,
        @Nullable Instant starts,
        @Nullable Instant ends) {
    /** The supported window kinds. */
    public static final List<WindowKind> KINDS = List.of(
            WindowKind.HOURLY,
            WindowKind.DAILY,
            WindowKind.WEEKLY,
            WindowKind.MONTHLY,
            WindowKind.YEARLY,
            WindowKind.ALL_TIME);

    private static final Duration GRACE = Duration.ofMinutes(5);

    public static ModelWindow of(WindowKind kind, Instant at, ZoneId zone) {
        ZonedDateTime hour = at.atZone(zone).truncatedTo(HOURS);
        ZonedDateTime day = hour.truncatedTo(DAYS);
        ZonedDateTime monday = day.with(previousOrSame(MONDAY));
        ZonedDateTime month = day.withDayOfMonth(1);
        ZonedDateTime year = day.withDayOfYear(1);
        return switch (kind) {
            case HOURLY -> span(kind, "uuuu-MM-dd'T'HH", hour, hour.plusHours(1));
            case DAILY -> span(kind, "uuuu-MM-dd", day, day.plusDays(1));
            case WEEKLY -> span(kind, "YYYY-'W'ww", monday, monday.plusWeeks(1));
            case MONTHLY -> span(kind, "uuuu-MM", month, month.plusMonths(1));
            case YEARLY -> span(kind, "uuuu", year, year.plusYears(1));
            case ALL_TIME -> new ModelWindow(kind, "ALL-TIME", null, null);
            case SEASON, CUSTOM -> throw new IllegalArgumentException("the model has no windows of kind " + kind);
        };
    }

    /** The previous window of the kind. Null for the all-time window. */
    @Nullable
    public ModelWindow previous(ZoneId zone) {
        return starts == null ? null : of(kind, starts.minusNanos(1), zone);
    }

    boolean accepts(Instant time) {
        return ends == null || time.isBefore(ends.plus(GRACE));
    }

    private static ModelWindow span(WindowKind kind, String pattern, ZonedDateTime start, ZonedDateTime end) {
        // This locale has ISO weeks.
        String name = DateTimeFormatter.ofPattern(pattern, Locale.FRANCE).format(start);
        return new ModelWindow(kind, name, start.toInstant(), end.toInstant());
    }
}
