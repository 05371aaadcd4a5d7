package laurel.ranking;

import static java.util.Objects.requireNonNull;
import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.rankindex.RankKey;
import laurel.ranking.CountRepository.CountQuery;
import laurel.ranking.StandingQuery.PageQuery;
import org.jspecify.annotations.Nullable;

/**
 * What to read of a ranking for its subscribers.
 *
 * @param top          number of standings from the top
 * @param participants participants to read with rank, position and entry count
 * @param whole        participants to read with all metrics
 * @param scores       keys to count the better entries of
 */
public record RankingRead(Ranking ranking, int top, Set<Long> participants, Set<Long> whole, Set<RankKey> scores) {
    private static final Set<RankMetric> ALL = EnumSet.allOf(RankMetric.class);
    private static final Set<RankMetric> POSITION_METRICS =
            EnumSet.of(RankMetric.BETTER_ENTRIES, RankMetric.PRECEDING_ENTRIES, RankMetric.ENTRY_COUNT);

    Stream<StandingQuery> queries() {
        return Stream.concat(
                top == 0 ? Stream.empty() : Stream.of(page()),
                Stream.concat(of(participants, POSITION_METRICS), of(whole, ALL)));
    }

    Stream<CountQuery> counts() {
        return Stream.concat(
                Stream.of(new CountQuery.AllEntries(ranking)), scores.stream().map(this::better));
    }

    StandingQuery page() {
        return new PageQuery(
                ranking, new StandingPage(RankingOrder.BEST_FIRST, StandingFilter.ALL, top, null, false, null), ALL);
    }

    CountQuery better(RankKey score) {
        return new CountQuery.BetterEntries(ranking, score.sortKey(), score.subscoreKey());
    }

    private Stream<StandingQuery> of(Set<Long> participants, Set<RankMetric> metrics) {
        return participants.stream().map(id -> new StandingQuery.ParticipantQuery(ranking, id, metrics));
    }

    /**
     * Result of a {@link RankingRead}.
     *
     * @param total     number of entries
     * @param top       best first
     * @param standings by participant, without those that have no entry
     * @param better    number of better entries, by key
     */
    public record RankingReadResult(
            int total, List<Standing> top, Map<Long, Standing> standings, Map<RankKey, Integer> better) {
        static RankingReadResult of(
                RankingRead read,
                Function<StandingQuery, @Nullable StandingResult> found,
                Function<CountQuery, @Nullable Integer> counted) {
            List<Standing> top = read.top() == 0
                    ? List.of()
                    : requireNonNull(found.apply(read.page())).standings().stream()
                            .limit(read.top())
                            .toList();
            Map<Long, Standing> standings = read.queries()
                    .filter(StandingQuery.ParticipantQuery.class::isInstance)
                    .map(query -> requireNonNull(found.apply(query)).only())
                    .filter(Objects::nonNull)
                    .collect(toMap(Standing::participantId, identity(), (a, b) -> b));
            Map<RankKey, Integer> better = read.scores().stream()
                    .collect(toMap(identity(), score -> requireNonNull(counted.apply(read.better(score)))));
            return new RankingReadResult(
                    requireNonNull(counted.apply(new CountQuery.AllEntries(read.ranking()))), top, standings, better);
        }
    }
}
