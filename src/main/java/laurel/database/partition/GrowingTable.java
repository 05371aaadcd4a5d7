package laurel.database.partition;

import java.time.Instant;

/** A table with a partition per month or day. A write creates a missing partition, and waits for it. */
public interface GrowingTable {
    /** Creates the partitions of the current and the next period, so that writes do not wait. */
    void openAhead(Instant now);
}
