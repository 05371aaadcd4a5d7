/**
 * Windows of time: when they start and end, what they are called, and where their entries are stored.
 *
 * <p>Windows of a kind tile time, half-open: every instant lies in exactly one of them, whatever the zone does to its
 * clocks. {@link laurel.window.Calendar} says which, from the kind, the zone and the instant alone.
 *
 * <p>A window accepts submissions while it is OPEN, and while it is in GRACE, five minutes more, for those that arrive
 * late. Then it is FINAL: its ranks stand.
 *
 * <p>A window that is open has a row, a ranking and a partition for its entries (its {@link laurel.window.Slice}). They
 * are made ahead of time, {@link laurel.window.WindowOpener}, so that no submission waits for DDL; should that have
 * failed, or a board replay the past, {@link laurel.window.Windows#open} makes them before the submission's transaction
 * begins. What is open stays open for as long as its board is of the same version, so each node remembers it.
 *
 * <p>Windows of a kind that a board no longer has stay as they are and can be read; those of a deleted board go with it.
 */
@NullMarked
package laurel.window;

import org.jspecify.annotations.NullMarked;
