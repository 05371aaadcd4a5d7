package laurel.scoring.policy;

/** A version within its policy. */
public record VersionOf(ScoringPolicy policy, ScoringPolicy.StoredVersion version) {}
