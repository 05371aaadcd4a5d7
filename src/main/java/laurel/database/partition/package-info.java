/**
 * Partitions of tables: created ahead of time or by the first write, and dropped when none of their rows is retained. Read
 * {@link laurel.database.partition.PartitionRetention} for how partitions are dropped; {@link
 * laurel.database.partition.MonthDropper} does it for tables with a partition for each month.
 */
@NullMarked
package laurel.database.partition;

import org.jspecify.annotations.NullMarked;
