package laurel.ingest.deadletter;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import laurel.database.sql.Json;
import laurel.request.Measured;

/**
 * An entry of a stream that could not be recorded, and waits for an operator.
 *
 * @param entryId ID of the entry in Redis
 * @param fields  JSON object of strings
 * @param reason  why it could not be recorded
 * @param failedAt when it was stored, or last retried
 */
@Introspected
public record DeadLetter(long id, String stream, String entryId, Json fields, String reason, Instant failedAt)
        implements Measured {
    @Override
    public long heldBytes() {
        return fields.text().length() + (long) reason.length();
    }
}
