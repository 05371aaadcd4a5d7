package laurel.leaderboard;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A season of a leaderboard: a window with a start and end that an operator sets. Season n is the n-th of the
 * leaderboard's list. Stored with the leaderboard, because it changes under its lock and version.
 *
 * @param serial          unique in the leaderboard, also among cancelled seasons
 * @param number          from 1, without gaps
 * @param name            display name
 * @param startsAt        start, inclusive
 * @param endsAt          end, exclusive; null for open-ended
 * @param retainPrevious  whether the standings of the previous season are retained when this one starts
 * @param carryOver       fraction of its score in the previous season that each participant starts with, more than 0 and at
 *                        most 1; null for none
 * @param startedAt       time at which it was started; null while it is planned
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
     * Returns the end: {@code endsAt}, or the start of the next season, started or planned. Null if it has neither.
     *
     * @param seasons all seasons of the leaderboard
     */
    public @Nullable Instant end(List<Season> seasons) {
        return endsAt == null && number < seasons.size() ? seasons.get(number).startsAt : endsAt;
    }

    /** Whether it was started, not only planned. */
    public boolean started() {
        return startedAt != null;
    }

    /** Whether the previous season is closed when this one starts, because its scores are carried over or deleted. */
    public boolean settlesPrevious() {
        return carryOver != null || !retainPrevious;
    }

    /** Returns this season with another name, start and end. */
    public Season with(String otherName, Instant start, @Nullable Instant end) {
        return new Season(serial, number, otherName, start, end, retainPrevious, carryOver, startedAt);
    }

    /** Returns this season with another end. */
    public Season endingAt(@Nullable Instant end) {
        return with(name, startsAt, end);
    }

    /** Returns this season as started. */
    public Season startedAt(Instant moment) {
        return new Season(serial, number, name, startsAt, endsAt, retainPrevious, carryOver, moment);
    }
}
