/**
 * Windows of time: when they start and end, what they are called, and where their entries are stored.
 *
 * <p>A leaderboard has a list of window definitions. {@link laurel.window.WindowSchedule} computes the windows of a definition
 * in a time zone; start reading there. Windows are half-open. Windows of a calendar kind tile time: each instant is in exactly
 * one of them, also when clocks change ({@link laurel.window.CalendarSchedule}). CUSTOM windows start at a fixed interval
 * ({@link laurel.window.CustomSchedule}): if their length equals the interval, they tile time; if it is longer, they overlap; if
 * it is shorter, they leave gaps. An operator sets the bounds of seasons. If several windows contain an instant, the window at
 * that instant is the oldest.
 *
 * <p>Groups may have their own time zone. Each definition that follows a calendar then has windows in each of these time zones.
 *
 * <p>A window accepts submissions while it is OPEN, and late ones while it is in GRACE. Then it is FINAL: its ranks
 * are stored, or are about to be. If the definition has a {@code retainCount}, older windows become EXPIRED.
 *
 * <p>An open window has a row, a ranking and a partition for its entries (its {@link laurel.window.WindowSlice}). {@link
 * laurel.window.WindowOpener} creates them ahead of time, so that no submission waits for DDL. If that failed, or a leaderboard
 * replays the past, {@link laurel.window.Windows#open} creates them before the submission's transaction begins. An open window
 * stays open as long as the version of its leaderboard is the same, so each node caches it.
 *
 * <p>Windows of a removed definition stay and can be read. Windows of a deleted leaderboard are deleted with it.
 */
@NullMarked
package laurel.window;

import org.jspecify.annotations.NullMarked;
