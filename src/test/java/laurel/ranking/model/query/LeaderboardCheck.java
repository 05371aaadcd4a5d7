package laurel.ranking.model.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import laurel.ranking.model.ComparedLeaderboard;
import laurel.ranking.model.leaderboard.ModelGroup;
import laurel.ranking.model.leaderboard.ModelLedger;
import laurel.ranking.model.leaderboard.ModelRanking;
import laurel.ranking.model.leaderboard.ModelRankings;
import laurel.ranking.model.leaderboard.ModelRanks;
import laurel.ranking.model.leaderboard.ModelStanding;
import laurel.ranking.model.leaderboard.ModelWindow;
import org.jspecify.annotations.Nullable;

/** Sends all kinds of queries about a leaderboard, and compares the results. */
public final class LeaderboardCheck {
    private final ModelReader reader;
    private final ModelLedger ledger;
    private final ModelRankings rankings;
    private final Random random;

    public LeaderboardCheck(ComparedLeaderboard board, ModelRanks ranks, Random random) {
        this.reader = board.reader();
        this.ledger = board.model().ledger();
        this.rankings = new ModelRankings(board.model(), ranks);
        this.random = random;
    }

    /**
     * Compares all rankings, also as of earlier times.
     *
     * @param times some earlier times
     */
    public void checkAll(List<Instant> times) {
        List<ModelRanking> all = new ArrayList<>();
        for (ModelWindow window : ledger.windows()) {
            List<ModelRanking> inWindow = rankings.in(window);
            all.addAll(inWindow);
            Map<ModelRanking, List<ModelQuery>> byRanking = new LinkedHashMap<>();
            inWindow.forEach(ranking -> byRanking.put(ranking, queries(ranking, times)));
            if (!byRanking.isEmpty()) {
                reader.check(byRanking);
            }
            groups(window);
        }
        if (!all.isEmpty()) {
            ModelRanking one = all.get(random.nextInt(all.size()));
            reader.check(Map.of(one, RankQueries.percentiles(one, reader.percentiles(one), random)));
            pages(one, null, 1, 2 + random.nextInt(4), one.total(), one.total() + 1);
            pages(one, ModelFilter.random(one, random), 1 + random.nextInt(3));
            submissions(one);
        }
    }

    private List<ModelQuery> queries(ModelRanking ranking, List<Instant> times) {
        List<ModelQuery> queries = new ArrayList<>();
        queries.addAll(RankQueries.of(ranking, random));
        queries.addAll(FilterQueries.of(ranking, random));
        queries.addAll(NeighbourQueries.around(ranking, random));
        queries.add(NeighbourQueries.standingsOf(rankings, ranking, random));
        queries.addAll(SubmissionQueries.of(ranking, ledger, random));
        queries.add(MovementQueries.sincePrevious(ranking, previous(ranking)));
        Instant since = times.get(random.nextInt(times.size()));
        queries.add(MovementQueries.since(
                ranking, since, rankings.of(ranking.window(), ranking.grouping(), ranking.group(), since)));
        return queries;
    }

    /** The same group in the previous window. Null if there is none. */
    private @Nullable ModelRanking previous(ModelRanking ranking) {
        ModelWindow window = ranking.window().previous(ranking.rules().zone());
        return window == null || !reader.has(window) ? null : rankings.of(window, ranking.grouping(), ranking.group());
    }

    /** The groups of each grouping. They may be empty. */
    private void groups(ModelWindow window) {
        for (List<String> grouping : rankings.model().rules().groupings()) {
            List<ModelGroup> standing = rankings.groups(window, grouping);
            Map<ModelGroup, Integer> returned = new LinkedHashMap<>();
            ModelPage.items(reader.groups(window, grouping, 1 + random.nextInt(3)), false)
                    .forEach(group -> returned.put(group.getKey(), group.getValue()));
            List<ModelGroup> expected = rankings.named(window, grouping).stream()
                    .filter(group -> standing.contains(group) || returned.containsKey(group) || group.isEveryone())
                    .toList();
            assertThat(List.copyOf(returned.entrySet()))
                    .as("groups by %s in %s", grouping, window.name())
                    .isEqualTo(expected.stream()
                            .map(group -> Map.entry(
                                    group, rankings.of(window, grouping, group).total()))
                            .toList());
            rankings.named(window, grouping).stream()
                    .filter(group -> !standing.contains(group))
                    .forEach(group -> assertThat(reader.total(window, group)).isEqualTo(0));
        }
    }

    /** All pages from both ends, in both directions. */
    private void pages(ModelRanking ranking, @Nullable ModelFilter filter, int... sizes) {
        List<ModelStanding> list = filter == null ? ranking.standings() : ranking.where(filter);
        for (int size : sizes) {
            for (String order : List.of("BEST_FIRST", "WORST_FIRST")) {
                List<ModelStanding> expected = order.equals("BEST_FIRST") ? list : list.reversed();
                for (boolean backwards : new boolean[] {false, true}) {
                    var pages = reader.walk(ranking, order, filter, size, backwards, () -> {});
                    assertThat(ModelPage.items(pages, backwards))
                            .as("%s by %s, backwards %s, of %s", order, size, backwards, filter)
                            .isEqualTo(expected);
                    assertThat(pages).hasSize(Math.max(1, (list.size() + size - 1) / size));
                    assertThat(pages.stream().map(backwards ? ModelPage::hasNext : ModelPage::hasPrevious))
                            .as("only the first page has nothing behind it")
                            .isEqualTo(IntStream.range(0, pages.size())
                                    .mapToObj(i -> i > 0)
                                    .toList());
                }
            }
        }
    }

    /** All submissions of a participant, in pages. */
    private void submissions(ModelRanking ranking) {
        String participant = ranking.participants().get(random.nextInt(ranking.total()));
        assertThat(ModelPage.items(reader.submissions(ranking, participant, 1 + random.nextInt(3)), false))
                .isEqualTo(ledger.counted(ranking.window(), participant).stream()
                        .map(row -> row.expected(ranking.rules()))
                        .toList());
    }
}
