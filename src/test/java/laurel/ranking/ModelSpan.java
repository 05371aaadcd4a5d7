package laurel.ranking;

import static java.time.DayOfWeek.MONDAY;
import static java.time.temporal.ChronoUnit.DAYS;
import static java.time.temporal.ChronoUnit.HOURS;
import static java.time.temporal.TemporalAdjusters.previousOrSame;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/**
 * A window as the requirements name it. Good for zones whose offset never changes.
 *
 * @param ends null is never
 */
record ModelSpan(String name, @Nullable Instant ends) {
    private static final Duration GRACE = Duration.ofMinutes(5);

    static ModelSpan of(WindowKind kind, Instant at, ZoneId zone) {
        ZonedDateTime hour = at.atZone(zone).truncatedTo(HOURS);
        ZonedDateTime day = hour.truncatedTo(DAYS);
        return switch (kind) {
            case HOURLY -> span("uuuu-MM-dd'T'HH", hour, hour.plusHours(1));
            case DAILY -> span("uuuu-MM-dd", day, day.plusDays(1));
            case WEEKLY -> {
                ZonedDateTime monday = day.with(previousOrSame(MONDAY));
                yield span("YYYY-'W'ww", monday, monday.plusWeeks(1));
            }
            case MONTHLY -> span("uuuu-MM", day, day.withDayOfMonth(1).plusMonths(1));
            case YEARLY -> span("uuuu", day, day.withDayOfYear(1).plusYears(1));
            case ALL_TIME -> new ModelSpan("ALL-TIME", null);
        };
    }

    boolean takes(Instant time) {
        return ends == null || time.isBefore(ends.plus(GRACE));
    }

    private static ModelSpan span(String pattern, ZonedDateTime start, ZonedDateTime end) {
        // The locale's week is the ISO week.
        return new ModelSpan(DateTimeFormatter.ofPattern(pattern, Locale.FRANCE).format(start), end.toInstant());
    }
}
