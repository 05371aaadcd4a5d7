/**
 * Scoring policies with their versions and pillars: which counters a day is scored by, which leaderboards the scores
 * feed, and from when on each version applies.
 */
@NullMarked
package laurel.scoring.policy;

import org.jspecify.annotations.NullMarked;
