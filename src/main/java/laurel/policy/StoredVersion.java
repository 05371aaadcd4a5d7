package laurel.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;

/** A version of a policy, from 1. */
@Serdeable
public record StoredVersion(int number, ScoringRules rules, Instant createdAt) {}
