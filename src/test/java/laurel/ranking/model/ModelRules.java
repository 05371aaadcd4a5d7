package laurel.ranking.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.SortOrder;
import laurel.leaderboard.TieRule;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.Visibility;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/**
 * A board as a test wants it.
 *
 * @param minScore fixed-point
 * @param maxScore fixed-point
 * @param turned   the group that ranks the other way round; null where none does
 */
record ModelRules(
        UpdateMode mode,
        SortOrder order,
        TieRule tieRule,
        int decimals,
        @Nullable Long minScore,
        @Nullable Long maxScore,
        ZoneId zone,
        List<WindowKind> windows,
        List<List<String>> groupings,
        LeaderboardClock clock,
        Visibility visibility,
        @Nullable ModelGroup turned) {

    /** The order in which a group ranks. */
    SortOrder order(ModelGroup group) {
        return group.equals(turned) ? other() : order;
    }

    /** The other way round than the board. */
    SortOrder other() {
        return order == SortOrder.ASCENDING ? SortOrder.DESCENDING : SortOrder.ASCENDING;
    }

    String text(long fixed) {
        return BigDecimal.valueOf(fixed, decimals).toPlainString();
    }

    String text(BigInteger fixed) {
        return new BigDecimal(fixed, decimals).toPlainString();
    }

    /** Whether a score lies between the bounds. */
    boolean within(long fixed) {
        return (minScore == null || fixed >= minScore) && (maxScore == null || fixed <= maxScore);
    }

    /** Whether a sum outside the bounds has come nearer to them. */
    boolean nearer(long before, long sum) {
        return (minScore != null && sum < minScore) ? sum > before : sum < before;
    }

    /** Every attribute that a submission must name, once. */
    List<String> attributes() {
        return groupings.stream().flatMap(List::stream).distinct().toList();
    }

    /** What makes this board under a key. */
    Map<String, Object> input(String key) {
        Map<String, Object> input = new HashMap<>();
        input.put("key", key);
        input.put("updateMode", mode.name());
        input.put("sortOrder", order.name());
        input.put("tieRule", tieRule.name());
        input.put("decimals", decimals);
        if (minScore != null) {
            input.put("minScore", text(minScore));
        }
        if (maxScore != null) {
            input.put("maxScore", text(maxScore));
        }
        input.put("timeZone", zone.getId());
        input.put(
                "windowDefinitions",
                windows.stream().map(kind -> Map.of("kind", kind.name())).toList());
        input.put("groupings", groupings);
        input.put("clock", clock.name());
        input.put("visibility", visibility.name());
        return input;
    }
}
