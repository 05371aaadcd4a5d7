package laurel.database.partition;

import static java.time.temporal.ChronoField.PROLEPTIC_MONTH;

import com.github.benmanes.caffeine.cache.Cache;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import laurel.database.connection.ConnectedServer;
import laurel.database.connection.ServerCache;
import laurel.database.sql.Sql;

/**
 * Creates the partitions of a table that has one per month (UTC). IDs of the table are {@link PartitionedId}s with the number of
 * the month since year 0.
 */
public final class MonthPartitions {
    private static final String OPEN =
            "SELECT add_partition(:table, m, :comment || m / 12 || '-' || m % 12 + 1) FROM unnest(:months) AS m";
    /** Maximum number of months that a node remembers. */
    private static final int MAX_CACHED = 10_000;

    private static final String NOT_DROPPED = " WHERE NOT EXISTS (SELECT FROM <dropped> AS d WHERE d.month >= m)";

    private final Sql sql;
    private final String table;
    private final String comment;
    private final String statement;
    /** Months that have a partition, or are dropped. Partitions are not dropped while rows of their month are written. */
    private final ServerCache<Long, Boolean> open;

    /** @param comment of a partition, before the name of the month */
    public MonthPartitions(Sql sql, ConnectedServer server, String table, String comment) {
        this(sql, server, table, comment, OPEN);
    }

    private MonthPartitions(Sql sql, ConnectedServer server, String table, String comment, String statement) {
        this.open = new ServerCache<>(server, MAX_CACHED);
        this.sql = sql;
        this.table = table;
        this.comment = comment;
        this.statement = statement;
    }

    /**
     * Creates no partitions for dropped months, and earlier ones.
     *
     * @param dropped table of the months that are dropped, see {@link MonthDropper}
     */
    public static MonthPartitions withoutDropped(
            Sql sql, ConnectedServer server, String table, String comment, String dropped) {
        return new MonthPartitions(sql, server, table, comment, OPEN + NOT_DROPPED.replace("<dropped>", dropped));
    }

    /** Returns the month of an instant. */
    public static long month(Instant moment) {
        return moment.atZone(ZoneOffset.UTC).getLong(PROLEPTIC_MONTH);
    }

    /** Creates missing partitions of these instants, in a separate transaction. */
    public void open(Collection<Instant> moments) {
        Cache<Long, Boolean> known = open.current();
        List<Long> months = moments.stream()
                .map(MonthPartitions::month)
                .distinct()
                .filter(month -> known.getIfPresent(month) == null)
                .toList();
        if (!months.isEmpty()) {
            openMonths(months);
        }
    }

    /** Creates the partitions of this and the next month if they are missing. */
    public void openAhead(Instant now) {
        openMonths(List.of(month(now), month(now) + 1));
    }

    private void openMonths(List<Long> months) {
        Cache<Long, Boolean> known = open.current();
        sql.useTransaction(() -> sql.of(statement)
                .bind("table", table)
                .bind("comment", comment)
                .bindEach("months", Long.class, months)
                .list(String.class));
        months.forEach(month -> known.put(month, true));
    }
}
