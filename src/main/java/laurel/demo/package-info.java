/**
 * The demo: ten seasons of Formula One, 2010 to 2019, replayed into the leaderboard {@code drivers}, one submission
 * for every driver and race. The leaderboard has the clock {@code SUBMISSIONS}, so its current time is the last race
 * of 2019.
 *
 * <p>A round is one batch, and so one transaction. The clock of the leaderboard shows the last round that was loaded:
 * an interrupted replay continues there.
 *
 * <p>The leaderboard {@code live-season} gets the same races one by one, as if they were taking place now ({@link
 * laurel.demo.LiveSeason}).
 *
 * <p>The results are derived from F1DB (CC BY 4.0), see {@code NOTICE}.
 */
@NullMarked
package laurel.demo;

import org.jspecify.annotations.NullMarked;
