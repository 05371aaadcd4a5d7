package laurel.window;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import laurel.leaderboard.IsoDuration;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/**
 * Windows that start at a fixed interval: window n starts n times {@code every} after the anchor time and lasts {@code
 * length}. Clock time is counted from the anchor time itself. Calendar days and months are counted from the wall-clock time of
 * the anchor in UTC, applied to the time zone, so that days start at midnight in every time zone. If clocks skip that time, the
 * window starts at the end of the gap; if it occurs twice, at the first.
 *
 * <p>Without an end there is a window for every number, also for negative ones. A {@code count} of windows has the numbers from
 * 0 to {@code count - 1}. With an {@code endTime}, the last window is the last one that starts before it; like the anchor, it is
 * a wall-clock time in UTC for calendar days and months, so that the last number is the same in every time zone.
 *
 * @param name  prefix of the windows' names
 * @param first lowest number of a window
 * @param last  highest number of a window
 */
record CustomSchedule(
        String name,
        Instant anchorTime,
        IsoDuration every,
        IsoDuration length,
        long first,
        long last,
        ZoneId timeZone) {

    static CustomSchedule of(WindowDefinition custom, ZoneId timeZone) {
        var endless = new CustomSchedule(
                custom.key(),
                requireNonNull(custom.anchorTime()),
                requireNonNull(custom.interval()),
                requireNonNull(custom.length()),
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                timeZone);
        if (custom.count() != null) {
            return endless.between(0, custom.count() - 1);
        }
        return custom.endTime() == null
                ? endless
                : endless.between(Long.MIN_VALUE, endless.lastBefore(custom.endTime()));
    }

    private CustomSchedule between(long lowest, long highest) {
        return new CustomSchedule(name, anchorTime, every, length, lowest, highest, timeZone);
    }

    /** Returns the windows that contain an instant, oldest first. */
    List<WindowBounds> containing(Instant instant) {
        List<WindowBounds> containing = new ArrayList<>();
        for (long number = Math.min(latest(instant), last);
                number >= first && start(number, true).isAfter(instant);
                number--) {
            if (exists(number)) {
                containing.add(window(number));
            }
        }
        return containing.reversed();
    }

    /** Returns the next window that starts after an instant; null if there is none. */
    @Nullable
    WindowBounds next(Instant instant) {
        return nearest(Math.max(latest(instant) + 1, first), 1);
    }

    /** Returns the next window that starts after this one; null if there is none. */
    @Nullable
    WindowBounds after(WindowBounds bounds) {
        return next(requireNonNull(bounds.startsAt()));
    }

    /** Returns the last window that starts before this one; null if there is none. */
    @Nullable
    WindowBounds before(WindowBounds bounds) {
        return nearest(Math.min(latest(requireNonNull(bounds.startsAt())) - 1, last), -1);
    }

    private @Nullable WindowBounds nearest(long number, int step) {
        long nearest = number;
        while (nearest >= first && nearest <= last && !exists(nearest)) {
            nearest += step;
        }
        return nearest < first || nearest > last ? null : window(nearest);
    }

    /**
     * Whether this window exists. It does not if the time zone skips the day on which it would start: it would equal the next
     * one, or be empty.
     */
    private boolean exists(long number) {
        Instant start = start(number, false);
        return start.isBefore(start(number + 1, false)) && start.isBefore(start(number, true));
    }

    WindowBounds window(long number) {
        return new WindowBounds(WindowKind.CUSTOM, name + "#" + number, start(number, false), start(number, true));
    }

    /** The number of the last window that has started by an instant, regardless of {@code first} and {@code last}. */
    private long latest(Instant instant) {
        return highest(guess(instant, timeZone), number -> !start(number, false).isAfter(instant));
    }

    /** The number of the last window that starts before an end. */
    private long lastBefore(Instant endTime) {
        if (!every.isCalendar()) {
            return highest(
                    guess(endTime, timeZone), number -> start(number, false).isBefore(endTime));
        }
        LocalDateTime end = LocalDateTime.ofInstant(endTime, ZoneOffset.UTC);
        return highest(
                guess(endTime, ZoneOffset.UTC), number -> clock(number, false).isBefore(end));
    }

    /** The highest number that meets a condition, which holds for all lower numbers. */
    private static long highest(long guess, LongPredicate condition) {
        long number = guess;
        while (!condition.test(number)) {
            number--;
        }
        while (condition.test(number + 1)) {
            number++;
        }
        return number;
    }

    private long guess(Instant instant, ZoneId zone) {
        if (!every.isCalendar()) {
            Duration since = Duration.between(anchorTime, instant);
            return Math.floorDiv(micros(since), micros(every.time()));
        }
        LocalDateTime clock = LocalDateTime.ofInstant(instant, zone);
        return every.months() > 0
                ? Math.floorDiv(ChronoUnit.MONTHS.between(local(), clock), every.months())
                : Math.floorDiv(ChronoUnit.DAYS.between(local(), clock), every.days());
    }

    /** Returns the start of a window, or its end. */
    private Instant start(long number, boolean afterLength) {
        if (!every.isCalendar()) {
            Duration since = every.time().multipliedBy(number).plus(afterLength ? length.time() : Duration.ZERO);
            return anchorTime.plus(since);
        }
        return moment(clock(number, afterLength));
    }

    /** Returns the wall-clock time at which a window of calendar days or months starts, or ends. */
    private LocalDateTime clock(long number, boolean afterLength) {
        long months = every.months() * number + (afterLength ? length.months() : 0);
        long days = every.days() * number + (afterLength ? length.days() : 0);
        // In one step from the anchor: month by month, the 31st would become the 28th.
        return local().plusMonths(months).plusDays(days);
    }

    /** Returns the first instant at which clocks show this time or a later one. */
    private Instant moment(LocalDateTime clock) {
        ZoneOffsetTransition change = timeZone.getRules().getTransition(clock);
        return change != null && change.isGap()
                ? change.getInstant()
                : clock.atZone(timeZone).toInstant();
    }

    private LocalDateTime local() {
        return LocalDateTime.ofInstant(anchorTime, ZoneOffset.UTC);
    }

    private static long micros(Duration duration) {
        return Math.addExact(Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1_000);
    }
}
