package laurel.window;

import static java.time.temporal.ChronoUnit.HOURS;
import static java.time.temporal.TemporalAdjusters.firstDayOfMonth;
import static java.time.temporal.TemporalAdjusters.firstDayOfYear;
import static java.time.temporal.TemporalAdjusters.previousOrSame;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjuster;
import java.time.zone.ZoneOffsetTransition;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/**
 * The windows of the calendar of a time zone.
 *
 * <p>A day starts at the first instant of its date: midnight, or the end of the gap if clocks skip midnight. If clocks go back
 * across midnight, the repeated hour belongs to the day that has begun. Weeks (ISO, from Monday), months and years start with
 * their first day. An hour has one offset: if the offset changes, a new hour starts.
 */
public record CalendarSchedule(ZoneId timeZone) {

    /** The window of this kind that contains an instant. */
    public WindowBounds at(WindowKind kind, Instant instant) {
        return switch (kind) {
            case HOURLY -> hour(instant);
            case DAILY, WEEKLY, MONTHLY, YEARLY -> days(kind, instant);
            case ALL_TIME -> WindowBounds.ALL_TIME;
            case SEASON, CUSTOM -> throw notCalendar(kind);
        };
    }

    /** The window that starts where this one ends; null after {@link WindowBounds#ALL_TIME}. */
    public @Nullable WindowBounds after(WindowBounds bounds) {
        return bounds.endsAt() == null ? null : at(bounds.kind(), bounds.endsAt());
    }

    /** The window that ends where this one starts; null before {@link WindowBounds#ALL_TIME}. */
    public @Nullable WindowBounds before(WindowBounds bounds) {
        return bounds.startsAt() == null
                ? null
                : at(bounds.kind(), bounds.startsAt().minusNanos(1));
    }

    private static IllegalArgumentException notCalendar(WindowKind kind) {
        return new IllegalArgumentException("not a calendar kind: " + kind);
    }

    private WindowBounds days(WindowKind kind, Instant instant) {
        LocalDate first = instant.atZone(timeZone).toLocalDate().with(firstDay(kind));
        // After clocks went back across midnight, the date is that of the previous day.
        if (!instant.isBefore(start(next(kind, first)))) {
            first = next(kind, first);
        }
        return new WindowBounds(kind, WindowName.format(kind, first), start(first), start(next(kind, first)));
    }

    private Instant start(LocalDate date) {
        return date.atStartOfDay(timeZone).toInstant();
    }

    private WindowBounds hour(Instant instant) {
        LocalDateTime clock = instant.atZone(timeZone).toLocalDateTime().truncatedTo(HOURS);
        Instant sinceChange = change(timeZone.getRules().previousTransition(instant.plusNanos(1)), Instant.MIN);
        Instant untilChange = change(timeZone.getRules().nextTransition(instant), Instant.MAX);
        Instant started = clock.toInstant(timeZone.getRules().getOffset(instant));
        Instant ended = started.plus(1, HOURS);
        Instant startsAt = started.isBefore(sinceChange) ? sinceChange : started;
        Instant endsAt = ended.isAfter(untilChange) ? untilChange : ended;
        return new WindowBounds(WindowKind.HOURLY, WindowName.formatHour(startsAt.atZone(timeZone)), startsAt, endsAt);
    }

    private static Instant change(@Nullable ZoneOffsetTransition transition, Instant otherwise) {
        return transition == null ? otherwise : transition.getInstant();
    }

    private static TemporalAdjuster firstDay(WindowKind kind) {
        return switch (kind) {
            case WEEKLY -> previousOrSame(DayOfWeek.MONDAY);
            case MONTHLY -> firstDayOfMonth();
            case YEARLY -> firstDayOfYear();
            case HOURLY, DAILY, ALL_TIME, SEASON, CUSTOM -> date -> date;
        };
    }

    private static LocalDate next(WindowKind kind, LocalDate first) {
        return switch (kind) {
            case WEEKLY -> first.plusWeeks(1);
            case MONTHLY -> first.plusMonths(1);
            case YEARLY -> first.plusYears(1);
            case HOURLY, DAILY, ALL_TIME, SEASON, CUSTOM -> first.plusDays(1);
        };
    }
}
