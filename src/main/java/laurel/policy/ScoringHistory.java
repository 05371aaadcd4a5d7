package laurel.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.util.List;
import java.util.Map;

/**
 * What has become of a policy.
 *
 * @param versions in order of number
 * @param inForce  in order of day
 * @param boards   the ids of the boards that pillars feed, by pillar
 */
@Serdeable
record ScoringHistory(List<StoredVersion> versions, List<VersionInForce> inForce, Map<String, Integer> boards) {}
