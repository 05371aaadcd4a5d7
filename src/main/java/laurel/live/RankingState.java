package laurel.live;

import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.rankindex.NetMoves;
import laurel.ranking.Ranking;
import laurel.ranking.Standing;
import org.jspecify.annotations.Nullable;

/**
 * What a followed ranking is at a sequence of its board, as far as somebody wants to know.
 *
 * @param windowId 0 where there is no such window
 * @param ranking  null where nobody has stood in it
 * @param total    how many stand in it
 * @param size     how many of the top are known
 * @param top      best first; fewer than that many where there are fewer
 * @param known    the participants of whom it is known where they stand
 * @param watched  the standings of those of them who have one
 */
public record RankingState(
        long sequence,
        long windowId,
        @Nullable Ranking ranking,
        int total,
        int size,
        List<Standing> top,
        Set<Long> known,
        Map<Long, Standing> watched) {
    /** The first so many, of which it knows as many. */
    List<Standing> first(int most) {
        return top.size() <= most ? top : top.subList(0, most);
    }

    LiveCursor cursor() {
        return new LiveCursor(sequence, windowId);
    }

    /** The same at a later sequence, nothing of it having changed. */
    RankingState at(long later) {
        return new RankingState(later, windowId, ranking, total, size, top, known, watched);
    }

    /** Whether a change of these can be seen among the top. */
    boolean touchedBy(NetMoves shifted) {
        return size > 0
                && !shifted.isEmpty()
                && (top.size() < size || shifted.touches(top.getLast().place()));
    }
}
