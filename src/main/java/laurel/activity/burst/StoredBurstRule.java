package laurel.activity.burst;

import io.micronaut.core.annotation.Introspected;

/** A burst rule of an app. Never changes, and is never deleted. */
@Introspected
public record StoredBurstRule(int id, BurstRule rule) {}
