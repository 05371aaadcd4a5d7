package laurel.ranking;

import java.util.ArrayList;
import java.util.List;

/** Gives each entry of a page its ranks, from those of the best one. */
final class Placing {
    private Placing() {}

    /** @param page consecutive entries of a ranking, best first */
    static List<Standing> of(Ranking ranking, List<StandingRow> page) {
        List<Standing> standings = new ArrayList<>();
        for (StandingRow row : page) {
            Ranks ranks = standings.isEmpty()
                    ? Ranks.of(row)
                    : standings
                            .getLast()
                            .ranks()
                            .next(row.place().ties(standings.getLast().place()));
            standings.add(new Standing(ranking, row.place(), row.achievedAt(), row.metadata(), ranks));
        }
        return standings;
    }
}
