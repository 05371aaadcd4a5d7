package laurel.ranking;

import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.leaderboard.Group;
import laurel.leaderboard.WindowKind;
import laurel.request.Measured;
import org.jspecify.annotations.Nullable;

/**
 * A query for the standings of one participant on all public leaderboards, in the windows that contain a time.
 *
 * @param kinds kinds of the windows
 * @param daily whether to return only rankings of everyone, and per leaderboard only the window kind closest to a day
 * @param at    null for the present of each leaderboard
 * @param now   time of the request
 * @param size  maximum number of standings
 * @param after last item of the previous page; null for the first page
 */
public record ParticipantStandingsQuery(
        int app,
        long participant,
        Set<WindowKind> kinds,
        boolean daily,
        @Nullable Instant at,
        Instant now,
        int size,
        @Nullable Place after,
        Set<RankMetric> metrics) {
    /**
     * Place in the list: by the board's key, the kind of the window, its definition, its start, and the group.
     *
     * @param startsAt null is since ever
     */
    public record Place(
            String board,
            WindowKind kind,
            String definition,
            @Nullable Instant startsAt,
            Group group) {}

    /** An item of the list. */
    public record StandingItem(Standing standing, Place place) implements Measured {
        @Override
        public long heldBytes() {
            return standing.heldBytes();
        }
    }

    /** One text, because a statement takes no array of arrays. */
    String kindNames() {
        return kinds.stream().map(Enum::name).collect(Collectors.joining(" "));
    }

    /** The moment by which the service's clock tells which windows are meant. */
    Instant moment() {
        return at == null ? now : at;
    }
}
