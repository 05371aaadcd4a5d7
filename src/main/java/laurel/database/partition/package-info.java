/**
 * Partitions of tables: made ahead of time, made when missing by whoever writes first, and dropped when nothing in
 * them is kept.
 */
@NullMarked
package laurel.database.partition;

import org.jspecify.annotations.NullMarked;
