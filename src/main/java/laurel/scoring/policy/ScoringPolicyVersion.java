package laurel.scoring.policy;

/** A version within its policy. */
public record ScoringPolicyVersion(ScoringPolicy policy, ScoringPolicy.StoredVersion version) {}
