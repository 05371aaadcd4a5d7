/**
 * Summaries: what a participant sees of itself at a glance, today's standing on every leaderboard, its streaks and its
 * latest badges. All of it is asked for as the features themselves are asked, by their loaders, so it takes as many
 * statements however many leaderboards there are.
 */
@NullMarked
package laurel.summary;

import org.jspecify.annotations.NullMarked;
