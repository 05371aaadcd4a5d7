package laurel.scoring.preview;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.leaderboard.SortOrder;
import laurel.scoring.preview.PolicyPreviews.ScoringPolicyPreviewChange;

/** Sums of participants' scores over days, by the active versions and by the previewed version. */
final class PreviewSums {
    private final Map<Long, BigDecimal> previous = new HashMap<>();
    private final Map<Long, BigDecimal> previewed = new HashMap<>();

    /** Adds a day. */
    void add(long participant, BigDecimal previousScore, BigDecimal score) {
        previous.merge(participant, previousScore, BigDecimal::add);
        previewed.merge(participant, score, BigDecimal::add);
    }

    int participantCount() {
        return previewed.size();
    }

    /** Returns the changes of ranks, largest first, then best new rank first. */
    List<ScoringPolicyPreviewChange> changes(SortOrder order) {
        Map<Long, Integer> before = ranks(previous, order);
        Map<Long, Integer> after = ranks(previewed, order);
        return previewed.keySet().stream()
                .map(id -> new ScoringPolicyPreviewChange(
                        id,
                        of(previous, id),
                        of(previewed, id),
                        requireNonNull(before.get(id)),
                        requireNonNull(after.get(id))))
                .filter(change -> change.distance() > 0)
                .sorted(Comparator.comparing(ScoringPolicyPreviewChange::distance)
                        .reversed()
                        .thenComparing(ScoringPolicyPreviewChange::rank)
                        .thenComparing(ScoringPolicyPreviewChange::participantId))
                .toList();
    }

    private static BigDecimal of(Map<Long, BigDecimal> sums, long id) {
        return requireNonNull(sums.get(id));
    }

    /** Ranks participants as SQL's {@code RANK()} does. */
    private static Map<Long, Integer> ranks(Map<Long, BigDecimal> sums, SortOrder order) {
        Comparator<Map.Entry<Long, BigDecimal>> byScore = Map.Entry.comparingByValue();
        List<Map.Entry<Long, BigDecimal>> sorted = new ArrayList<>(sums.entrySet());
        sorted.sort(order == SortOrder.ASCENDING ? byScore : byScore.reversed());
        Map<Long, Integer> ranks = new HashMap<>();
        int rank = 1;
        for (int n = 0; n < sorted.size(); n++) {
            if (n > 0 && sorted.get(n).getValue().compareTo(sorted.get(n - 1).getValue()) != 0) {
                rank = n + 1;
            }
            ranks.put(sorted.get(n).getKey(), rank);
        }
        return ranks;
    }
}
