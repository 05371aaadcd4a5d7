package laurel.ranking.model.leaderboard;

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
 * The definition of a leaderboard.
 *
 * @param minScore      fixed-point
 * @param maxScore      fixed-point
 * @param reversedGroup the group with the opposite sort order; null if there is none
 */
public record ModelRules(
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
        @Nullable ModelGroup reversedGroup) {

    /** The sort order of a group. */
    public SortOrder order(ModelGroup group) {
        return group.equals(reversedGroup) ? reversedOrder() : order;
    }

    /** The opposite of the leaderboard's sort order. */
    public SortOrder reversedOrder() {
        return order == SortOrder.ASCENDING ? SortOrder.DESCENDING : SortOrder.ASCENDING;
    }

    public String text(long fixed) {
        return BigDecimal.valueOf(fixed, decimals).toPlainString();
    }

    public String text(BigInteger fixed) {
        return new BigDecimal(fixed, decimals).toPlainString();
    }

    /** Whether a score is within the bounds. */
    boolean isWithin(long fixed) {
        return (minScore == null || fixed >= minScore) && (maxScore == null || fixed <= maxScore);
    }

    /** Whether a sum outside the bounds is closer to them than before. */
    boolean isNearer(long before, long sum) {
        return (minScore != null && sum < minScore) ? sum > before : sum < before;
    }

    /** The attributes that a submission must have. */
    public List<String> attributes() {
        return groupings.stream().flatMap(List::stream).distinct().toList();
    }

    /** The mutation that creates the leaderboard with a key. */
    public Map<String, Object> input(String key) {
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
