package laurel.participant;

import io.micronaut.core.annotation.Introspected;
import java.util.Comparator;
import laurel.request.Text;

/**
 * The name by which the app's own systems know a participant; unique in its app.
 *
 * @param entityType such as ACCOUNT or DRIVER
 * @param externalId the id that the game, site or school uses; 1 to 128 characters
 */
@Introspected
public record ExternalParticipantId(String entityType, String externalId) implements Comparable<ExternalParticipantId> {
    private static final Comparator<ExternalParticipantId> ORDER =
            Comparator.comparing(ExternalParticipantId::entityType).thenComparing(ExternalParticipantId::externalId);

    /** Whether a participant can have this name: PostgreSQL rejects queries for some texts. */
    public boolean possible() {
        return Text.isLine(entityType, Text.MAX_ID) && Text.isLine(externalId, Text.MAX_ID);
    }

    @Override
    public int compareTo(ExternalParticipantId other) {
        return ORDER.compare(this, other);
    }
}
