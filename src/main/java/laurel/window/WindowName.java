package laurel.window;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.Locale;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowKind;

/**
 * The display name of a window of a leaderboard, unique in its time zone; there may be no such window.
 *
 * <p>Names are {@code 2025-07-13T14}, {@code 2025-07-13}, {@code 2025-W28}, {@code 2025-07}, {@code 2025}, {@code ALL-TIME},
 * {@code SEASON-3} and {@code rolling-week#20282}. If clocks go back, the repeated hour includes its offset: {@code
 * 2025-10-26T02+01:00}. The format of a name determines the kind.
 *
 * @param timeZone of the window, if it follows one
 */
public record WindowName(Leaderboard leaderboard, ZoneId timeZone, String name) {
    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH", Locale.ROOT);
    private static final DateTimeFormatter WEEK = new DateTimeFormatterBuilder()
            .appendValue(IsoFields.WEEK_BASED_YEAR, 4, 10, SignStyle.EXCEEDS_PAD)
            .appendLiteral("-W")
            .appendValue(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 2)
            .toFormatter(Locale.ROOT);
    private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("uuuu-MM", Locale.ROOT);
    private static final DateTimeFormatter YEAR = DateTimeFormatter.ofPattern("uuuu", Locale.ROOT);

    /** Formats the name of a window of one or more days that starts on this date. */
    static String format(WindowKind kind, LocalDate first) {
        return switch (kind) {
            case WEEKLY -> WEEK.format(first);
            case MONTHLY -> MONTH.format(first);
            case YEARLY -> YEAR.format(first);
            case HOURLY, DAILY, ALL_TIME, SEASON, CUSTOM -> DateTimeFormatter.ISO_LOCAL_DATE.format(first);
        };
    }

    /** Formats the name of the hour that starts at this time. */
    static String formatHour(ZonedDateTime startsAt) {
        LocalDateTime hour = startsAt.toLocalDateTime().truncatedTo(ChronoUnit.HOURS);
        ZoneOffset first = ZonedDateTime.ofLocal(hour, startsAt.getZone(), null).getOffset();
        String name = HOUR.format(hour);
        return first.getTotalSeconds() > startsAt.getOffset().getTotalSeconds() ? name + startsAt.getOffset() : name;
    }
}
