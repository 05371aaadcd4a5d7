package laurel.live;

import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.participant.ParticipantRef;
import laurel.rankindex.NetMoves;
import laurel.ranking.Ranking;
import laurel.ranking.Standing;
import org.jspecify.annotations.Nullable;

/**
 * State of a followed ranking at a sequence of its leaderboard, as far as subscribers are interested.
 *
 * @param windowId   0 if there is no such window
 * @param ranking    null before its first entry; without entries after its window has expired
 * @param entryCount number of entries in the ranking
 * @param size       number of top standings that are known
 * @param top        best first; fewer than {@code size} if there are fewer entries
 * @param known      the watched participants of this state
 * @param watched    their standings, if they have one
 * @param around     the participants of which neighbours are followed, if they exist
 */
public record RankingState(
        long sequence,
        long windowId,
        @Nullable Ranking ranking,
        int entryCount,
        int size,
        List<Standing> top,
        Set<Long> known,
        Map<Long, Standing> watched,
        Map<ParticipantRef, Neighbourhood> around) {
    /** The first standings, at most {@code size} of them. */
    List<Standing> first(int count) {
        return top.size() <= count ? top : top.subList(0, count);
    }

    /** The standings around a participant, best first; empty if it has none. */
    List<Standing> around(Interest.Around interest) {
        Neighbourhood known = around.get(interest.participant());
        return known == null ? List.of() : known.around(interest.above(), interest.below());
    }

    LiveCursor cursor() {
        return new LiveCursor(sequence, windowId);
    }

    /** The same state at a later sequence. */
    RankingState at(long later) {
        return new RankingState(later, windowId, ranking, entryCount, size, top, known, watched, around);
    }

    /** Whether one of these moves changes the top. */
    boolean touchedBy(NetMoves moves) {
        return size > 0
                && !moves.isEmpty()
                && (top.size() < size || moves.touches(top.getLast().key()));
    }
}
