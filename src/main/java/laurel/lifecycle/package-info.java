/**
 * Starts, closes, finalizes and expires windows and seasons as time passes.
 *
 * <p>Once a second, each node finds due work with a few small statements and does it in order ({@link
 * laurel.lifecycle.Lifecycle}, read it first). With the clock SUBMISSIONS, signals name the leaderboards. Planned seasons
 * start. A window is <em>closed</em> after its grace period, in a short transaction under its leaderboard's lock; from then on no
 * node accepts a submission for it, even if its clock is slow. Then the window is <em>finalized</em> without that lock: its ranks
 * are stored; if corrections prevent that repeatedly, under the lock after all. A correction makes it due again ({@link
 * laurel.lifecycle.Finalizer}).
 *
 * <p>Once a minute, {@link laurel.lifecycle.Housekeeping} expires windows that signalled leaderboards no longer retain ({@link
 * laurel.lifecycle.Expiry}), drops the partitions of slices in which all windows have expired ({@link
 * laurel.lifecycle.SliceDropper}), and archives idle leaderboards.
 *
 * <p>If a node dies, another one repeats the interrupted step. Each step is one transaction, which also changes the rows that
 * made it due and stores its event. Advisory locks prevent nodes from doing the same step at the same time; they end with the
 * transaction. After a downtime, nodes catch up, oldest first.
 */
@NullMarked
package laurel.lifecycle;

import org.jspecify.annotations.NullMarked;
