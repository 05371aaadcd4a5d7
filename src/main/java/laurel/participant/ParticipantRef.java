package laurel.participant;

import io.micronaut.core.annotation.Introspected;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Names a participant: by Laurel's own id, or by the external one.
 *
 * @param id         null if it is named by its external id
 * @param entityType null if it is named by its own id, as is {@code externalId}
 */
@Introspected
public record ParticipantRef(
        @Nullable Long id,
        @Nullable String entityType,
        @Nullable String externalId) implements Comparable<ParticipantRef> {
    /** A participant that does not exist. */
    public static final ParticipantRef NONE = of(0);

    private static final Comparator<ParticipantRef> ORDER = Comparator.comparing(
                    (ParticipantRef ref) -> Objects.requireNonNullElse(ref.id, 0L))
            .thenComparing(ref -> Objects.requireNonNullElse(ref.entityType, ""))
            .thenComparing(ref -> Objects.requireNonNullElse(ref.externalId, ""));

    public static ParticipantRef of(long id) {
        return new ParticipantRef(id, null, null);
    }

    public static ParticipantRef of(ExternalParticipantId external) {
        return new ParticipantRef(null, external.entityType(), external.externalId());
    }

    /** The external id, if it is named by that. */
    public @Nullable ExternalParticipantId external() {
        return entityType == null || externalId == null ? null : new ExternalParticipantId(entityType, externalId);
    }

    /** Whether there can be such a participant: PostgreSQL rejects queries for some texts. */
    public boolean possible() {
        ExternalParticipantId external = external();
        return external == null || external.possible();
    }

    /** The same for refs that are equal, and for no others. */
    public String text() {
        return id == null ? entityType + "\n" + externalId : Long.toString(id);
    }

    @Override
    public int compareTo(ParticipantRef other) {
        return ORDER.compare(this, other);
    }
}
