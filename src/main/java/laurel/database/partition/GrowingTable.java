package laurel.database.partition;

import java.time.Instant;

/** A table that has a partition for each stretch of time: whoever writes makes the one that is missing, and waits for it. */
public interface GrowingTable {
    /** Makes the partition of the coming stretch too, so that nobody waits. */
    void openAhead(Instant now);
}
