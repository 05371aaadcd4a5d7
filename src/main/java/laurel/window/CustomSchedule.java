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
 * Windows that start at a fixed interval: window n starts n times {@code every} after the anchor time and lasts {@code
 * length}. Clock time is counted from the anchor time itself. Calendar days and months are counted from the wall-clock time of
 * the anchor in UTC, applied to the time zone, so that days start at midnight in every time zone. If clocks skip that time, the
 * window starts at the end of the gap; if it occurs twice, at the first.
 *
 * @param name prefix of the windows' names
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

    /** Returns the windows that contain an instant, oldest first. */
    List<WindowBounds> containing(Instant instant) {
        List<WindowBounds> containing = new ArrayList<>();
        for (long number = last(instant); start(number, true).isAfter(instant); number--) {
            if (exists(number)) {
                containing.add(window(number));
            }
        }
        return containing.reversed();
    }

    /** Returns the next window that starts after an instant. */
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

    /** Returns the start of a window, or its end. */
    private Instant start(long number, boolean afterLength) {
        if (!every.isCalendar()) {
            Duration since = every.time().multipliedBy(number).plus(afterLength ? length.time() : Duration.ZERO);
            return anchorTime.plus(since);
        }
        long months = every.months() * number + (afterLength ? length.months() : 0);
        long days = every.days() * number + (afterLength ? length.days() : 0);
        // In one step from the anchor: month by month, the 31st would become the 28th.
        return moment(local().plusMonths(months).plusDays(days));
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
