package laurel.ranking;

import java.util.ArrayList;
import java.util.List;

/** A standing and its place among some others alone, by the same rules. */
record LocalStanding(int rank, int denseRank, int position, Standing standing) {
    /** @param bestFirst standings of one ranking */
    static List<LocalStanding> among(List<Standing> bestFirst) {
        List<LocalStanding> local = new ArrayList<>();
        for (Standing standing : bestFirst) {
            local.add(
                    local.isEmpty()
                            ? new LocalStanding(1, 1, 1, standing)
                            : local.getLast().next(standing));
        }
        return local;
    }

    private LocalStanding next(Standing next) {
        return next.place().ties(standing.place())
                ? new LocalStanding(rank, denseRank, position + 1, next)
                : new LocalStanding(position + 1, denseRank + 1, position + 1, next);
    }
}
