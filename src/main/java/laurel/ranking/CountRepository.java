package laurel.ranking;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.database.GivenRows;
import laurel.database.PartitionedQuery;
import laurel.ranking.Tally.OfAll;
import laurel.score.RankIndex;
import org.jdbi.v3.core.Handle;

/** Counts entries: one statement for all that is asked, of which each part names the one partition that it reads. */
@Singleton
class CountRepository {
    private static final String TOTAL = "SELECT a.ask, " + RankIndex.TOTAL + """
             AS number
            FROM <asked> CROSS JOIN LATERAL (SELECT a.ranking_id) AS k
            """;

    /** The numbers asked for, by their places in the list. */
    Map<Integer, Long> answer(Handle handle, List<Tally> tallies) {
        var query = new PartitionedQuery();
        for (int ask = 0; ask < tallies.size(); ask++) {
            switch (tallies.get(ask)) {
                case OfAll all -> row(query, TOTAL, ask, all);
            }
        }
        return query.list(handle, Answer.class).stream().collect(Collectors.toMap(Answer::ask, Answer::number));
    }

    /** A row of any of these. */
    record Answer(int ask, long number) {}

    private static GivenRows row(PartitionedQuery query, String sql, int ask, Tally tally) {
        return query.part(sql.replace("<entry>", tally.ranking().entryTable()))
                .add("ask", Integer.class, ask)
                .add("ranking_id", Long.class, tally.ranking().id());
    }
}
