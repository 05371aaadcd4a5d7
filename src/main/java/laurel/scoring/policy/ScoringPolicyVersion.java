package laurel.scoring.policy;

/** A version with its policy. */
public record ScoringPolicyVersion(ScoringPolicy policy, ScoringPolicy.StoredVersion version) {}
