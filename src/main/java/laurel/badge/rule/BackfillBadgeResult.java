package laurel.badge.rule;

import io.micronaut.serde.annotation.Serdeable;

/**
 * What the backfill of a badge came to, so far.
 *
 * @param awardedCount how many awards it has made
 */
@Serdeable
public record BackfillBadgeResult(int badgeId, int awardedCount) {}
