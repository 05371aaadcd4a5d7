package laurel.participant;

import java.util.List;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * Which participants, in order of entity type and external ID, each compared by its bytes in UTF-8.
 *
 * @param first the first name that the list could have
 * @param last  the last one
 */
public record ParticipantPage(ExternalParticipantId first, ExternalParticipantId last, int size) {
    /** After every text that begins alike and has up to as many characters more as a name can have. */
    private static final String END =
            Character.toString(Character.MAX_CODE_POINT).repeat(Text.MAX_ID);

    /** Before every text that begins alike and is longer, because names have no control characters. */
    private static final String NEXT = "\u0001";

    /**
     * What a list is limited to.
     *
     * @param entityType       null for all
     * @param externalIdPrefix null for all
     */
    public record Filter(
            @Nullable String entityType, @Nullable String externalIdPrefix) {
        /** All. */
        public static final Filter NONE = new Filter(null, null);

        /** None: no name begins so. */
        private static final Filter NOTHING = new Filter("", NEXT);

        /** A filter with texts that PostgreSQL cannot store matches nothing. */
        public static Filter of(@Nullable String entityType, @Nullable String externalIdPrefix) {
            return possible(entityType) && possible(externalIdPrefix)
                    ? new Filter(entityType, externalIdPrefix)
                    : NOTHING;
        }

        private static boolean possible(@Nullable String text) {
            return text == null || Text.isPart(text, Text.MAX_ID);
        }

        /** Distinguishes its list from those of other filters. */
        public String text() {
            return (entityType == null ? "" : entityType) + ":" + (externalIdPrefix == null ? "" : externalIdPrefix);
        }

        private ExternalParticipantId first() {
            return new ExternalParticipantId(
                    entityType == null ? "" : entityType, externalIdPrefix == null ? "" : externalIdPrefix);
        }

        private ExternalParticipantId last() {
            return entityType == null
                    ? new ExternalParticipantId(END, END)
                    : new ExternalParticipantId(entityType, (externalIdPrefix == null ? "" : externalIdPrefix) + END);
        }
    }

    /**
     * A page of the list that a filter leaves.
     *
     * @param after name of the last participant of the page before; null for the first page
     */
    public static ParticipantPage of(Filter filter, @Nullable ExternalParticipantId after, int size) {
        return new ParticipantPage(after == null ? filter.first() : next(after), filter.last(), size);
    }

    /** Reads the key of a cursor. */
    public static ExternalParticipantId name(List<String> key) {
        return new ExternalParticipantId(key.get(0), key.get(1));
    }

    private static ExternalParticipantId next(ExternalParticipantId name) {
        return new ExternalParticipantId(name.entityType(), name.externalId() + NEXT);
    }
}
