package laurel.participant;

import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * Which participants a list has. The list is ordered by entity type and external ID, each compared by its bytes in UTF-8, so
 * a filter is a range of it.
 *
 * @param entityType       null for all
 * @param externalIdPrefix null for all
 */
public record ParticipantFilter(
        @Nullable String entityType, @Nullable String externalIdPrefix) {
    /** All participants. */
    public static final ParticipantFilter NONE = new ParticipantFilter(null, null);

    /** A prefix with this suffix sorts after every ID that has the prefix. */
    private static final String END =
            Character.toString(Character.MAX_CODE_POINT).repeat(Text.MAX_ID);

    /** Matches no participant, because IDs have no control characters. */
    private static final ParticipantFilter NOTHING = new ParticipantFilter("", "\u0001");

    /** A filter with texts that PostgreSQL cannot store matches nothing. */
    public static ParticipantFilter of(@Nullable String entityType, @Nullable String externalIdPrefix) {
        return possible(entityType) && possible(externalIdPrefix)
                ? new ParticipantFilter(entityType, externalIdPrefix)
                : NOTHING;
    }

    private static boolean possible(@Nullable String text) {
        return text == null || Text.isPart(text, Text.MAX_ID);
    }

    /** Distinguishes its list from those of other filters. */
    public String text() {
        return (entityType == null ? "" : entityType) + ":" + (externalIdPrefix == null ? "" : externalIdPrefix);
    }

    /** Returns the first possible ID of the list. */
    ExternalParticipantId first() {
        return new ExternalParticipantId(
                entityType == null ? "" : entityType, externalIdPrefix == null ? "" : externalIdPrefix);
    }

    /** Returns the last possible ID of the list. */
    ExternalParticipantId last() {
        return entityType == null
                ? new ExternalParticipantId(END, END)
                : new ExternalParticipantId(entityType, (externalIdPrefix == null ? "" : externalIdPrefix) + END);
    }
}
