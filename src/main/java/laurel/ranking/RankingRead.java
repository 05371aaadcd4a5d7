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
import laurel.participant.ParticipantRef;
import laurel.rankindex.RankKey;
import laurel.ranking.CountRepository.CountQuery;
import laurel.ranking.StandingQuery.AroundQuery;
import laurel.ranking.StandingQuery.Neighbours;
import laurel.ranking.StandingQuery.PageQuery;
import org.jspecify.annotations.Nullable;

/**
 * What to read of a ranking for its subscribers.
 *
 * @param top          number of standings from the top, which are read without ranks: see {@link Standing#ofTop}
 * @param participants participants to read with rank, position and entry count
 * @param whole        participants to read with all metrics
 * @param scores       keys to count the better entries of
 * @param around       participants to read with their neighbours
 * @param neighbours   keys to read the neighbours of
 * @param counted      whether to count the entries
 */
public record RankingRead(
        Ranking ranking,
        int top,
        Set<Long> participants,
        Set<Long> whole,
        Set<RankKey> scores,
        Set<AroundRead> around,
        Set<NeighbourRead> neighbours,
        boolean counted) {
    private static final Set<RankMetric> ALL = EnumSet.allOf(RankMetric.class);
    private static final Set<RankMetric> POSITION_METRICS =
            EnumSet.of(RankMetric.BETTER_ENTRIES, RankMetric.PRECEDING_ENTRIES, RankMetric.ENTRY_COUNT);

    /**
     * A participant's standing and its neighbours.
     *
     * @param above maximum number of better standings
     * @param below maximum number of worse standings
     * @param whole whether to read all metrics, besides rank, position and entry count
     */
    public record AroundRead(long participant, int above, int below, boolean whole) {
        AroundQuery query(Ranking ranking) {
            return new AroundQuery(
                    ranking,
                    ParticipantRef.of(participant),
                    new Neighbours(above, below, false),
                    whole ? ALL : POSITION_METRICS);
        }
    }

    /**
     * The neighbours of a key, which may belong to no entry.
     *
     * @param above maximum number of better entries, at least 1
     * @param below maximum number of worse entries, at least 1
     */
    public record NeighbourRead(RankKey key, int above, int below) {
        List<StandingQuery> queries(Ranking ranking) {
            return List.of(page(ranking, above, true), page(ranking, below, false));
        }

        private StandingQuery page(Ranking ranking, int size, boolean backwards) {
            return new PageQuery(
                    ranking,
                    new StandingPage(RankingOrder.BEST_FIRST, StandingFilter.ALL, size, key, backwards, null),
                    Set.of());
        }
    }

    /** Whether it reads no standings. */
    public boolean isEmpty() {
        return top == 0
                && Stream.of(participants, whole, scores, around, neighbours).allMatch(Set::isEmpty);
    }

    Stream<StandingQuery> queries() {
        return Stream.of(
                        top == 0 ? Stream.<StandingQuery>empty() : Stream.of(page()),
                        of(participants, POSITION_METRICS),
                        of(whole, ALL),
                        around.stream().map(read -> read.query(ranking)),
                        neighbours.stream().flatMap(read -> read.queries(ranking).stream()))
                .flatMap(identity());
    }

    Stream<CountQuery> counts() {
        return Stream.concat(
                counted ? Stream.of(new CountQuery.AllEntries(ranking)) : Stream.empty(),
                scores.stream().map(this::better));
    }

    StandingQuery page() {
        return new PageQuery(
                ranking,
                new StandingPage(RankingOrder.BEST_FIRST, StandingFilter.ALL, top, null, false, null),
                Set.of());
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
     * @param total     number of entries; null unless they were counted
     * @param top       best first, without ranks
     * @param standings by participant, without those that have no entry
     * @param better    number of better entries, by key
     * @param around    standings of participants and their neighbours, best first; empty if the participant has no entry
     * @param neighbours keys of neighbours, by key
     */
    public record RankingReadResult(
            @Nullable Integer total,
            List<Standing> top,
            Map<Long, Standing> standings,
            Map<RankKey, Integer> better,
            Map<AroundRead, List<Standing>> around,
            Map<NeighbourRead, List<RankKey>> neighbours) {
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
            Map<AroundRead, List<Standing>> around = read.around().stream()
                    .collect(toMap(identity(), one -> requireNonNull(found.apply(one.query(read.ranking())))
                            .standings()));
            Map<NeighbourRead, List<RankKey>> neighbours = read.neighbours().stream()
                    .collect(toMap(identity(), one -> one.queries(read.ranking()).stream()
                            .flatMap(query -> requireNonNull(found.apply(query)).standings().stream())
                            .map(Standing::key)
                            .toList()));
            return new RankingReadResult(
                    read.counted() ? counted.apply(new CountQuery.AllEntries(read.ranking())) : null,
                    top,
                    standings,
                    better,
                    around,
                    neighbours);
        }
    }
}
