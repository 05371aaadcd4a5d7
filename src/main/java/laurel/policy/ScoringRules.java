package laurel.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a version of a policy says, as it is kept. */
@Serdeable
public record ScoringRules(List<Counter> counters, List<Pillar> pillars) {
    public ScoringRules {
        counters = List.copyOf(counters);
        pillars = List.copyOf(pillars);
    }

    /** The pillar of this name; null where there is none. */
    @Nullable
    Pillar pillar(String name) {
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
