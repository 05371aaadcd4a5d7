package laurel.scoring.day;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** The moment at which the score of a day counts as achieved: the same whenever it is found, so that windows agree. */
final class MiddleOfDay {
    private MiddleOfDay() {}

    /**
     * Noon of a day in the zone in which it was counted; where it is another day by then in the zone of the board, as far
     * around the
     * world, the middle of what the two days have in common.
     */
    static Instant of(LocalDate day, ZoneId zone, ZoneId board) {
        Instant noon = day.atTime(LocalTime.NOON).atZone(zone).toInstant();
        if (noon.atZone(board).toLocalDate().equals(day)) {
            return noon;
        }
        Instant from = later(start(day, zone), start(day, board));
        Instant until = earlier(start(day.plusDays(1), zone), start(day.plusDays(1), board));
        return from.isBefore(until) ? from.plusSeconds(ChronoUnit.SECONDS.between(from, until) / 2) : noon;
    }

    private static Instant start(LocalDate day, ZoneId zone) {
        return day.atStartOfDay(zone).toInstant();
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
