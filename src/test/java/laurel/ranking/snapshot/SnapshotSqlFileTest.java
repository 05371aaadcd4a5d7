package laurel.ranking.snapshot;

import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import laurel.database.sql.SqlFile;
import laurel.leaderboard.Group;
import laurel.leaderboard.SortOrder;
import laurel.participant.ParticipantRef;
import laurel.ranking.Ranking;
import laurel.ranking.RankingOrder;
import laurel.ranking.StandingFilter;
import laurel.ranking.StandingQuery.Neighbours;
import laurel.ranking.snapshot.SnapshotQuery.SnapshotPage;
import laurel.ranking.snapshot.SnapshotRanking.FinalRanking;
import laurel.ranking.snapshot.SnapshotRanking.RankingAsOf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code src/test/resources/sql/snapshot} shows the SQL of queries for final rankings and rankings as of a time. */
class SnapshotSqlFileTest {
    private static final Ranking RANKING =
            new Ranking(7L << 40 | 1, 1, 1, 1, new Group(new TreeMap<>()), SortOrder.DESCENDING, 1, 0);
    private static final FinalRanking FINAL = new FinalRanking(RANKING, 1, Instant.EPOCH, 10);
    private static final RankingAsOf AS_OF = new RankingAsOf(RANKING, Instant.EPOCH);
    private static final ParticipantRef PARTICIPANT = ParticipantRef.of(1);

    static Stream<Arguments> finalQueries() {
        return Stream.of(
                Arguments.of("final-page", page(FINAL)),
                Arguments.of(
                        "final-around", new SnapshotQuery.AroundQuery(FINAL, PARTICIPANT, new Neighbours(5, 5, true))),
                Arguments.of("final-participants", new SnapshotQuery.ParticipantsQuery(FINAL, List.of(PARTICIPANT))),
                Arguments.of("final-percentile", new SnapshotQuery.PercentileQuery(FINAL, 50)),
                Arguments.of("final-count-in-range", new SnapshotQuery.EntriesInRange(FINAL, StandingFilter.ALL)),
                Arguments.of("final-count-better", new SnapshotQuery.BetterEntries(FINAL, 1, 0)));
    }

    private static SnapshotQuery page(SnapshotRanking ranking) {
        return new SnapshotQuery.PageQuery(
                ranking, new SnapshotPage(RankingOrder.BEST_FIRST, StandingFilter.ALL, 20, false, null, null));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("finalQueries")
    void showsQueryOfFinalRanking(String name, SnapshotQuery query) {
        SqlFile.check("snapshot/" + name, FinalStandingRepository.sql(query));
    }

    @Test
    void showsQueryOfRankingAsOf() {
        SqlFile.check("snapshot/as-of-page", PastRankingRepository.sql(page(AS_OF)));
    }
}
