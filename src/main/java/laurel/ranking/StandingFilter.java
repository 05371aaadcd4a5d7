package laurel.ranking;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.leaderboard.SortOrder;
import laurel.rankindex.RankKey;
import org.jspecify.annotations.Nullable;

/**
 * Which standings of a ranking: those for which all of this holds. Null is no condition.
 *
 * @param scoreAbove fixed-point, as all scores here
 * @param rankAtMost from 1, as all ranks here
 */
public record StandingFilter(
        @Nullable Long scoreAbove,
        @Nullable Long scoreAtLeast,
        @Nullable Long scoreBelow,
        @Nullable Long scoreAtMost,
        @Nullable Integer rankAtMost,
        @Nullable Integer rankAtLeast) {
    /** All of them. */
    public static final StandingFilter ALL = new StandingFilter(null, null, null, null, null, null);

    /** What the schema's StandingFilter says; else throws a RequestException. */
    public static StandingFilter of(Input input, Ranking ranking) {
        return new StandingFilter(
                score(input, "scoreAbove", ranking),
                score(input, "scoreAtLeast", ranking),
                score(input, "scoreBelow", ranking),
                score(input, "scoreAtMost", ranking),
                rank(input, "rankAtMost"),
                rank(input, "rankAtLeast"));
    }

    /** The same for filters that are equal, and empty for {@link #ALL}. */
    public String name() {
        return equals(ALL) ? "" : ":" + conditions();
    }

    private String conditions() {
        return Stream.of(scoreAbove, scoreAtLeast, scoreBelow, scoreAtMost, rankAtMost, rankAtLeast)
                .map(condition -> Objects.toString(condition, ""))
                .collect(Collectors.joining(":"));
    }

    /** The part of the list that holds them: each condition is one in the order of the list. */
    public KeyRange stretch(Ranking ranking) {
        SortOrder order = ranking.sortOrder();
        boolean highFirst = order == SortOrder.DESCENDING;
        Long better = highFirst ? scoreAbove : scoreBelow;
        Long noWorse = highFirst ? scoreAtLeast : scoreAtMost;
        Long worse = highFirst ? scoreBelow : scoreAbove;
        Long noBetter = highFirst ? scoreAtMost : scoreAtLeast;
        return new KeyRange(RankKey.FIRST, RankKey.LAST, rankAtLeast, rankAtMost)
                .aheadOf(better == null ? RankKey.LAST : RankKey.firstOf(order.key(better)))
                .aheadOf(noWorse == null ? RankKey.LAST : RankKey.lastOf(order.key(noWorse)))
                .behind(worse == null ? RankKey.FIRST : RankKey.lastOf(order.key(worse)))
                .behind(noBetter == null ? RankKey.FIRST : RankKey.firstOf(order.key(noBetter)));
    }

    private static @Nullable Long score(Input input, String name, Ranking ranking) {
        String text = input.optionalString(name);
        return text == null ? null : Long.valueOf(ranking.score(name, text));
    }

    private static @Nullable Integer rank(Input input, String name) {
        Integer rank = input.optionalInteger(name);
        return rank == null ? null : Integer.valueOf(PageSize.inRange(name, rank, 1, Integer.MAX_VALUE));
    }
}
