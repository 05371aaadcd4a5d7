package laurel.scoring.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.activity.burst.BurstRule;
import org.jspecify.annotations.Nullable;

/**
 * Rules of a version of a policy, as stored.
 *
 * @param streaks     ids of the streaks of multipliers, by key
 * @param burst       rule by which counters leave out events of bursts; null if they count all events
 * @param burstRuleId id of this rule; null if there is none
 * @param lateActivity what late changes do to closed windows; null for IGNORE
 */
@Serdeable
public record ScoringRules(
        List<Counter> counters,
        List<Pillar> pillars,
        Map<String, Long> streaks,
        @Nullable BurstRule burst,
        @Nullable Integer burstRuleId,
        @Nullable LateActivity lateActivity) {
    public ScoringRules {
        counters = List.copyOf(counters);
        pillars = List.copyOf(pillars);
        streaks = Map.copyOf(streaks);
    }

    /** Returns the length of a streak from which on no multiplier grows; 0 if none depends on it. */
    int maxDayCount(long streakId) {
        return pillars.stream()
                .map(Pillar::multiplier)
                .filter(multiplier ->
                        multiplier != null && Objects.equals(streaks.get(multiplier.streakKey()), streakId))
                .mapToInt(Multiplier::maxDayCount)
                .max()
                .orElse(0);
    }

    /** Returns the number of counters, event types, pillars and terms. */
    int size() {
        return counters.stream()
                        .mapToInt(counter -> 1 + counter.eventTypes().size())
                        .sum()
                + pillars.stream().mapToInt(pillar -> 1 + pillar.terms().size()).sum();
    }

    /** Returns these rules with the ids of their streaks, by key, and of their burst rule. */
    ScoringRules withIds(Map<String, Long> ofStreaks, @Nullable Integer ofBurstRule) {
        return new ScoringRules(counters, pillars, ofStreaks, burst, ofBurstRule, lateActivity);
    }

    /** Returns whether other rules are the same, apart from ids. */
    public boolean sameAs(ScoringRules other) {
        return counters.equals(other.counters)
                && pillars.equals(other.pillars)
                && Objects.equals(burst, other.burst)
                && correctsFinal() == other.correctsFinal();
    }

    /** Whether late changes correct final windows. */
    public boolean correctsFinal() {
        return lateActivity == LateActivity.CORRECT;
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
