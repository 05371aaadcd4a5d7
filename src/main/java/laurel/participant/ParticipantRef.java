package laurel.participant;

import java.util.Comparator;

/**
 * The name by which the outside knows a participant, unique in its app.
 *
 * @param type       entity type, such as ACCOUNT or DRIVER
 * @param externalId the id that the game, site or school uses; 1 to 128 characters
 */
public record ParticipantRef(String type, String externalId) implements Comparable<ParticipantRef> {
    private static final Comparator<ParticipantRef> ORDER =
            Comparator.comparing(ParticipantRef::type).thenComparing(ParticipantRef::externalId);

    @Override
    public int compareTo(ParticipantRef other) {
        return ORDER.compare(this, other);
    }
}
