package laurel.database.partition;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import laurel.Periodic;
import laurel.Serving;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates missing partitions of the next period, once an hour. */
@Singleton
@Serving
class PartitionOpener {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionOpener.class);

    private final List<GrowingTable> tables;
    private final Clock clock;

    PartitionOpener(List<GrowingTable> tables, Clock clock) {
        this.tables = tables;
        this.clock = clock;
    }

    @Periodic(value = "create partitions ahead of time", every = "1h", first = "0s")
    void run() {
        Instant now = clock.instant();
        tables.forEach(table -> open(table, now));
    }

    private static void open(GrowingTable table, Instant now) {
        try {
            table.openAhead(now);
        } catch (RuntimeException e) {
            // The first write creates a missing partition, and the next run tries again.
            LOG.warn(
                    "Could not create the partitions of {} ahead of time",
                    table.getClass().getSimpleName(),
                    e);
        }
    }
}
