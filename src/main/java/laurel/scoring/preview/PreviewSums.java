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

/** What participants have come to over some days, by the active versions and by the one that is previewed. */
final class PreviewSums {
    private final Map<Long, BigDecimal> previous = new HashMap<>();
    private final Map<Long, BigDecimal> previewed = new HashMap<>();

    /** Adds a day. */
    void add(long participant, BigDecimal before, BigDecimal score) {
        previous.merge(participant, before, BigDecimal::add);
        previewed.merge(participant, score, BigDecimal::add);
    }

    int participants() {
        return previewed.size();
    }

    /** All who would have another rank; the largest moves first, then the higher new ranks. */
    List<ScoringPolicyPreviewChange> moves(SortOrder order) {
        Map<Long, Integer> before = ranks(previous, order);
        Map<Long, Integer> after = ranks(previewed, order);
        return previewed.keySet().stream()
                .map(id -> new ScoringPolicyPreviewChange(
                        id,
                        of(previous, id),
                        of(previewed, id),
                        requireNonNull(before.get(id)),
                        requireNonNull(after.get(id))))
                .filter(move -> move.distance() > 0)
                .sorted(Comparator.comparing(ScoringPolicyPreviewChange::distance)
                        .reversed()
                        .thenComparing(ScoringPolicyPreviewChange::rank)
                        .thenComparing(ScoringPolicyPreviewChange::participantId))
                .toList();
    }

    private static BigDecimal of(Map<Long, BigDecimal> sums, long id) {
        return requireNonNull(sums.get(id));
    }

    /** As SQL's RANK() has it. */
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
