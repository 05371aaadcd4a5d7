package laurel.badge.rule;

import io.micronaut.serde.annotation.Serdeable;

/**
 * Result of a backfill so far.
 *
 * @param awardedCount number of new awards
 */
@Serdeable
public record BackfillBadgeResult(int badgeId, int awardedCount) {}
