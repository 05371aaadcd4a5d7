package laurel.scoring.day;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/**
 * Time at which the score of a day counts as achieved. Depends on the day alone, so that all submissions of a day count in the
 * same windows.
 */
final class MiddleOfDay {
    private MiddleOfDay() {}

    /**
     * Returns noon in the time zone of the day rule. If that is another day in the leaderboard's time zone, returns the
     * middle of the time that both days have in common.
     */
    static Instant of(LocalDate day, ZoneId dayZone, ZoneId leaderboardZone) {
        Instant noon = day.atTime(LocalTime.NOON).atZone(dayZone).toInstant();
        if (noon.atZone(leaderboardZone).toLocalDate().equals(day)) {
            return noon;
        }
        Instant from = later(start(day, dayZone), start(day, leaderboardZone));
        Instant until = earlier(start(day.plusDays(1), dayZone), start(day.plusDays(1), leaderboardZone));
        return from.isBefore(until) ? from.plusSeconds(ChronoUnit.SECONDS.between(from, until) / 2) : noon;
    }

    private static Instant start(LocalDate day, ZoneId timeZone) {
        return day.atStartOfDay(timeZone).toInstant();
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
