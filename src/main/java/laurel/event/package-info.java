/**
 * The event log of an app: windows that became final, were corrected or expired, seasons that started or ended, leaderboards
 * that were archived, badges that were awarded or revoked; what failed in the background; and, as the {@link
 * laurel.leaderboard.EventRule event rules} of a leaderboard say, entries that were added and ranks that changed.
 *
 * <p>A transaction stores its events before its commit ({@link laurel.event.Events#publish}), so an event exists if and only
 * if its cause is committed. Events of an app are numbered in the order in which their transactions commit, so a reader that
 * continues after the last event that it has read misses none. {@link laurel.event.EventSweeper} deletes events about entries
 * after their retention. {@link laurel.event.EventSubscriptions} reads the log for all subscribers of a node together.
 */
@NullMarked
package laurel.event;

import org.jspecify.annotations.NullMarked;
