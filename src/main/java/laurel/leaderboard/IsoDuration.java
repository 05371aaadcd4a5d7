package laurel.leaderboard;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.micronaut.serde.annotation.Serdeable;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Period;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/**
 * A length of time: either of the clock, {@code PT6H}, which is the same everywhere, or of the calendar, {@code P7D},
 * {@code P1M}, which the days of a zone decide.
 *
 * @param months of the calendar; 0 unless it is of months
 * @param days   of the calendar; 0 unless it is of days
 * @param time   of the clock; zero unless it is of the clock
 */
@Serdeable
public record IsoDuration(int months, int days, Duration time) {
    public static IsoDuration of(Duration time) {
        return new IsoDuration(0, 0, time);
    }

    public static IsoDuration ofDays(int days) {
        return new IsoDuration(0, days, Duration.ZERO);
    }

    public static IsoDuration ofMonths(int months) {
        return new IsoDuration(months, 0, Duration.ZERO);
    }

    /**
     * The span of an ISO 8601 text; empty where it is none, mixes months, days and hours, or is finer than a microsecond.
     * Weeks are 7 days, years 12 months.
     */
    public static Optional<IsoDuration> parse(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        if (upper.contains("T")) {
            return upper.startsWith("PT") ? clock(upper).map(IsoDuration::of) : Optional.empty();
        }
        try {
            IsoDuration span = of(Period.parse(upper));
            return span.months != 0 && span.days != 0 ? Optional.empty() : Optional.of(span);
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** The time of an ISO 8601 text, days being 24 hours; empty where it is none, or finer than a microsecond. */
    public static Optional<Duration> clock(String text) {
        try {
            return Optional.of(Duration.parse(text)).filter(time -> time.equals(time.truncatedTo(ChronoUnit.MICROS)));
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    @SuppressWarnings("JavaPeriodGetDays") // The months are not left out, they are the other part.
    private static IsoDuration of(Period period) {
        return new IsoDuration(Math.toIntExact(period.toTotalMonths()), period.getDays(), Duration.ZERO);
    }

    @JsonCreator
    static IsoDuration stored(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("no span: " + text));
    }

    /** Whether it is of the calendar. */
    public boolean ofCalendar() {
        return months != 0 || days != 0;
    }

    /** Whether it is more than nothing. */
    public boolean positive() {
        return months > 0 || days > 0 || time.isPositive();
    }

    /** Whether both are of the clock, or of days, or of months, so that one is some times the other everywhere. */
    public boolean comparable(IsoDuration other) {
        return (months == 0) == (other.months == 0) && (days == 0) == (other.days == 0);
    }

    /** How many of these it takes, one after another, to cover this one, both being comparable and positive. */
    public long covers(IsoDuration part) {
        return part.ofCalendar()
                ? Math.ceilDiv(Math.max(months, days), Math.max(part.months, part.days))
                : time.plus(part.time).minusNanos(1).dividedBy(part.time);
    }

    /** How long it is, months being the twelfth part of 365.2425 days. */
    public Duration about() {
        return time.plusDays(days).plusSeconds(months * 2_629_746L);
    }

    @Override
    @JsonValue
    public String toString() {
        return ofCalendar() ? Period.of(0, months, days).toString() : time.toString();
    }
}
