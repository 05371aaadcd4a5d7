/**
 * Time passes: what makes windows and seasons live, end and expire without anybody asking.
 *
 * <p>Every node looks once a second whether something is due, in a few small statements, and does it in the order in
 * which it fell due: planned seasons start; a window whose grace is over is <em>closed</em> in a short transaction under
 * its board's lock, after which no node takes a submission for it, whatever its clock says; then it is <em>finalised</em>
 * without that lock: its ranks are stored and stand. A correction makes it due again ({@link laurel.lifecycle.Finalizer}).
 *
 * <p>Once a minute it is tidied up: windows beyond what their definitions keep expire ({@link laurel.lifecycle.Expiry}), the
 * partitions of slices in which every window has expired are dropped ({@link laurel.lifecycle.SliceDropper}), and boards
 * that have received nothing for long are archived.
 *
 * <p>Whatever a node is doing when it dies is done again by the next one that looks: each step is one transaction, what
 * is done is written in the rows that make it due, and its event with it. Steps that several nodes must not do at once
 * are claimed by advisory locks, which end with whoever held them. What fell due while no node ran is caught up on, the
 * oldest first.
 */
@NullMarked
package laurel.lifecycle;

import org.jspecify.annotations.NullMarked;
