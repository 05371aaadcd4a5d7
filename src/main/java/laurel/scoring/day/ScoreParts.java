package laurel.scoring.day;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The parts of a day's score by the time at which they count as achieved, without zeros: the whole score in the middle of the
 * day, or the part that each hour added at the start of the hour.
 */
record ScoreParts(SortedMap<Instant, BigDecimal> scores) {
    static ScoreParts of(Collection<ScorePart> parts) {
        SortedMap<Instant, BigDecimal> sums = new TreeMap<>();
        parts.forEach(part -> sums.merge(part.achievedAt(), part.score(), BigDecimal::add));
        sums.values().removeIf(score -> score.signum() == 0);
        return new ScoreParts(sums);
    }

    static ScoreParts of(Instant achievedAt, BigDecimal score) {
        return of(List.of(new ScorePart(achievedAt, score)));
    }

    ScoreParts plus(Collection<ScorePart> parts) {
        List<ScorePart> all = new ArrayList<>(list());
        all.addAll(parts);
        return of(all);
    }

    /**
     * Returns what is missing from other parts. Negative parts come first, so that no sum exceeds a maximum that the result
     * does not exceed.
     */
    List<ScorePart> without(ScoreParts other) {
        return plus(other.list().stream()
                        .map(part ->
                                new ScorePart(part.achievedAt(), part.score().negate()))
                        .toList())
                .list()
                .stream()
                .sorted(Comparator.comparingInt(part -> part.score().signum()))
                .toList();
    }

    /** Returns the parts in order of time. */
    List<ScorePart> list() {
        return scores.entrySet().stream().map(ScoreParts::part).toList();
    }

    private static ScorePart part(Map.Entry<Instant, BigDecimal> entry) {
        return new ScorePart(entry.getKey(), entry.getValue());
    }

    BigDecimal sum() {
        return scores.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
