package laurel.ingest.mapping;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/** Moments as other systems write them. */
final class Timestamps {
    /** As many digits as any number has that stands for a moment of ours. */
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,15}(\\.\\d{1,9})?");

    /** Numbers below are seconds: as milliseconds they would be of 1973 and before. */
    private static final BigDecimal LEAST_MILLISECONDS = BigDecimal.valueOf(100_000_000_000L);

    /** What the schema's DateTime holds. */
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

    private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

    private Timestamps() {}

    /**
     * Seconds since 1970, or milliseconds where that would be after the year 5138, or ISO 8601 with an offset; to the
     * microsecond. Throws UnusableEntryException for anything else.
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
            // Nor is this.
        }
        throw new MappedStream.UnusableEntryException("\"" + shortened(text)
                + "\" is no moment of the years 0001 to 9999: neither seconds or milliseconds since 1970"
                + " nor such as 2010-11-14T15:00:00Z");
    }

    private static Instant ofNumber(BigDecimal number) {
        int digits = number.abs().compareTo(LEAST_MILLISECONDS) < 0 ? 6 : 3;
        long micros = number.scaleByPowerOfTen(digits).longValue();
        return Instant.EPOCH
                .plusSeconds(Math.floorDiv(micros, 1_000_000))
                .plusNanos(Math.floorMod(micros, 1_000_000) * 1_000L);
    }

    private static String shortened(String text) {
        return text.substring(0, Math.min(text.length(), 40));
    }
}
