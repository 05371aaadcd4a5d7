/**
 * The lifecycle of windows and seasons: they start, end, become final and expire without a request.
 *
 * <p>Every node looks once a second whether something is due, in a few small statements, and does it in the order in
 * which it fell due: planned seasons start; a window whose grace is over is <em>closed</em> in a short transaction under
 * its board's lock, after which no node accepts a submission for it, regardless of its clock; then it is <em>finalised</em>
 * without that lock: its ranks are stored and stand. A correction makes it due again ({@link laurel.lifecycle.Finalizer}).
 *
 * <p>Once a minute it is tidied up: windows beyond what their definitions keep expire ({@link laurel.lifecycle.Expiry}), the
 * partitions of slices in which every window has expired are dropped ({@link laurel.lifecycle.SliceDropper}), and boards
 * that have received nothing for long are archived.
 *
 * <p>If a node dies, the next run of any node repeats its step: each step is one transaction, which also updates the rows that
 * make it due, and stores its event. Steps that only one node may do at a time
 * are claimed by advisory locks, which end with their session. Steps that became due while no node was running are done
 * later, the oldest first.
 */
@NullMarked
package laurel.lifecycle;

import org.jspecify.annotations.NullMarked;
