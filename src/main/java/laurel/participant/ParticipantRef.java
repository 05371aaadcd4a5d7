package laurel.participant;

import io.micronaut.core.annotation.Introspected;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * References a participant by its ID or by its external ID.
 *
 * @param id         null for a reference by external ID
 * @param entityType null for a reference by ID, as is {@code externalId}
 * @param seesPseudonymous whether an external ID also finds a participant with a pseudonym; otherwise that does not exist for
 *     this reference. An ID finds every participant
 */
@Introspected
public record ParticipantRef(
        @Nullable Long id,
        @Nullable String entityType,
        @Nullable String externalId,
        boolean seesPseudonymous) implements Comparable<ParticipantRef> {
    /** References no participant. */
    public static final ParticipantRef UNKNOWN = of(0);

    private static final Comparator<ParticipantRef> ORDER = Comparator.comparing(
                    (ParticipantRef ref) -> Objects.requireNonNullElse(ref.id, 0L))
            .thenComparing(ref -> Objects.requireNonNullElse(ref.entityType, ""))
            .thenComparing(ref -> Objects.requireNonNullElse(ref.externalId, ""))
            .thenComparing(ParticipantRef::seesPseudonymous);

    public static ParticipantRef of(long id) {
        return new ParticipantRef(id, null, null, true);
    }

    public static ParticipantRef of(ExternalParticipantId external) {
        return of(external, true);
    }

    /** The reference of a caller that may not see who has this pseudonym, unless {@code seesPseudonymous}. */
    public static ParticipantRef of(ExternalParticipantId external, boolean seesPseudonymous) {
        return new ParticipantRef(null, external.entityType(), external.externalId(), seesPseudonymous);
    }

    /** Returns the external ID; null for a reference by ID. */
    public @Nullable ExternalParticipantId external() {
        return entityType == null || externalId == null ? null : new ExternalParticipantId(entityType, externalId);
    }

    /** Whether such a participant can exist: PostgreSQL rejects queries for some texts. */
    public boolean possible() {
        ExternalParticipantId external = external();
        return external == null || external.possible();
    }

    /** Returns a text that is equal only for references with the same ID or external ID. */
    public String text() {
        return id == null ? entityType + "\n" + externalId : Long.toString(id);
    }

    @Override
    public int compareTo(ParticipantRef other) {
        return ORDER.compare(this, other);
    }
}
