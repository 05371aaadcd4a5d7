package laurel.stream;

import laurel.participant.ParticipantRef;
import laurel.participant.Profile;
import org.jspecify.annotations.Nullable;

/**
 * Who of an entry is a participant.
 *
 * @param type its entity type, the same for all entries
 * @param name what is shown of it; null says nothing of that
 */
record MappedParty(Template id, String type, @Nullable Template name) {
    /** Null where the entry does not say who. */
    @Nullable
    Profile of(StreamEntry entry) {
        String known = id.of(entry);
        return known == null
                ? null
                : new Profile(new ParticipantRef(type, known), name == null ? null : name.of(entry), null, null, null);
    }

    /** The same where the entry must say who. */
    Profile required(StreamEntry entry) {
        Profile found = of(entry);
        if (found == null) {
            throw new UnusableEntryException("It has no " + id);
        }
        return found;
    }
}
