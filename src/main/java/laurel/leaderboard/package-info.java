/**
 * Leaderboards as data: what is ranked, in which order, how a new score meets the old one, over which windows.
 *
 * <p>Scores are fixed-point: the decimal a client sees times 10 to the power of the board's {@code decimals}, in 64
 * bits. Order is normalised once, when an entry is written ({@link laurel.leaderboard.SortOrder#key}), so that every
 * index and every statement sorts ascending whichever way the board ranks.
 *
 * <p>Ties: equal scores share a rank; {@link laurel.leaderboard.TieRule} decides their order in lists, and the
 * participant that Laurel met first stands first where even that is equal, so the order is total.
 *
 * <p>A board's time is the service's clock, or, on a board that replays history, the latest moment its submissions have
 * named ({@link laurel.leaderboard.LeaderboardClock}).
 *
 * <p>A board changes under its lock, which submissions to it hold too, and for a caller who names the version that they
 * have read: of several who read the same one, the first wins. Once there are scores, what they were kept by cannot change
 * ({@link laurel.leaderboard.LeaderboardDefinition}). Who must follow a change is told in its transaction ({@link
 * laurel.leaderboard.LeaderboardListener}).
 */
@NullMarked
package laurel.leaderboard;

import org.jspecify.annotations.NullMarked;
