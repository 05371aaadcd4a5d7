/**
 * The rank index: an order-statistic (counted) B-tree over the entries of each larger ranking. A rank, a position or the
 * entry at a position costs one index look-up per level instead of a count of all entries.
 *
 * <p><b>Representation.</b> A <em>leaf</em> is a range of about 16 consecutive entries; it exists only as a range of the
 * table {@code entry}. A <em>node</em> is a row of {@code rankindex_node} with about 64 <em>children</em>: leaves at level
 * 0, nodes of the level below at each further level. A child starts at its {@link laurel.rankindex.Separator}, a key of
 * the total order that no entry needs to have, shortened to the columns that differ from the entry before it. A node
 * stores prefix sums: how many entries, and how many distinct scores, come before each child. A distinct score counts at
 * its first entry. The root is the node of the highest level of a ranking, at most {@code RankIndexSql.TOP}. Rankings of up
 * to {@code laurel.rankindex.threshold} entries have no nodes. A larger one gets them with one of its next new entries.
 *
 * <p><b>Invariants.</b> Separators ascend. The first separator of a node is the node's own, and that of the root is
 * empty. Each child of a node of level n + 1 is a node of level n with the same counts. Leaves and nodes have at most twice
 * their target size, except for a root at the highest level.
 *
 * <p><b>Reading</b> ({@link laurel.rankindex.RankIndexSql}). To find the rank of a key, descend from the root: in each
 * node, binary search finds the child of the key, and the entries before that child are added; the entries of the leaf are
 * counted. To find the entry at a position, descend by the counts. Ten million entries take three levels. The same SQL
 * counts the entries of a ranking without nodes, as one leaf.
 *
 * <p><b>Writing</b> ({@link laurel.rankindex.RankIndexes}). The transaction that changes entries also changes the nodes on
 * their paths, under the lock of the leaderboard: a batch adds up the changes ({@link laurel.rankindex.IndexTree}), splits
 * leaves and nodes of more than twice their target size, joins those of less than a quarter with a neighbour, and writes the
 * changed nodes with one statement. So each snapshot of the database holds a correct index, and readers never wait. Nodes
 * stay in memory between batches ({@link laurel.rankindex.IndexTrees}); those that are not there are read, each level of all
 * paths with one statement.
 *
 * <p><b>Checking</b> ({@link laurel.rankindex.IndexCheck}). Results depend on the index for their speed only if it is
 * correct. The check compares all nodes with the entries as numbered by SQL's window functions; the repair rebuilds the
 * index in one pass over the entries.
 */
@NullMarked
package laurel.rankindex;

import org.jspecify.annotations.NullMarked;
