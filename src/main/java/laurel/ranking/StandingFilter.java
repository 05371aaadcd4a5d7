package laurel.ranking;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.leaderboard.SortOrder;
import laurel.rankindex.RankKey;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on standings, all of which must hold. Null for no condition. Scores are fixed-point numbers; ranks start at 1.
 */
public record StandingFilter(
        @Nullable Long scoreAbove,
        @Nullable Long scoreAtLeast,
        @Nullable Long scoreBelow,
        @Nullable Long scoreAtMost,
        @Nullable Integer rankAtMost,
        @Nullable Integer rankAtLeast) {
    /** No conditions. */
    public static final StandingFilter ALL = new StandingFilter(null, null, null, null, null, null);

    /** Identifies the filter in cursors. Empty for {@link #ALL}. */
    public String name() {
        return equals(ALL) ? "" : ":" + conditions();
    }

    private String conditions() {
        return Stream.of(scoreAbove, scoreAtLeast, scoreBelow, scoreAtMost, rankAtMost, rankAtLeast)
                .map(condition -> Objects.toString(condition, ""))
                .collect(Collectors.joining(":"));
    }

    /** The range of the ranking that matches, because each condition is one on the order of the ranking. */
    public KeyRange keyRange(Ranking ranking) {
        SortOrder order = ranking.sortOrder();
        boolean highFirst = order == SortOrder.DESCENDING;
        Long better = highFirst ? scoreAbove : scoreBelow;
        Long noWorse = highFirst ? scoreAtLeast : scoreAtMost;
        Long worse = highFirst ? scoreBelow : scoreAbove;
        Long noBetter = highFirst ? scoreAtMost : scoreAtLeast;
        return new KeyRange(RankKey.FIRST, RankKey.LAST, rankAtLeast, rankAtMost)
                .before(better == null ? RankKey.LAST : RankKey.firstOf(order.key(better)))
                .before(noWorse == null ? RankKey.LAST : RankKey.lastOf(order.key(noWorse)))
                .after(worse == null ? RankKey.FIRST : RankKey.lastOf(order.key(worse)))
                .after(noBetter == null ? RankKey.FIRST : RankKey.firstOf(order.key(noBetter)));
    }
}
