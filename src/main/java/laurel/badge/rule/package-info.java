/**
 * Rules that badges are earned by: activity, streaks, tallies, scores, and ranks in final windows. Each rule finds
 * who fulfils it; {@link laurel.badge.award} keeps the awards.
 */
@NullMarked
package laurel.badge.rule;

import org.jspecify.annotations.NullMarked;
