package laurel.scoring.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rules of a version of a policy, as stored.
 *
 * @param streaks ids of the streaks of multipliers, by key
 */
@Serdeable
public record ScoringRules(List<Counter> counters, List<Pillar> pillars, Map<String, Long> streaks) {
    public ScoringRules {
        counters = List.copyOf(counters);
        pillars = List.copyOf(pillars);
        streaks = Map.copyOf(streaks);
    }

    /** Returns the number of counters, event types, pillars and terms. */
    int size() {
        return counters.stream()
                        .mapToInt(counter -> 1 + counter.eventTypes().size())
                        .sum()
                + pillars.stream().mapToInt(pillar -> 1 + pillar.terms().size()).sum();
    }

    /** Returns these rules with the ids of their streaks, by key. */
    ScoringRules withStreaks(Map<String, Long> ids) {
        return new ScoringRules(counters, pillars, ids);
    }

    /** Returns whether other rules are the same, apart from the ids of streaks. */
    public boolean sameAs(ScoringRules other) {
        return counters.equals(other.counters) && pillars.equals(other.pillars);
    }

    /** Returns a pillar; null if it does not exist. */
    @Nullable
    public Pillar pillar(String name) {
        return pillars.stream()
                .filter(pillar -> pillar.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Returns a counter; null if it does not exist. */
    @Nullable
    Counter counter(String name) {
        return counters.stream()
                .filter(counter -> counter.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
