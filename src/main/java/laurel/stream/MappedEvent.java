package laurel.stream;

import java.util.List;
import java.util.stream.Stream;
import laurel.activity.ActivityEventInput;
import laurel.participant.ParticipantRef;
import laurel.participant.Profile;
import org.jspecify.annotations.Nullable;

/**
 * The activity event that entries of a stream come to. Where one does not say what is optional, the event has none.
 *
 * @param id         where null, or an entry does not say, it is the stream, the entry's id and the type
 * @param winner     the id of the actor or the peer
 * @param occurredAt where null, or an entry does not say, it is when the entry was added
 * @param attributes fields that are kept with the event
 */
record MappedEvent(
        When when,
        String type,
        @Nullable Template id,
        MappedParty actor,
        @Nullable MappedParty peer,
        @Nullable Template winner,
        @Nullable Template value,
        MappedGroup group,
        @Nullable MappedGroup peerGroup,
        @Nullable Template occurredAt,
        @Nullable Template zone,
        List<String> attributes) {

    /** Throws UnusableEntryException. */
    ActivityEventInput of(StreamEntry entry) {
        Profile doer = actor.required(entry);
        Profile other = peer == null ? null : peer.of(entry);
        String moment = Template.text(occurredAt, entry);
        String named = Template.text(id, entry);
        return new ActivityEventInput(
                named == null ? entry.stream() + ":" + entry.id() + ":" + type : named,
                type,
                doer,
                other,
                winner(Template.text(winner, entry), doer, other),
                Template.text(value, entry),
                group.of(entry),
                peerGroup == null ? null : peerGroup.of(entry),
                moment == null ? entry.at() : Moments.parse(moment),
                Template.text(zone, entry),
                KeptFields.of(entry, attributes));
    }

    /** Whether an entry names its event, but not its time: told again by another entry it is the same all the same. */
    boolean undated(StreamEntry entry) {
        return Template.text(id, entry) != null && Template.text(occurredAt, entry) == null;
    }

    private static @Nullable ParticipantRef winner(@Nullable String won, Profile actor, @Nullable Profile peer) {
        if (won == null) {
            return null;
        }
        return Stream.of(actor, peer == null ? actor : peer)
                .map(Profile::ref)
                .filter(ref -> ref.externalId().equals(won))
                .findFirst()
                .orElseThrow(() -> new UnusableEntryException("Who won is neither actor nor peer"));
    }
}
