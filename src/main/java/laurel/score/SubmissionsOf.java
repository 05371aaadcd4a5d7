package laurel.score;

/**
 * A question: which submissions of this participant counted in this window, newest first?
 *
 * @param before only those that took effect before the one of this number; {@link Long#MAX_VALUE} is from the newest
 * @param limit  how many at most
 */
public record SubmissionsOf(long windowId, long participantId, long before, int limit) {}
