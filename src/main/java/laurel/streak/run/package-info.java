/**
 * Runs of active days, from which streaks are read. Read {@link laurel.streak.run.StreakRuns} first.
 *
 * <p>A day is active if events count for it. A day is covered if it is frozen or has amnesty. A run goes from an active day to
 * an active day; each day between them is active or covered. Two runs of a participant's streak never touch.
 *
 * <p>After a change, only the runs next to the changed days are read. A new active day becomes a run, and is joined with the
 * runs next to it. A lost day splits its run; the pieces are counted and joined again. So a late event costs no more than a
 * new one, and the order of events does not matter.
 */
@NullMarked
package laurel.streak.run;

import org.jspecify.annotations.NullMarked;
