package laurel.audit;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import laurel.database.partition.MonthPartitions;
import laurel.database.partition.PartitionedId;
import org.jspecify.annotations.Nullable;

/**
 * Selects records of an app. All conditions must match; null matches all.
 *
 * @param startTime inclusive
 * @param endTime   exclusive
 */
@Introspected
public record AuditRecordFilter(
        @Nullable String actor,
        @Nullable String action,
        @Nullable String subjectType,
        @Nullable String subjectKey,
        @Nullable Long subjectId,
        @Nullable Instant startTime,
        @Nullable Instant endTime) {
    /** The lowest ID of the month of the start. */
    public long firstId() {
        return startTime == null ? 0 : PartitionedId.first(MonthPartitions.month(startTime));
    }

    /** An ID after all of the month of the end. */
    public long endId() {
        return endTime == null ? Long.MAX_VALUE : PartitionedId.first(MonthPartitions.month(endTime) + 1);
    }
}
