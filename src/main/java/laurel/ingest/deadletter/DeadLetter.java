package laurel.ingest.deadletter;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import laurel.database.sql.Json;
import laurel.request.Measured;

/**
 * An entry of a stream that could not be recorded, and is left to a person.
 *
 * @param entryId Redis' own
 * @param fields  an object of texts
 * @param reason  for a person
 * @param failedAt when it was stored, or last tried
 */
@Introspected
public record DeadLetter(long id, String stream, String entryId, Json fields, String reason, Instant failedAt)
        implements Measured {
    @Override
    public long heldBytes() {
        return fields.text().length() + (long) reason.length();
    }
}
