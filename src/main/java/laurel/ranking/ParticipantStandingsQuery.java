package laurel.ranking;

import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.leaderboard.Group;
import laurel.leaderboard.WindowKind;
import laurel.request.Measured;
import org.jspecify.annotations.Nullable;

/**
 * Selects the standings of one participant on all public leaderboards, in the windows that contain a time.
 *
 * @param kinds   kinds of the windows
 * @param daily   whether to return only rankings of everyone, and per leaderboard only the window kind closest to a day
 * @param at      null for the present of each leaderboard
 * @param now     time of the request
 * @param metrics metrics to compute for the standings
 */
public record ParticipantStandingsQuery(
        int app,
        long participant,
        Set<WindowKind> kinds,
        boolean daily,
        @Nullable Instant at,
        Instant now,
        Set<RankMetric> metrics) {
    /**
     * Key of an item: leaderboard key, window kind, definition, start, and group.
     *
     * @param startsAt null for the all-time window
     */
    public record StandingListKey(
            String board,
            WindowKind kind,
            String definition,
            @Nullable Instant startsAt,
            Group group) {}

    /** An item of the list. */
    public record StandingItem(Standing standing, StandingListKey key) implements Measured {
        @Override
        public long heldBytes() {
            return standing.heldBytes();
        }
    }

    /** One text, because a statement takes no array of arrays. */
    String kindNames() {
        return kinds.stream().map(Enum::name).collect(Collectors.joining(" "));
    }

    /** The time that the windows contain, on leaderboards with the service's clock. */
    Instant time() {
        return at == null ? now : at;
    }
}
