package laurel.ranking;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import laurel.database.sql.SqlFile;
import laurel.leaderboard.Group;
import laurel.leaderboard.SortOrder;
import laurel.participant.ParticipantRef;
import laurel.rankindex.RankKey;
import laurel.ranking.CountRepository.CountQuery;
import laurel.ranking.StandingQuery.Neighbours;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code src/test/resources/sql/ranking} shows the SQL of each kind of query, mostly without metrics. */
class StandingSqlFileTest {
    private static final Ranking OPEN = ranking(0);
    private static final Ranking FINAL = ranking(1);
    private static final StandingFilter TOP_TEN = new StandingFilter(null, null, null, null, 10, null);
    private static final ParticipantRef PARTICIPANT = ParticipantRef.of(1);

    private static Ranking ranking(int revision) {
        SortedMap<String, String> everyone = new TreeMap<>();
        return new Ranking(7L << 40 | 1, 1, 1, 1, new Group(everyone), SortOrder.DESCENDING, revision, 0);
    }

    static Stream<Arguments> queries() {
        EnumSet<RankMetric> none = EnumSet.noneOf(RankMetric.class);
        Set<RankMetric> rank = EnumSet.of(RankMetric.BETTER_ENTRIES);
        return Stream.of(
                Arguments.of("page", page(OPEN, RankingOrder.BEST_FIRST, StandingFilter.ALL, none)),
                Arguments.of("page-worst-first", page(OPEN, RankingOrder.WORST_FIRST, StandingFilter.ALL, none)),
                Arguments.of("page-filtered-by-rank", page(OPEN, RankingOrder.BEST_FIRST, TOP_TEN, none)),
                Arguments.of(
                        "around", new StandingQuery.AroundQuery(OPEN, PARTICIPANT, new Neighbours(5, 5, false), none)),
                Arguments.of("participants", new StandingQuery.ParticipantsQuery(OPEN, List.of(PARTICIPANT), none)),
                Arguments.of("participant-with-rank", new StandingQuery.ParticipantQuery(OPEN, 1, rank)),
                Arguments.of("participant-with-stored-rank", new StandingQuery.ParticipantQuery(FINAL, 1, rank)),
                Arguments.of("position", new StandingQuery.PositionQuery(OPEN, 1, none)),
                Arguments.of("percentile", new StandingQuery.PercentileQuery(OPEN, 50, none)));
    }

    private static StandingQuery page(
            Ranking ranking, RankingOrder order, StandingFilter filter, Set<RankMetric> metrics) {
        return new StandingQuery.PageQuery(ranking, new StandingPage(order, filter, 20, null, false, null), metrics);
    }

    static Stream<Arguments> counts() {
        return Stream.of(
                Arguments.of("count", new CountQuery.AllEntries(OPEN)),
                Arguments.of("count-better", new CountQuery.BetterEntries(OPEN, 1, 0)),
                Arguments.of("count-better-stored", new CountQuery.BetterEntries(FINAL, 1, 0)),
                Arguments.of(
                        "count-in-range",
                        new CountQuery.EntriesInRange(OPEN, new KeyRange(RankKey.FIRST, RankKey.LAST, 1, 10))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("queries")
    void showsQuery(String name, StandingQuery query) {
        SqlFile.check("ranking/" + name, StandingRepository.sql(query));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("counts")
    void showsCount(String name, CountQuery query) {
        SqlFile.check("ranking/" + name, CountRepository.sql(query));
    }

    @Test
    void showsSearch() {
        StandingSearch search = new StandingSearch(OPEN, "ada");
        SqlFile.check("ranking/search-best", StandingSearchRepository.best(search));
        SqlFile.check("ranking/search-named", StandingSearchRepository.named(search));
    }
}
