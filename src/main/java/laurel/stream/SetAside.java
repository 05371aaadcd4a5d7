package laurel.stream;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import laurel.database.Json;
import laurel.graphql.Held;

/**
 * An entry of a stream that could not be recorded, and is left to a person.
 *
 * @param entryId Redis' own
 * @param fields  an object of texts
 * @param reason  for a person
 * @param at      when it was set aside, or last tried
 */
@Introspected
public record SetAside(long id, String stream, String entryId, Json fields, String reason, Instant at) implements Held {
    @Override
    public long heldBytes() {
        return fields.text().length() + (long) reason.length();
    }
}
