package laurel.participant;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.core.bind.annotation.Bindable;
import java.util.Comparator;
import laurel.refusal.Text;

/**
 * The name by which the outside knows a participant, unique in its app.
 *
 * @param type       entity type, such as ACCOUNT or DRIVER
 * @param externalId the id that the game, site or school uses; 1 to 128 characters
 */
@Introspected
public record ParticipantRef(String type, @Bindable("id") String externalId) implements Comparable<ParticipantRef> {
    private static final Comparator<ParticipantRef> ORDER =
            Comparator.comparing(ParticipantRef::type).thenComparing(ParticipantRef::externalId);

    /** Whether there could be a participant of this name: PostgreSQL cannot even be asked for some texts. */
    public boolean possible() {
        return Text.isLine(type, Text.MAX_ID) && Text.isLine(externalId, Text.MAX_ID);
    }

    @Override
    public int compareTo(ParticipantRef other) {
        return ORDER.compare(this, other);
    }
}
