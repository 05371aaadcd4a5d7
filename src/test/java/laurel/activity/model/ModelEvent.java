package laurel.activity.model;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An activity event as a client sends it.
 *
 * @param id         external ID
 * @param region     region of the actor; null if the actor is in no group
 * @param peerRegion region of the peer; null if the peer is in no group
 * @param timeZone   time zone of the event; null if the client does not send one
 */
record ModelEvent(
        String id,
        String eventType,
        String actor,
        @Nullable String peer,
        @Nullable String winner,
        @Nullable String region,
        @Nullable String peerRegion,
        Instant occurredAt,
        @Nullable ZoneId timeZone) {

    /** An event without peer, winner, region and time zone. */
    static ModelEvent of(String id, String eventType, String actor, Instant occurredAt) {
        return new ModelEvent(id, eventType, actor, null, null, null, null, occurredAt, null);
    }

    ModelEvent withPeer(@Nullable String newPeer) {
        return new ModelEvent(id, eventType, actor, newPeer, winner, region, peerRegion, occurredAt, timeZone);
    }

    ModelEvent withTimeZone(@Nullable ZoneId newTimeZone) {
        return new ModelEvent(id, eventType, actor, peer, winner, region, peerRegion, occurredAt, newTimeZone);
    }

    /** The actor and, if the event has one, the peer. */
    List<String> parties() {
        return Stream.of(actor, peer).filter(Objects::nonNull).toList();
    }

    /** Returns the other party; null if the event has no peer. */
    @Nullable
    String otherParty(String participant) {
        return participant.equals(actor) ? peer : actor;
    }
}
