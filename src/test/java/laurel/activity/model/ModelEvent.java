package laurel.activity.model;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What somebody did.
 *
 * @param region     where its actor belongs; null is nowhere
 * @param peerRegion where its peer belongs; null is nowhere
 * @param zone       where it happened; null where that is not said
 */
record ModelEvent(
        String id,
        String type,
        String actor,
        @Nullable String peer,
        @Nullable String winner,
        @Nullable String region,
        @Nullable String peerRegion,
        Instant at,
        @Nullable ZoneId zone) {

    /** Done by one alone, who belongs nowhere. */
    static ModelEvent of(String id, String type, String actor, Instant at) {
        return new ModelEvent(id, type, actor, null, null, null, null, at, null);
    }

    ModelEvent with(@Nullable String other) {
        return new ModelEvent(id, type, actor, other, winner, region, peerRegion, at, zone);
    }

    ModelEvent in(@Nullable ZoneId place) {
        return new ModelEvent(id, type, actor, peer, winner, region, peerRegion, at, place);
    }

    /** The actor, and the peer where there is one. */
    List<String> parties() {
        return Stream.of(actor, peer).filter(Objects::nonNull).toList();
    }

    /** Of these two parties the other one; null where it was done alone. */
    @Nullable
    String other(String who) {
        return who.equals(actor) ? peer : actor;
    }
}
