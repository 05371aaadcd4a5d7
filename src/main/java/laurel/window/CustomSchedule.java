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
import laurel.leaderboard.IsoDuration;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;

/**
 * Windows that start again and again: number n starts n times {@code every} after the anchor and takes {@code length}.
 * Durations of hours and minutes are counted from the anchor's instant. Durations of days and months are counted from the
 * anchor's wall-clock time in UTC, in the time zone: so days start at midnight in every time zone. If clocks skip that
 * time, the window starts at the end of the gap; if it occurs twice, at the first.
 *
 * @param name what the windows' names begin with
 */
record CustomSchedule(String name, Instant anchorTime, IsoDuration every, IsoDuration length, ZoneId timeZone) {

    static CustomSchedule of(WindowDefinition custom, ZoneId timeZone) {
        return new CustomSchedule(
                custom.key(),
                requireNonNull(custom.anchorTime()),
                requireNonNull(custom.interval()),
                requireNonNull(custom.length()),
                timeZone);
    }

    /** The windows that contain an instant, the oldest first. */
    List<WindowBounds> containing(Instant instant) {
        List<WindowBounds> containing = new ArrayList<>();
        for (long number = last(instant); start(number, true).isAfter(instant); number--) {
            if (exists(number)) {
                containing.add(window(number));
            }
        }
        return containing.reversed();
    }

    /** The window that starts next after an instant. */
    WindowBounds next(Instant instant) {
        return nearest(last(instant) + 1, 1);
    }

    WindowBounds after(WindowBounds bounds) {
        return next(requireNonNull(bounds.startsAt()));
    }

    WindowBounds before(WindowBounds bounds) {
        return nearest(last(requireNonNull(bounds.startsAt())) - 1, -1);
    }

    private WindowBounds nearest(long number, int step) {
        long nearest = number;
        while (!exists(nearest)) {
            nearest += step;
        }
        return window(nearest);
    }

    /**
     * Where a zone skips the day that a window would start on, there is no such window: it would be the next, or
     * nothing.
     */
    private boolean exists(long number) {
        Instant start = start(number, false);
        return start.isBefore(start(number + 1, false)) && start.isBefore(start(number, true));
    }

    WindowBounds window(long number) {
        return new WindowBounds(WindowKind.CUSTOM, name + "#" + number, start(number, false), start(number, true));
    }

    /** The number of the last window that has started by an instant. */
    private long last(Instant instant) {
        long number = guess(instant);
        while (start(number, false).isAfter(instant)) {
            number--;
        }
        while (!start(number + 1, false).isAfter(instant)) {
            number++;
        }
        return number;
    }

    private long guess(Instant instant) {
        if (!every.isCalendar()) {
            Duration since = Duration.between(anchorTime, instant);
            return Math.floorDiv(micros(since), micros(every.time()));
        }
        LocalDateTime clock = LocalDateTime.ofInstant(instant, timeZone);
        return every.months() > 0
                ? Math.floorDiv(ChronoUnit.MONTHS.between(local(), clock), every.months())
                : Math.floorDiv(ChronoUnit.DAYS.between(local(), clock), every.days());
    }

    /** When window {@code number} starts, or {@code length} after that. */
    private Instant start(long number, boolean afterLength) {
        if (!every.isCalendar()) {
            Duration since = every.time().multipliedBy(number).plus(afterLength ? length.time() : Duration.ZERO);
            return anchorTime.plus(since);
        }
        long months = every.months() * number + (afterLength ? length.months() : 0);
        long days = every.days() * number + (afterLength ? length.days() : 0);
        // From the anchor at once: month by month the 31st would become the 28th for good.
        return moment(local().plusMonths(months).plusDays(days));
    }

    /** The first moment at which clocks show this time or a later one. */
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
