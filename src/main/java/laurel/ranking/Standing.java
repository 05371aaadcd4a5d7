package laurel.ranking;

import java.time.Instant;
import laurel.database.Json;
import org.jspecify.annotations.Nullable;

/**
 * An entry and its place at the moment of asking.
 *
 * @param ranks what was asked for of it
 */
public record Standing(
        Ranking ranking,
        EntryPlace place,
        Instant achievedAt,
        @Nullable Json metadata,
        Ranks ranks) {

    public long participantId() {
        return place.participantId();
    }

    /** Fixed-point. */
    public long score() {
        return ranking.sortOrder().score(place.sortKey());
    }

    public long subscore() {
        return ranking.sortOrder().score(place.subscoreKey());
    }
}
