/**
 * Windows of time: when they start and end, what they are called, and where their entries are stored.
 *
 * <p>What a board has is a list of definitions; {@link laurel.window.WindowSchedule} says which windows one of them
 * means in a zone. Windows are half-open. Those of a calendar kind tile time: every instant lies in exactly one of
 * them, also when the clocks of the time zone change; {@link laurel.window.CalendarSchedule} says which, from the
 * kind, the zone and the instant alone. CUSTOM windows start every so often ({@link laurel.window.CustomSchedule}): as
 * long as that they tile time too, longer they overlap, shorter they leave gaps. Seasons lie where people have put
 * them. Where several contain an instant, the window at that instant is the oldest.
 *
 * <p>Groups may have a zone of their own: each definition that follows a calendar then has windows in each of these
 * zones.
 *
 * <p>A window accepts submissions while it is OPEN, and while it is in GRACE, as long as its row says, for those that
 * arrive late. Then it is FINAL: its ranks stand. Where only so many are kept, older ones are EXPIRED in the end.
 *
 * <p>A window that is open has a row, a ranking and a partition for its entries (its {@link
 * laurel.window.WindowSlice}). They are made ahead of time, {@link laurel.window.WindowOpener}, so that no submission
 * waits for DDL; should that have failed, or a board replay the past, {@link laurel.window.Windows#open} makes them
 * before the submission's transaction begins. What is open stays open for as long as its board is of the same version,
 * so each node remembers it.
 *
 * <p>Windows of a kind that a board no longer has stay as they are and can be read; those of a deleted board go with
 * it.
 */
@NullMarked
package laurel.window;

import org.jspecify.annotations.NullMarked;
