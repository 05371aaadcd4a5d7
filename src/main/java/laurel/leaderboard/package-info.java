/**
 * Leaderboards as data: what is ranked, in which order, how a new score combines with the current one, and over which
 * windows. Read {@link laurel.leaderboard.LeaderboardDefinition} first, then {@link laurel.leaderboard.Leaderboards}, the
 * entry point. {@link laurel.leaderboard.LeaderboardPatch} has the rules that a definition obeys.
 *
 * <p>Scores are fixed-point: the decimal that a client sees times 10 to the power of {@code decimals}, in 64 bits. The order
 * is normalized once, when an entry is written ({@link laurel.leaderboard.SortOrder#key}), so every index and statement
 * sorts ascending.
 *
 * <p>Ties: equal scores share a rank. {@link laurel.leaderboard.TieRule} decides their order in lists, then the
 * participant that was created first comes first, so the order is total.
 *
 * <p>A leaderboard's time is the service's clock, or the latest {@code achievedAt} that it has received, for replaying
 * history ({@link laurel.leaderboard.LeaderboardClock}).
 *
 * <p>A leaderboard changes under its lock, which submissions also hold. Each change increments its version; a caller with an
 * outdated {@code expectedVersion} is refused. Once there are scores, the fields that they depend on cannot change. Features
 * that depend on a leaderboard are notified in its transaction ({@link laurel.leaderboard.LeaderboardListener}).
 *
 * <p>{@link laurel.leaderboard.Season} is here and not in {@code laurel.season}, because seasons are a part of the
 * leaderboard's row: read with it, and changed under its lock and version. {@code laurel.season} has the rules.
 */
@NullMarked
package laurel.leaderboard;

import org.jspecify.annotations.NullMarked;
