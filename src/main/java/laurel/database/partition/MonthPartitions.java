package laurel.database.partition;

import static java.time.temporal.ChronoField.PROLEPTIC_MONTH;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import laurel.database.sql.Sql;

/**
 * The partitions of a table that has one for each month (UTC): its ids are {@link PartitionedId}s of the month
 * since year 0.
 */
public final class MonthPartitions {
    private static final String OPEN =
            "SELECT add_partition(:table, m, :story || m / 12 || '-' || m % 12 + 1) FROM unnest(:months) AS m";

    private final Sql sql;
    private final String table;
    private final String story;
    /** Months known to have a partition; a partition once made is not taken away while its month is written. */
    private final Set<Long> open = ConcurrentHashMap.newKeySet();

    /** @param story what the rows of a month have in common, before its name */
    public MonthPartitions(Sql sql, String table, String story) {
        this.sql = sql;
        this.table = table;
        this.story = story;
    }

    /** The month of a moment. */
    public static long month(Instant moment) {
        return moment.atZone(ZoneOffset.UTC).getLong(PROLEPTIC_MONTH);
    }

    /** Makes the partitions of these moments, in a transaction of its own, unless they are known to exist. */
    public void open(Collection<Instant> moments) {
        List<Long> months = moments.stream()
                .map(MonthPartitions::month)
                .distinct()
                .filter(month -> !open.contains(month))
                .toList();
        if (!months.isEmpty()) {
            openMonths(months);
        }
    }

    /** Makes the partition of the coming month too, whether it is known to exist or not. */
    public void openAhead(Instant now) {
        openMonths(List.of(month(now), month(now) + 1));
    }

    private void openMonths(List<Long> months) {
        sql.useTransaction(() -> sql.of(OPEN)
                .bind("table", table)
                .bind("story", story)
                .bindEach("months", Long.class, months)
                .list(String.class));
        open.addAll(months);
    }
}
