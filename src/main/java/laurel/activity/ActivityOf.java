package laurel.activity;

import java.time.Instant;

/**
 * A question: what did this participant do last?
 *
 * @param before   only what occurred before, or then with a smaller id
 * @param size     how many events at most
 */
record ActivityOf(long actorId, Instant before, long beforeId, int size) {}
