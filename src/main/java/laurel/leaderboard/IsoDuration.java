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
import laurel.request.ErrorCode;
import laurel.request.RefusedException;

/**
 * An ISO 8601 duration of one unit: clock time such as {@code PT6H}, calendar days such as {@code P7D}, or calendar months
 * such as {@code P1M}. The length of days and months depends on the time zone.
 *
 * @param months 0 if it has days or time
 * @param days   0 if it has months or time
 * @param time   zero if it has months or days
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
     * Parses an ISO 8601 text. Empty if it is invalid, mixes months, days and hours, or is more precise than a microsecond.
     * Weeks are 7 days, years 12 months.
     */
    public static Optional<IsoDuration> parse(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        if (upper.contains("T")) {
            return upper.startsWith("PT") ? parseTime(upper).map(IsoDuration::of) : Optional.empty();
        }
        try {
            IsoDuration span = of(Period.parse(upper));
            return span.months != 0 && span.days != 0 ? Optional.empty() : Optional.of(span);
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** Parses clock time, with days of 24 hours. Empty if it is invalid or more precise than a microsecond. */
    public static Optional<Duration> parseTime(String text) {
        try {
            return Optional.of(Duration.parse(text)).filter(time -> time.equals(time.truncatedTo(ChronoUnit.MICROS)));
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /**
     * Parses a field that has days or time. Refuses INVALID_DURATION and DURATION_OUT_OF_RANGE.
     *
     * @param min inclusive
     * @param max inclusive, in whole days
     */
    static Duration checkedTime(String text, String field, Duration min, Duration max) {
        Duration duration = parseTime(text)
                .orElseThrow(() -> new RefusedException(
                        ErrorCode.INVALID_DURATION,
                        "`" + field + "` must be a duration of days, hours, minutes and seconds to the microsecond,"
                                + " such as PT5M or P1D.",
                        field));
        if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
            throw new RefusedException(
                    ErrorCode.DURATION_OUT_OF_RANGE,
                    "`" + field + "` is " + duration + "; it must be between " + min + " and P" + max.toDays() + "D.",
                    field);
        }
        return duration;
    }

    @SuppressWarnings("JavaPeriodGetDays") // Months are read as well.
    private static IsoDuration of(Period period) {
        return new IsoDuration(Math.toIntExact(period.toTotalMonths()), period.getDays(), Duration.ZERO);
    }

    @JsonCreator
    static IsoDuration stored(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("not a duration: " + text));
    }

    /** Whether it has calendar days or months. */
    public boolean isCalendar() {
        return months != 0 || days != 0;
    }

    /** Whether it is more than zero. */
    public boolean isPositive() {
        return months > 0 || days > 0 || time.isPositive();
    }

    /** Whether both have the same unit: clock time, days or months. */
    public boolean hasUnitOf(IsoDuration other) {
        return (months == 0) == (other.months == 0) && (days == 0) == (other.days == 0);
    }

    /** How many of another duration it takes to cover this one. Both have the same unit and are positive. */
    public long countOf(IsoDuration part) {
        return part.isCalendar()
                ? Math.ceilDiv(Math.max(months, days), Math.max(part.months, part.days))
                : time.plus(part.time).minusNanos(1).dividedBy(part.time);
    }

    /** Estimated length, with months of 365.2425 / 12 days. */
    public Duration estimate() {
        return time.plusDays(days).plusSeconds(months * 2_629_746L);
    }

    @Override
    @JsonValue
    public String toString() {
        return isCalendar() ? Period.of(0, months, days).toString() : time.toString();
    }
}
