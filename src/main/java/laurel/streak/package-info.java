/**
 * Streaks: how many days, or weeks, in a row a participant was active.
 *
 * <p>Which day it is says a rule ({@link laurel.streak.DayRule}), which is a function of the event alone. A day of a
 * streak is active where events count for it. It may be frozen, for one participant, or forgiven, for all: then it need
 * not be active, and does not count.
 *
 * <p>What is kept of all that are runs ({@link laurel.streak.run.StreakRun}): from an active day to an active day, with none
 * between them that is neither active nor frozen nor forgiven. They are at all times what the days say. A day that becomes
 * active is a run of its own, which is joined to those beside it where nothing is between ({@link
 * laurel.streak.run.StreakRuns}); where a day is lost its run is cut there, and the pieces are counted and joined anew.
 * So the day after costs a few look-ups, a late event repairs what it belongs to, and order never matters.
 *
 * <p>Whoever makes something of streaks is told on which days one may be of another length: by the answer where it was
 * activity ({@link laurel.streak.Streaks#follow}), as a listener where it was a freeze or an amnesty ({@link
 * laurel.streak.run.StreakListener}).
 */
@NullMarked
package laurel.streak;

import org.jspecify.annotations.NullMarked;
