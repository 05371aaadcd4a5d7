package laurel.policy;

import java.time.LocalDate;
import java.util.List;

/**
 * Who would have stood otherwise by a version of a policy.
 *
 * @param participants how many have a score, by one version or the other
 * @param moved        how many of them would have another rank
 * @param moves        the first of those, the largest moves first
 */
public record ScoringTrial(
        ScoringPolicy policy,
        StoredVersion version,
        String pillar,
        LocalDate from,
        LocalDate through,
        int participants,
        int moved,
        List<TrialMove> moves) {}
