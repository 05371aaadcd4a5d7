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
import laurel.ranking.CountRepository.Count;
import laurel.ranking.Question.OfPage;
import org.jspecify.annotations.Nullable;

/**
 * What is to be read of a ranking by who follows it.
 *
 * @param top          how many from the best down; 0 is none
 * @param participants whose standings, with rank, position and total
 * @param whole        whose standings, with all that a standing tells
 * @param scores       places of which is asked how many scores are better
 */
public record RankingRead(Ranking ranking, int top, Set<Long> participants, Set<Long> whole, Set<RankKey> scores) {
    private static final Set<RankMetric> ALL = EnumSet.allOf(RankMetric.class);
    private static final Set<RankMetric> PLACE =
            EnumSet.of(RankMetric.BETTER_ENTRIES, RankMetric.PRECEDING_ENTRIES, RankMetric.ENTRY_COUNT);

    Stream<Question> questions() {
        return Stream.concat(
                top == 0 ? Stream.empty() : Stream.of(page()), Stream.concat(of(participants, PLACE), of(whole, ALL)));
    }

    Stream<Count> counts() {
        return Stream.concat(
                Stream.of(new Count.OfAll(ranking)), scores.stream().map(this::better));
    }

    Question page() {
        return new OfPage(ranking, new Page(RankingOrder.BEST_FIRST, StandingFilter.ALL, top, null, false, null), ALL);
    }

    Count better(RankKey score) {
        return new Count.OfBetter(ranking, score.sortKey(), score.subscoreKey());
    }

    private Stream<Question> of(Set<Long> who, Set<RankMetric> figures) {
        return who.stream().map(id -> new Question.Of(ranking, id, figures));
    }

    /**
     * What a {@link RankingRead} found.
     *
     * @param total     how many stand in the ranking
     * @param top       best first
     * @param standings by participant, of those asked for who have an entry
     * @param better    how many scores are better than those of these places
     */
    public record Seen(int total, List<Standing> top, Map<Long, Standing> standings, Map<RankKey, Integer> better) {
        static Seen of(
                RankingRead look,
                Function<Question, @Nullable RankingAnswer> found,
                Function<Count, @Nullable Integer> counted) {
            List<Standing> top = look.top() == 0
                    ? List.of()
                    : requireNonNull(found.apply(look.page())).standings().stream()
                            .limit(look.top())
                            .toList();
            Map<Long, Standing> standings = look.questions()
                    .filter(Question.Of.class::isInstance)
                    .map(question -> requireNonNull(found.apply(question)).only())
                    .filter(Objects::nonNull)
                    .collect(toMap(Standing::participantId, identity(), (a, b) -> b));
            Map<RankKey, Integer> better = look.scores().stream()
                    .collect(toMap(identity(), score -> requireNonNull(counted.apply(look.better(score)))));
            return new Seen(requireNonNull(counted.apply(new Count.OfAll(look.ranking()))), top, standings, better);
        }
    }
}
