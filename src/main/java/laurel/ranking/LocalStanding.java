package laurel.ranking;

import java.util.ArrayList;
import java.util.List;

/** A standing and its place among some others alone, by the same rules. */
record LocalStanding(Ranks ranks, Standing standing) {
    private static final Ranks FIRST = new Ranks(1, 1, 1, null);

    /** @param bestFirst standings of one ranking */
    static List<LocalStanding> among(List<Standing> bestFirst) {
        List<LocalStanding> local = new ArrayList<>();
        for (Standing standing : bestFirst) {
            local.add(
                    local.isEmpty()
                            ? new LocalStanding(FIRST, standing)
                            : local.getLast().next(standing));
        }
        return local;
    }

    private LocalStanding next(Standing next) {
        return new LocalStanding(ranks.next(next.place().ties(standing.place())), next);
    }
}
