/**
 * The event log of an app: windows that became final, were corrected or expired, seasons that started or ended, leaderboards
 * that were archived, badges that were awarded or revoked.
 *
 * <p>A transaction stores its events as its last step, so an event exists if and only if its cause is committed. Events of an
 * app are numbered in the order in which their transactions commit ({@link laurel.event.Events#publish}), so a reader that
 * continues after the last event that it has read misses none. {@link laurel.event.EventSubscriptions} reads the log for all
 * subscribers of a node together.
 */
@NullMarked
package laurel.event;

import org.jspecify.annotations.NullMarked;
