package laurel.score.backfill;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import java.time.ZoneId;
import laurel.score.submission.StandingChange;
import org.jspecify.annotations.Nullable;

/**
 * A change that a backfill makes. It names its window, too: after a dry run there may be no such window.
 *
 * @param timeZone the IANA name of the zone whose calendar the window follows
 * @param startsAt first moment of the window; null for all of time
 */
@Serdeable
@JsonInclude(JsonInclude.Include.ALWAYS)
record BackfillChange(
        String windowName, String timeZone, @Nullable Instant startsAt, StandingChange change) {
    static BackfillChange of(String window, ZoneId zone, @Nullable Instant startsAt, StandingChange change) {
        return new BackfillChange(window, zone.getId(), startsAt, change);
    }
}
