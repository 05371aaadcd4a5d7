package laurel.leaderboard;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A window whose bounds a person sets.
 *
 * @param number          from 1; each season's is one more than that of the season before
 * @param name            what people call it
 * @param startsAt        first moment
 * @param endsAt          first moment after it; null is open-ended
 * @param archivePrevious whether the standings of the season before are kept when this one starts
 * @param carry           the fraction of its old score that each participant starts with, above 0 up to 1; null is none
 * @param startedAt       when it was started; null while it is planned
 */
@Serdeable
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Season(
        int number,
        String name,
        Instant startsAt,
        @Nullable Instant endsAt,
        boolean archivePrevious,
        @Nullable BigDecimal carry,
        @Nullable Instant startedAt) {

    /** Whether a moment lies in it. */
    public boolean contains(Instant at) {
        return !at.isBefore(startsAt) && (endsAt == null || at.isBefore(endsAt));
    }
}
