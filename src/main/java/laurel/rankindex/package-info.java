/**
 * The rank index: how many stand before a place, in a look-up for each level instead of a count of all.
 *
 * <p>The entries of a ranking are cut into runs of some sixteen. A <em>block</em> is a row of some sixty-four
 * <em>parts</em>; at level 0 a part is a run, at each further level it is a block of the level below. A block knows where
 * each of its parts begins, and how many entries and distinct scores of it come before each part. To find a rank, go
 * down from the root: in each block find the part that the place belongs to and add what comes before it; then count the
 * few entries of the last run. To find who has a position, go down by the counts instead. Ten million entries take three
 * levels.
 *
 * <p>A part begins at a {@link laurel.rankindex.Bound}: a place in the whole order, so that even a million equal scores
 * fall into many runs. A bound separates and need not be an entry's, so entries come and go without any being moved. A
 * distinct score counts where its first entry is.
 *
 * <p>The blocks change in the transaction that changes the entries ({@link laurel.rankindex.Blocks#follow}), under the
 * lock of their board, so they are never wrong for any reader; and nothing that a ranking says needs them but its speed:
 * {@link laurel.rankindex.Blocks#rebuild} makes them again in one pass over the entries, and a check compares them with
 * SQL's window functions. Small rankings have none. {@link laurel.rankindex.RankIndex} is the one place that knows how a
 * rank is computed, with blocks or without.
 */
@NullMarked
package laurel.rankindex;

import org.jspecify.annotations.NullMarked;
