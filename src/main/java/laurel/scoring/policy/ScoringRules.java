package laurel.scoring.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a version of a policy says, as it is kept.
 *
 * @param streaks the ids of the streaks that pillars are multiplied by, by key
 */
@Serdeable
public record ScoringRules(List<Counter> counters, List<Pillar> pillars, Map<String, Long> streaks) {
    public ScoringRules {
        counters = List.copyOf(counters);
        pillars = List.copyOf(pillars);
        streaks = Map.copyOf(streaks);
    }

    /** What it consists of. */
    int items() {
        return counters.stream()
                        .mapToInt(counter -> 1 + counter.eventTypes().size())
                        .sum()
                + pillars.stream().mapToInt(pillar -> 1 + pillar.terms().size()).sum();
    }

    /** With the ids of its streaks, by key. */
    ScoringRules with(Map<String, Long> ids) {
        return new ScoringRules(counters, pillars, ids);
    }

    /** Whether others say the same; by which ids streaks are known is no part of it. */
    boolean says(ScoringRules other) {
        return counters.equals(other.counters) && pillars.equals(other.pillars);
    }

    /** The pillar of this name; null where there is none. */
    @Nullable
    public Pillar pillar(String name) {
        return pillars.stream()
                .filter(pillar -> pillar.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** The counter of this name; null where there is none. */
    @Nullable
    Counter counter(String name) {
        return counters.stream()
                .filter(counter -> counter.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
