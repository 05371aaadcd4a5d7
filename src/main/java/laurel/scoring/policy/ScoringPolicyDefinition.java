package laurel.scoring.policy;

import laurel.streak.DayRule;
import org.jspecify.annotations.Nullable;

/**
 * A policy to create.
 *
 * @param dayRule rule that assigns events to days; null for days in UTC
 * @param rules   rules of the first version
 */
public record ScoringPolicyDefinition(String key, @Nullable DayRule dayRule, ScoringRules rules) {}
