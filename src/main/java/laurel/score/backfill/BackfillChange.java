package laurel.score.backfill;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import java.time.ZoneId;
import laurel.score.submission.StandingChange;
import org.jspecify.annotations.Nullable;

/**
 * A change by a backfill. It includes the name of the window, because after a dry run the window may not exist.
 *
 * @param timeZone the IANA time zone of the window
 * @param startsAt the start of the window, inclusive; null for the all-time window
 */
@Serdeable
@JsonInclude(JsonInclude.Include.ALWAYS)
record BackfillChange(
        String windowName, String timeZone, @Nullable Instant startsAt, StandingChange change) {
    static BackfillChange of(String window, ZoneId timeZone, @Nullable Instant startsAt, StandingChange change) {
        return new BackfillChange(window, timeZone.getId(), startsAt, change);
    }
}
