package laurel.participant;

import io.micronaut.core.annotation.Introspected;
import java.util.Comparator;
import laurel.request.Text;

/**
 * The ID of a participant in the app's own systems; unique in the app.
 *
 * @param entityType such as ACCOUNT or DRIVER
 * @param externalId ID used by the game, site or school; 1 to 128 characters
 */
@Introspected
public record ExternalParticipantId(String entityType, String externalId) implements Comparable<ExternalParticipantId> {
    private static final Comparator<ExternalParticipantId> ORDER =
            Comparator.comparing(ExternalParticipantId::entityType).thenComparing(ExternalParticipantId::externalId);

    /** Whether a participant can have this ID: PostgreSQL rejects queries for some texts. */
    public boolean possible() {
        return Text.isLine(entityType, Text.MAX_ID) && Text.isLine(externalId, Text.MAX_ID);
    }

    /** The ID as the last key of an entry's order, as the SQL function {@code id_key} returns it. */
    public String idKey() {
        return entityType + '\u0001' + externalId;
    }

    @Override
    public int compareTo(ExternalParticipantId other) {
        return ORDER.compare(this, other);
    }
}
