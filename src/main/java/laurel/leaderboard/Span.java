package laurel.leaderboard;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.micronaut.serde.annotation.Serdeable;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Period;
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
public record Span(int months, int days, Duration time) {
    public static Span of(Duration time) {
        return new Span(0, 0, time);
    }

    /** The span of an ISO 8601 text; empty where it is none, or mixes months, days and hours. Weeks are 7 days, years 12 months. */
    public static Optional<Span> parse(String text) {
        try {
            Span span = text.contains("T") ? of(Duration.parse(text)) : of(Period.parse(text));
            boolean mixed = (span.months != 0 && span.days != 0) || (text.contains("T") && !text.startsWith("PT"));
            return mixed ? Optional.empty() : Optional.of(span);
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    @SuppressWarnings("JavaPeriodGetDays") // The months are not left out, they are the other part.
    private static Span of(Period period) {
        return new Span(Math.toIntExact(period.toTotalMonths()), period.getDays(), Duration.ZERO);
    }

    @JsonCreator
    static Span stored(String text) {
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
