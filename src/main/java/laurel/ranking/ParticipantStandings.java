package laurel.ranking;

import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.leaderboard.Group;
import laurel.leaderboard.WindowKind;
import laurel.request.Measured;
import org.jspecify.annotations.Nullable;

/**
 * A question about where one participant stands: in the windows that contain a moment, on every board that is listed.
 *
 * @param kinds of the windows
 * @param daily whether only those of everyone, and of each board only the windows that tell its day best
 * @param at    null is the present of each board
 * @param now   moment of the question
 * @param size  how many
 * @param after the last of the page before; null is the first page
 */
public record ParticipantStandings(
        int app,
        long participant,
        Set<WindowKind> kinds,
        boolean daily,
        @Nullable Instant at,
        Instant now,
        int size,
        @Nullable Place after,
        Set<RankMetric> figures) {
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
    public record Item(Standing standing, Place place) implements Measured {
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
