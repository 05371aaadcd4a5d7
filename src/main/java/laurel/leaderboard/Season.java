package laurel.leaderboard;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A window whose bounds a person sets. Of a board, number n is the n-th of the list.
 *
 * @param serial          tells it from all others that its board has ever had, also from those that were cancelled
 * @param number          from 1; each season's is one more than that of the season before
 * @param name            what people call it
 * @param startsAt        first moment
 * @param endsAt          first moment after it; null is open-ended
 * @param retainPrevious whether the standings of the season before are kept when this one starts
 * @param carryOver           the fraction of its old score that each participant starts with, above 0 up to 1; null is none
 * @param startedAt       when it was started; null while it is planned
 */
@Serdeable
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Season(
        int serial,
        int number,
        String name,
        Instant startsAt,
        @Nullable Instant endsAt,
        boolean retainPrevious,
        @Nullable BigDecimal carryOver,
        @Nullable Instant startedAt) {

    /**
     * When it ends: as was said, or where that is nothing, when the next one starts, be that only planned; null where
     * there is none.
     *
     * @param seasons all of its board's
     */
    public @Nullable Instant end(List<Season> seasons) {
        return endsAt == null && number < seasons.size() ? seasons.get(number).startsAt : endsAt;
    }

    /** Whether it was started: its time had come. */
    public boolean started() {
        return startedAt != null;
    }

    /** Whether what stood in the season before is settled when this one starts, because it is carried over or deleted. */
    public boolean settlesPrevious() {
        return carryOver != null || !retainPrevious;
    }

    /** The same with another name and other bounds. */
    public Season with(String otherName, Instant start, @Nullable Instant end) {
        return new Season(serial, number, otherName, start, end, retainPrevious, carryOver, startedAt);
    }

    /** The same that ends then. */
    public Season endingAt(@Nullable Instant end) {
        return with(name, startsAt, end);
    }

    /** The same once it was started. */
    public Season startedAt(Instant moment) {
        return new Season(serial, number, name, startsAt, endsAt, retainPrevious, carryOver, moment);
    }
}
