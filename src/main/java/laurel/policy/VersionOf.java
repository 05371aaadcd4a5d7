package laurel.policy;

/** A version within its policy. */
record VersionOf(ScoringPolicy policy, ScoringPolicy.StoredVersion version) {}
