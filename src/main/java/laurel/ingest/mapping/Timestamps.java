package laurel.ingest.mapping;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/** Parses times as other systems write them. */
final class Timestamps {
    /** Enough digits for every time in the allowed range. */
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,15}(\\.\\d{1,9})?");

    /** Numbers below this are seconds: as milliseconds they would be times before 1974. */
    private static final BigDecimal MIN_MILLISECONDS = BigDecimal.valueOf(100_000_000_000L);

    /** The range of the scalar DateTime. */
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

    private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

    private Timestamps() {}

    /**
     * Parses seconds since 1970, or milliseconds if seconds would be after the year 5138, or ISO 8601 with an offset.
     * Precision: microseconds. Throws UnusableEntryException for anything else.
     */
    static Instant parse(String text) {
        try {
            Instant moment = NUMBER.matcher(text).matches()
                    ? ofNumber(new BigDecimal(text))
                    : OffsetDateTime.parse(text).toInstant();
            if (!moment.isBefore(FIRST) && moment.isBefore(END)) {
                return moment;
            }
        } catch (DateTimeException e) {
            // Reported below.
        }
        throw new MappedStream.UnusableEntryException("\"" + shortened(text)
                + "\" is not a time in the years 0001 to 9999: allowed are seconds or milliseconds since 1970,"
                + " and ISO 8601 such as 2010-11-14T15:00:00Z");
    }

    /** The time in the ID of an entry, which can be any 64 bits. Throws UnusableEntryException if it is after the year 9999. */
    static Instant ofId(String id) {
        long milliseconds = Long.parseUnsignedLong(id, 0, id.indexOf('-'), 10);
        if (Long.compareUnsigned(milliseconds, END.toEpochMilli()) >= 0) {
            throw new MappedStream.UnusableEntryException(
                    "The entry has no time, and its ID " + id + " is not a time in the years 1970 to 9999");
        }
        return Instant.ofEpochMilli(milliseconds);
    }

    private static Instant ofNumber(BigDecimal number) {
        int digits = number.abs().compareTo(MIN_MILLISECONDS) < 0 ? 6 : 3;
        long micros = number.scaleByPowerOfTen(digits).longValue();
        return Instant.EPOCH
                .plusSeconds(Math.floorDiv(micros, 1_000_000))
                .plusNanos(Math.floorMod(micros, 1_000_000) * 1_000L);
    }

    private static String shortened(String text) {
        return text.substring(0, Math.min(text.length(), 40));
    }
}
